/** Credits of a proxy wallet whose logs do not say it all, against what its account counts and sums. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { reconcileCredits } from './credit-reconciliation';
import type { CreditTotals, SeenCredit } from './credit-reconciliation';
import { propertyRuns } from '../test/property-runs';

const totals = (creditSeq: number, creditedMicroUsdc: bigint): CreditTotals => ({
  creditSeq,
  creditedMicroUsdc,
});
const logged = (creditSeq: number, amountMicroUsdc: bigint): SeenCredit => ({
  creditSeq,
  amountMicroUsdc,
  atLeastMicroUsdc: 0n,
});
/** Seen in the instructions of a transaction whose log was cut off. */
const instructed = (amountMicroUsdc: bigint): SeenCredit => ({
  creditSeq: null,
  amountMicroUsdc,
  atLeastMicroUsdc: 0n,
});
/** Seen in the balances alone. */
const moved = (atLeastMicroUsdc: bigint): SeenCredit => ({
  creditSeq: null,
  amountMicroUsdc: null,
  atLeastMicroUsdc,
});

const booked = totals(3, 100n);

describe('credits that add up to the account are exact', () => {
  it.each<[string, SeenCredit[], CreditTotals, [number, bigint][]]>([
    ['nothing since', [], booked, []],
    [
      'all were logged',
      [logged(4, 7n), logged(5, 1n)],
      totals(5, 108n),
      [
        [4, 7n],
        [5, 1n],
      ],
    ],
    ['a log was cut off', [instructed(7n)], totals(4, 107n), [[4, 7n]]],
    [
      'cut off between others',
      [logged(4, 1n), instructed(2n), logged(6, 3n)],
      totals(6, 106n),
      [
        [4, 1n],
        [5, 2n],
        [6, 3n],
      ],
    ],
    [
      'one amount is open',
      [logged(4, 1n), moved(0n)],
      totals(5, 109n),
      [
        [4, 1n],
        [5, 8n],
      ],
    ],
    ['it is more than the balances show', [moved(5n)], totals(4, 109n), [[4, 9n]]],
    [
      'several are open, and the balances are the sum',
      [moved(5n), moved(6n)],
      totals(5, 111n),
      [
        [4, 5n],
        [5, 6n],
      ],
    ],
  ])('%s', (_name, seen, account, expected) => {
    const result = reconcileCredits(booked, seen, account);
    expect(result.kind).toBe('exact');
    expect(result.credits.map((one) => [one.creditSeq, one.amountMicroUsdc])).toEqual(expected);
  });
});

describe('credits that do not are in doubt, with the amount', () => {
  it.each<[string, SeenCredit[], CreditTotals, object]>([
    ['none was seen', [], totals(4, 107n), { reason: 'credit_missing', fromSeq: 4, microUsdc: 7n }],
    [
      'one is missing behind a logged one',
      [logged(4, 7n)],
      totals(5, 110n),
      { reason: 'credit_missing', fromSeq: 5, microUsdc: 3n, counted: [4] },
    ],
    [
      'one is missing before a logged one',
      [logged(5, 7n)],
      totals(5, 110n),
      { reason: 'credit_missing', fromSeq: 4, microUsdc: 10n },
    ],
    [
      'one too many',
      [instructed(7n)],
      totals(3, 100n),
      { reason: 'credit_unknown', microUsdc: 0n },
    ],
    [
      'a number that cannot be',
      [logged(5, 7n)],
      totals(4, 107n),
      { reason: 'credit_unknown', microUsdc: 7n },
    ],
    [
      'more is booked than the account has',
      [],
      totals(2, 60n),
      { reason: 'credit_unknown', microUsdc: -40n },
    ],
    [
      'another amount',
      [instructed(7n)],
      totals(4, 108n),
      { reason: 'amount_differs', microUsdc: 8n },
    ],
    [
      'less than the balances prove',
      [moved(9n)],
      totals(4, 108n),
      { reason: 'amount_differs', microUsdc: 8n },
    ],
    [
      'a credit of nothing',
      [moved(0n)],
      totals(4, 100n),
      { reason: 'amount_differs', microUsdc: 0n },
    ],
    [
      'one that no balance can hold',
      [logged(4, 1n), instructed(2n ** 53n), logged(6, 3n)],
      totals(6, 104n + 2n ** 53n),
      { reason: 'amount_too_large', fromSeq: 5, microUsdc: 3n + 2n ** 53n, counted: [4] },
    ],
    [
      'such a one behind one that is missing',
      [logged(4, 1n), logged(5, 2n ** 53n)],
      totals(7, 200n + 2n ** 53n),
      { reason: 'credit_missing', fromSeq: 5, counted: [4] },
    ],
    [
      'two are open',
      [logged(4, 1n), moved(1n), moved(2n)],
      totals(6, 108n),
      { reason: 'amount_open', fromSeq: 5, microUsdc: 7n, counted: [4] },
    ],
  ])('%s', (_name, seen, account, { counted = [], ...expected }: { counted?: number[] }) => {
    const result = reconcileCredits(booked, seen, account);
    expect(result).toMatchObject({ kind: 'in_doubt', ...expected });
    expect(result.credits.map(({ creditSeq }) => creditSeq)).toEqual(counted);
  });
});

describe('whatever the logs leave out', () => {
  const history = fc.array(
    fc.record({
      amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
      shown: fc.constantFrom('logged', 'instructed', 'moved', 'hidden'),
      inSameTransaction: fc.bigInt({ min: 0n, max: 1_000_000n }),
    }),
    { maxLength: 8 },
  );

  it('nothing is credited that the vault did not credit, and nothing is skipped silently', () => {
    fc.assert(
      fc.property(history, fc.nat(8), (credits, bookedCount) => {
        const isBooked = (at: number): boolean => at < Math.min(bookedCount, credits.length);
        const sumOf = (until: number): bigint =>
          credits.slice(0, until).reduce((sum, { amount }) => sum + amount, 0n);
        const done = credits.filter((_, at) => isBooked(at)).length;
        const seen = credits.flatMap(({ amount, shown, inSameTransaction }, at): SeenCredit[] => {
          if (isBooked(at) || shown === 'hidden') return [];
          if (shown === 'logged') return [logged(at + 1, amount)];
          if (shown === 'instructed') return [instructed(amount)];
          return [moved(amount > inSameTransaction ? amount - inSameTransaction : 0n)];
        });
        const account = totals(credits.length, sumOf(credits.length));
        const result = reconcileCredits(totals(done, sumOf(done)), seen, account);
        for (const { creditSeq, amountMicroUsdc } of result.credits) {
          expect(amountMicroUsdc).toBe(credits[creditSeq - 1]?.amount);
        }
        const counted = result.credits.reduce((sum, one) => sum + one.amountMicroUsdc, sumOf(done));
        const left = account.creditedMicroUsdc - counted;
        expect(result.kind === 'exact' ? 0n : result.microUsdc).toBe(left);
        expect(result.credits.map(({ creditSeq }) => creditSeq)).toEqual(
          result.credits.map((_, at) => done + 1 + at),
        );
        const isHidden = credits.some((one, at) => one.shown === 'hidden' && !isBooked(at));
        const open = seen.filter(({ amountMicroUsdc }) => amountMicroUsdc === null);
        expect(result.kind === 'exact' || isHidden || open.length > 1).toBe(true);
      }),
      propertyRuns(500),
    );
  });
});
