import { fromHex, toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { OVERDUE_SECONDS } from '@bellwether/exchange';
import type { CaseEndingView, CaseStatus } from '@bellwether/exchange';
import { textColumn } from '../column-values';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';

/** How a market of a case ends, as JSON. */
export interface StoredEnding extends Omit<CaseEndingView, 'marketId'> {
  readonly marketId: string;
}

type WithEndings<Of> = Omit<Of, 'endings'> & { readonly endings: readonly CaseEndingView[] };

/** A step of a case. `endings` null: no result is proposed or decided by it. `marketId`: that of the case. */
export interface StoredStep extends Omit<Records['CaseStep'], 'endings'> {
  readonly endings: readonly CaseEndingView[] | null;
  readonly marketId: Uint8Array | null;
}

/** A case with its challenges and steps, oldest first. */
export interface StoredCase extends WithEndings<Records['Case']> {
  readonly challenges: readonly Records['CaseChallenge'][];
  readonly steps: readonly StoredStep[];
}

export interface CaseFilter {
  readonly status?: CaseStatus | undefined;
  readonly category?: { readonly name: string; readonly sub?: string | undefined } | undefined;
}

export interface Overdue {
  readonly markets: number;
  readonly cases: number;
  /** Disputed since a source contradicted itself or a proposal, however long. */
  readonly contradicted: number;
}

/** Results, newest first. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class CaseHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async list({ status, category }: CaseFilter, page: PageRequest): Promise<Page<StoredCase>> {
    const values = [
      page.before ?? AFTER_ALL,
      rowsToRead(page),
      status ?? null,
      category === undefined ? null : textColumn(category.name),
      category?.sub === undefined ? null : textColumn(category.sub),
    ];
    const text = listed({ hasStatus: status !== undefined, category });
    const { items, hasMore } = pageOf(await this.connections.rows<Row>(text, values), page);
    return { items: await this.whole(items), hasMore };
  }

  /** Null: there is none. */
  async find(caseId: number): Promise<StoredCase | null> {
    const [one] = await this.whole(await this.connections.rows<Row>(BY_ID, [caseId]));
    return one ?? null;
  }

  /** Those that are or were about this market of the event, the newest `limit`. */
  async ofMarket(
    { eventId, marketId }: { readonly eventId: string; readonly marketId: Uint8Array },
    limit: number,
  ): Promise<readonly StoredCase[]> {
    const values = [textColumn(eventId), JSON.stringify([{ marketId: toHex(marketId) }]), limit];
    return this.whole(await this.connections.rows<Row>(OF_MARKET, values));
  }

  /** How many wait for an operator: for 72 hours, or because a source said two things. */
  async overdue(nowMs: number): Promise<Overdue> {
    const sinceMs = nowMs - OVERDUE_SECONDS * 1_000;
    const values = [Math.floor(sinceMs / 1_000), sinceMs];
    const [row] = await this.connections.rows<Overdue>(OVERDUE, values);
    return row ?? { markets: 0, cases: 0, contradicted: 0 };
  }

  private async whole(rows: readonly Row[]): Promise<StoredCase[]> {
    if (rows.length === 0) return [];
    const ids = [rows.map(({ caseId }) => caseId)];
    const [challenges, steps] = await Promise.all([
      this.connections.rows<Records['CaseChallenge']>(CHALLENGES, ids),
      this.connections.rows<Records['CaseStep']>(STEPS, ids),
    ]);
    const challengesOf = byCase(challenges);
    const stepsOf = byCase(steps);
    return rows.map((row) => ({
      ...row,
      endings: endingsOf(row.endings),
      challenges: challengesOf.get(row.caseId) ?? [],
      steps: (stepsOf.get(row.caseId) ?? []).map((step) => storedStep(step, row)),
    }));
  }
}

function byCase<Of extends { readonly caseId: number }>(rows: readonly Of[]): Map<number, Of[]> {
  const found = new Map<number, Of[]>();
  for (const row of rows) {
    const known = found.get(row.caseId);
    if (known === undefined) found.set(row.caseId, [row]);
    else known.push(row);
  }
  return found;
}

type Row = Records['Case'];

const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** Each is a range of an index in the order of the list. */
function listed({
  hasStatus,
  category,
}: {
  readonly hasStatus: boolean;
  readonly category: CaseFilter['category'];
}): string {
  const filters = [
    // Named in every text, so that each of the parameters has its type.
    hasStatus ? 'status = $3::case_status' : '$3::case_status IS NULL',
    category === undefined ? '$4::text IS NULL' : 'category_name = $4::text',
    category?.sub === undefined ? '$5::text IS NULL' : 'category_sub = $5::text',
  ];
  return `SELECT ${fieldsOf('Case')} FROM cases
    WHERE case_id < $1::bigint AND ${filters.join(' AND ')} ORDER BY case_id DESC LIMIT $2`;
}

const BY_ID = `SELECT ${fieldsOf('Case')} FROM cases WHERE case_id = $1`;
const OF_MARKET = `SELECT ${fieldsOf('Case')} FROM cases
  WHERE event_id = $1 AND endings @> $2::jsonb ORDER BY case_id DESC LIMIT $3`;
const CHALLENGES = `SELECT ${fieldsOf('CaseChallenge')} FROM case_challenges
  WHERE case_id = ANY($1::bigint[]) ORDER BY challenge_id`;
const STEPS = `SELECT ${fieldsOf('CaseStep')} FROM case_steps
  WHERE case_id = ANY($1::bigint[]) ORDER BY case_id, seq, event_index`;
/**
 * A market closes at its expiry; what does not is frozen or halted, which has alerts of its own. The closed ones have an
 * index, so that a count costs what waits and not what was ever resolved: with 500 among 550,000 markets 10 ms, and by a
 * scan 0.2 s of three processes. A case is disputed from the first challenge or contradiction on that no decision followed.
 */
const OVERDUE = `SELECT
  (SELECT count(*) FROM markets m JOIN events e ON e.event_id = m.event_id
   WHERE m.status = 'closed' AND e.expiry_seconds <= $1::bigint)::int AS markets,
  (SELECT count(*) FROM cases c WHERE c.status = 'disputed' AND EXISTS (
     SELECT FROM case_steps s
     WHERE s.case_id = c.case_id AND s.what IN ('challenged', 'contradicted')
       AND s.timestamp_ms <= $2::bigint AND NOT EXISTS (
         SELECT FROM case_steps d
         WHERE d.case_id = c.case_id AND d.what = 'decided' AND d.seq > s.seq)
   ))::int AS cases,
  (SELECT count(*) FROM cases c WHERE c.status = 'disputed' AND EXISTS (
     SELECT FROM case_steps s
     WHERE s.case_id = c.case_id AND s.what = 'contradicted' AND NOT EXISTS (
       SELECT FROM case_steps d
       WHERE d.case_id = c.case_id AND d.what = 'decided' AND d.seq > s.seq)
   ))::int AS contradicted`;

const storedStep = (step: Records['CaseStep'], { marketId }: Row): StoredStep => ({
  ...step,
  marketId,
  endings: step.endings === null ? null : endingsOf(step.endings),
});

const endingsOf = (stored: Row['endings']): CaseEndingView[] => {
  assert(Array.isArray(stored), 'the column holds a list');
  return (stored as readonly StoredEnding[]).map((ending) => {
    const marketId = fromHex(ending.marketId, 32);
    assert(marketId !== undefined, 'a market id is 32 bytes');
    return { ...ending, marketId };
  });
};
