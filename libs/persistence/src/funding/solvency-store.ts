import type { SolvencyLine, SolvencyRound } from '@bellwether/funding';
import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { flag, integer, jsonList, nullable } from './columns';
import { Table } from './table';

/** One solvency check: the ledger at `seq`, the chain at `slot`. */
export interface StoredSolvencyRound extends SolvencyRound {
  readonly timestampMs: number;
  readonly seq: number;
  readonly slot: number;
  readonly alarm: boolean;
  /** When the check paused withdrawals because rows were behind: it resumes them itself. Null: an operator does. */
  readonly resumesSinceMs: number | null;
}

const ROUNDS = new Table<StoredSolvencyRound>(
  'solvency_rounds',
  {
    timestampMs: integer('timestamp_ms'),
    seq: integer('seq'),
    slot: integer('slot'),
    differenceMicroUsdc: integer('difference_micro_usdc'),
    lines: jsonList<SolvencyLine>('lines'),
    alarm: flag('alarm'),
    resumesSinceMs: nullable(integer('resumes_since_ms')),
  },
  [],
);

/** Solvency checks, newest last. */
export class SolvencyStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async append(round: StoredSolvencyRound): Promise<void> {
    await this.connections.statement((client) => ROUNDS.insert(client, round));
  }

  /** The last `count` checks, oldest first, as `isSolvencyAlarm` takes them. */
  async latest(count: number): Promise<StoredSolvencyRound[]> {
    const rounds = await this.connections.statement((client) =>
      ROUNDS.select(client, 'ORDER BY round_id DESC LIMIT $1', [count]),
    );
    return rounds.toReversed();
  }

  /** The last check, and since when checks have had its outcome: a difference, or none. `null` before the first. */
  async state(): Promise<(StoredSolvencyRound & { readonly sinceMs: number }) | null> {
    return this.connections.transaction(async (client) => {
      const last = await ROUNDS.first(client, 'ORDER BY round_id DESC');
      if (last === null) return null;
      const { rows } = await client.query<{ since_ms: string }>(
        `SELECT min(timestamp_ms) AS since_ms FROM solvency_rounds
         WHERE round_id > (SELECT coalesce(max(round_id), 0) FROM solvency_rounds
                           WHERE (difference_micro_usdc = 0) <> $1)`,
        [last.differenceMicroUsdc === 0],
      );
      return { ...last, sinceMs: Number(rows[0]?.since_ms ?? last.timestampMs) };
    });
  }

  /** When rows were last found to be behind the engine's books; null: never. */
  async rowsBehindMs(): Promise<number | null> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ behind: string | null }>(
        'SELECT rows_behind_ms AS behind FROM funding_settings',
      ),
    );
    const behind = rows[0]?.behind ?? null;
    return behind === null ? null : Number(behind);
  }

  /** Whether an operator has requested a pause since then, which changes nothing while there is one. */
  async hasOperatorPaused(sinceMs: number): Promise<boolean> {
    const { rows } = await this.connections.statement((client) =>
      client.query(
        `SELECT 1 FROM audit_rows WHERE timestamp_ms >= $1 AND path LIKE '%/withdrawals/pause%' LIMIT 1`,
        [sinceMs],
      ),
    );
    return rows.length > 0;
  }

  /** Deletes checks before `beforeMs`: there is one a minute. @returns the number deleted */
  async purge(beforeMs: number): Promise<number> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ count: string }>(
        `WITH purged AS (DELETE FROM solvency_rounds WHERE timestamp_ms < $1 RETURNING 1)
         SELECT count(*) FROM purged`,
        [beforeMs],
      ),
    );
    return toNumber(BigInt(rows[0]?.count ?? 0));
  }
}
