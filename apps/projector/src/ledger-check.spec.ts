import { describe, expect, it } from 'vitest';
import { Exchange, ledgerOfBooks } from '@bellwether/exchange';
import type { LedgerSums } from '@bellwether/exchange';
import { checkLedger } from './ledger-check';
import type { LedgerCheckDependencies } from './ledger-check';

const never = new AbortController().signal;

/** An engine after one credit, and a history whose cursor and sums are read again and again. */
function world(cursors: readonly number[], sums: readonly Partial<LedgerSums>[]) {
  const exchange = new Exchange({ network: 'test' });
  const credit = { user: new Uint8Array(32), amount: 70, reference: 'r' };
  const command = { kind: 'test_credit', ...credit } as const;
  exchange.apply({ seq: 1, timestampMs: 1, lane: 'admin', command });
  const books = ledgerOfBooks(exchange.solvency());
  const asked: number[] = [];
  const next = <T>(answers: readonly T[], at: number): T =>
    answers[Math.min(at, answers.length - 1)]!;
  let cursor = 0;
  const engine = {
    query: (what: string) =>
      Promise.resolve({
        seq: exchange.lastSeq,
        timestampMs: 1,
        view: what === 'solvency' ? exchange.solvency() : exchange.status(),
      }),
  };
  const parts = {
    engine: engine as unknown as LedgerCheckDependencies['engine'],
    projection: {
      cursor: () => Promise.resolve({ streamSequence: 0, seq: next(cursors, cursor++), index: 0 }),
    },
    ledger: {
      sumsAsOf: (seq: number) => Promise.resolve({ ...books, ...next(sums, asked.push(seq) - 1) }),
    },
  };
  return { parts, asked };
}

describe('the check of the ledger', () => {
  it('finds no difference where the sums are those of the books, as of the same command', async () => {
    const { parts, asked } = world([1], [{}]);
    expect(await checkLedger(parts, never)).toMatchObject({ seq: 1, differenceMicroUsdc: 0 });
    expect(asked).toEqual([1]);
  });

  it('waits for history to have the command', async () => {
    const { parts, asked } = world([0, 0, 1], [{}]);
    expect(await checkLedger(parts, never)).toMatchObject({ differenceMicroUsdc: 0 });
    expect(asked).toEqual([1]);
  });

  it('looks again before it tells of a difference', async () => {
    const { parts } = world([1], [{ user: 0 }, {}]);
    expect(await checkLedger(parts, never)).toMatchObject({ differenceMicroUsdc: 0 });
  });

  it('adds up what differs, also where it would cancel out', async () => {
    const { parts } = world([1], [{ user: 69, gas_revenue: 1 }]);
    expect(await checkLedger(parts, never)).toMatchObject({ differenceMicroUsdc: 2 });
  });

  it('compares nothing while history is behind', async () => {
    const { parts, asked } = world([0], [{}]);
    expect(await checkLedger(parts, never)).toBe(null);
    expect(asked).toEqual([]);
  });
});
