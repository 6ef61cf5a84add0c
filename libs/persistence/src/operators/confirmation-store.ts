import { CodedError, assert } from '@bellwether/errors';
import { bytesColumn, recordOf, textColumn } from '../column-values';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Confirmation as ConfirmationRow } from '../generated/client';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';

export const DECISIONS = ['confirmed', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];

/** An act of one operator that needs the word of another. Times in Unix milliseconds. */
export type Confirmation = Omit<Records['Confirmation'], 'decision'> & {
  readonly decision: Decision | null;
};

export type NewConfirmation = Omit<
  Confirmation,
  'confirmationId' | 'decision' | 'decidedBy' | 'decidedMs' | 'spentMs'
>;

export interface ConfirmationDecision {
  readonly confirmationId: number;
  readonly decision: Decision;
  readonly decidedBy: string;
  readonly decidedMs: number;
}

/** All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class ConfirmationStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** The latest of this act that has not ended, was not rejected, and is not spent. */
  async ofAct(actHash: Uint8Array, nowMs: number): Promise<Confirmation | null> {
    const row = await this.connections.query((prisma) =>
      prisma.confirmation.findFirst({
        where: {
          actHash: bytesColumn(actHash),
          endsMs: { gt: nowMs },
          spentMs: null,
          OR: [{ decision: null }, { decision: 'confirmed' }],
        },
        orderBy: { confirmationId: 'desc' },
      }),
    );
    return row && present(row);
  }

  async add(asked: NewConfirmation): Promise<Confirmation> {
    const data = {
      ...asked,
      body: textColumn(asked.body),
      actHash: bytesColumn(asked.actHash),
    };
    return present(await this.connections.query((prisma) => prisma.confirmation.create({ data })));
  }

  async confirmation(confirmationId: number): Promise<Confirmation> {
    const row = await this.connections.query((prisma) =>
      prisma.confirmation.findUnique({ where: { confirmationId } }),
    );
    if (row === null) throw notFound(confirmationId);
    return present(row);
  }

  /** Of two requests at once, one spends it. @returns whether this one did */
  async spend(confirmationId: number, nowMs: number): Promise<boolean> {
    const where = { confirmationId, decision: 'confirmed', spentMs: null, endsMs: { gt: nowMs } };
    const { count } = await this.connections.query((prisma) =>
      prisma.confirmation.updateMany({ where, data: { spentMs: nowMs } }),
    );
    return count === 1;
  }

  /** How many wait for a decision, of one operator. */
  async openOf(operator: string, nowMs: number): Promise<number> {
    return this.connections.query((prisma) =>
      prisma.confirmation.count({
        where: { operator, decision: null, endsMs: { gt: nowMs } },
      }),
    );
  }

  /** Newest first; `before` is a confirmation's id. `openAtMs`: those alone that wait for a decision then. */
  async list(page: PageRequest, openAtMs: number | null): Promise<Page<Confirmation>> {
    const isOpen = openAtMs === null ? {} : { decision: null, endsMs: { gt: openAtMs } };
    const isBefore = page.before === undefined ? {} : { confirmationId: { lt: page.before } };
    const rows = await this.connections.query((prisma) =>
      prisma.confirmation.findMany({
        where: { ...isOpen, ...isBefore },
        orderBy: { confirmationId: 'desc' },
        take: rowsToRead(page),
      }),
    );
    return pageOf(rows.map(present), page);
  }

  /**
   * The first decision counts; the same one again is answered as it was.
   * @throws CodedError CONFIRMATION_NOT_FOUND; CONFIRMATION_ENDED if it was decided otherwise, or its time is over
   */
  async decide(decided: ConfirmationDecision): Promise<Confirmation> {
    const { confirmationId, decision, decidedBy, decidedMs } = decided;
    const [row] = await this.connections.query((prisma) =>
      prisma.confirmation.updateManyAndReturn({
        where: { confirmationId, decision: null, endsMs: { gt: decidedMs } },
        data: { decision, decidedBy, decidedMs },
      }),
    );
    if (row !== undefined) return present(row);
    const found = await this.confirmation(confirmationId);
    if (found.decision === decision && found.decidedBy === decidedBy) return found;
    throw new CodedError('CONFIRMATION_ENDED', {
      confirmation_id: confirmationId,
      decision: found.decision,
      decided_by: found.decidedBy,
      ends_at: Math.floor(found.endsMs / 1_000),
    });
  }
}

const notFound = (confirmationId: number): CodedError =>
  new CodedError('CONFIRMATION_NOT_FOUND', { confirmation_id: confirmationId });

function present(row: ConfirmationRow): Confirmation {
  const decision = DECISIONS.find((one) => one === row.decision) ?? null;
  assert(decision === row.decision, () => `the column holds the decision ${row.decision}`);
  return { ...recordOf(row), decision };
}
