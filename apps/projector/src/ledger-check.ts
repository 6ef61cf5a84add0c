/**
 * Compares the ledger in PostgreSQL with the engine's own books: running sums with running sums, as of the same
 * command. Nothing is summed up again, so the cost does not grow with the ledger. A difference is checked again until
 * history must have everything, because a command's events may still be under way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineClient } from '@bellwether/bus';
import { LEDGER_ACCOUNTS, ledgerOfBooks } from '@bellwether/exchange';
import type { LedgerSums } from '@bellwether/exchange';
import type { LedgerHistory, Projection } from '@bellwether/persistence';
import { LEDGER_CHECK_ATTEMPTS, LEDGER_CHECK_PAUSE_MS } from './limits';

export interface LedgerCheckDependencies {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly ledger: Pick<LedgerHistory, 'sumsAsOf'>;
  readonly projection: Pick<Projection, 'cursor'>;
}

export interface CheckedLedger {
  /** The command as of which both were compared. */
  readonly seq: number;
  /** The sum of the absolute differences. 0, or money is missing or too much somewhere. */
  readonly differenceMicroUsdc: number;
  readonly ledger: LedgerSums;
  readonly books: LedgerSums;
}

/**
 * @returns `null` if history is too far behind to be compared
 * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED, HISTORY_UNAVAILABLE
 */
export async function checkLedger(
  { engine, ledger, projection }: LedgerCheckDependencies,
  signal: AbortSignal,
): Promise<CheckedLedger | null> {
  const { seq, view } = await engine.query('solvency', {});
  // Read afterwards: history that has this command's events has all events before `seq`.
  const { lastEventSeq } = (await engine.query('status', {})).view;
  const books = ledgerOfBooks(view);
  let found: CheckedLedger | null = null;
  for (let attempt = 1; attempt <= LEDGER_CHECK_ATTEMPTS && !signal.aborted; attempt++) {
    const isThere = (await projection.cursor()).seq >= lastEventSeq;
    if (isThere) found = compared(seq, books, await ledger.sumsAsOf(seq));
    if (found?.differenceMicroUsdc === 0) break;
    await sleep(LEDGER_CHECK_PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  return signal.aborted ? null : found;
}

const compared = (seq: number, books: LedgerSums, ledger: LedgerSums): CheckedLedger => ({
  seq,
  books,
  ledger,
  differenceMicroUsdc: LEDGER_ACCOUNTS.reduce(
    (sum, kind) => sum + Math.abs(ledger[kind] - books[kind]),
    0,
  ),
});
