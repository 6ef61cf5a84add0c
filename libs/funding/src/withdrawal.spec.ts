import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  WITHDRAWAL_STATUSES,
  advanceWithdrawal,
  newWithdrawal,
  withdrawalDueMs,
  withdrawalStep,
} from './withdrawal';
import { encodeSplit } from './split';
import { netAmountOf } from './withdrawal-gas';
import type { Withdrawal, WithdrawalFact, WithdrawalStatus } from './withdrawal';
import { NOW_MS, bytesOf, signature } from '../test/deposits-under-test';
import { propertyRuns } from '../test/property-runs';

const accepted = (chain: 'ext' | 'main' = 'ext'): Withdrawal =>
  newWithdrawal(
    {
      withdrawalId: bytesOf(32, 1),
      user: bytesOf(32, 2),
      amountMicroUsdc: 10_000,
      gasFeeMicroUsdc: 900,
      chain,
      recipientKind: chain === 'ext' ? 'default' : 'recipient_main',
      recipient: bytesOf(32, 3),
      allowProgramAddress: false,
      nonce: 1,
      builder: null,
      acceptedSeq: 5,
      paymentSeq: 1,
    },
    NOW_MS,
  );

const signed = { kind: 'signed', txSignature: signature(1) } as const;
const expired = { kind: 'expired', txSignature: signature(1) } as const;
const paid = { kind: 'paid', txSignature: signature(1) } as const;
const unpayable = { kind: 'unpayable', failure: 'recipient_unusable' } as const;
const attested = { kind: 'attested', sequence: 4, vaa: bytesOf(9, 9) } as const;
const completed = { kind: 'completed', txSignature: signature(3) } as const;
const settled = { kind: 'settled' } as const;
const refunded = { kind: 'refunded' } as const;

const after = (start: Withdrawal, ...facts: readonly WithdrawalFact[]): Withdrawal =>
  facts.reduce((one, fact) => {
    const outcome = advanceWithdrawal(one, fact, NOW_MS + 1);
    if (outcome.kind === 'advanced') return outcome.next;
    throw new Error(
      `${fact.kind}: ${outcome.kind === 'contradiction' ? outcome.why : 'unchanged'}`,
    );
  }, start);

describe('states', () => {
  it.each<[string, Withdrawal, WithdrawalStatus, string]>([
    ['ext: pending', accepted(), 'pending', 'signing'],
    [
      'ext: pending, its transaction under way',
      after(accepted(), signed),
      'pending',
      'broadcasting',
    ],
    [
      'ext: signed again after proof of expiry',
      after(accepted(), signed, expired),
      'pending',
      'signing',
    ],
    ['ext: pending -> burned', after(accepted(), signed, paid), 'burned', 'settling'],
    ['ext: burned, settled', after(accepted(), signed, paid, settled), 'burned', 'attesting'],
    [
      'ext: burned -> attested',
      after(accepted(), signed, paid, settled, attested),
      'attested',
      'completing',
    ],
    [
      'ext: attested -> completed',
      after(accepted(), signed, paid, settled, attested, completed),
      'completed',
      'ended',
    ],
    [
      'ext: completed before the engine heard of the payment',
      after(accepted(), signed, paid, completed, attested),
      'completed',
      'settling',
    ],
    ['main: pending -> debited', after(accepted('main'), signed, paid), 'debited', 'settling'],
    [
      'main: debited -> completed',
      after(accepted('main'), signed, paid, settled),
      'completed',
      'ended',
    ],
    ['pending, found unpayable', after(accepted(), unpayable), 'pending', 'refunding'],
    [
      'pending -> failed: the whole amount returns',
      after(accepted(), unpayable, refunded),
      'failed',
      'ended',
    ],
  ])('%s', (_row, withdrawal, status, step) => {
    expect([withdrawal.status, withdrawalStep(withdrawal)]).toEqual([status, step]);
  });

  it('debited stands in the history of one to ext', () => {
    const states = after(accepted(), signed, paid).history.map(({ state }) => state);
    expect(states).toEqual(['pending', 'debited', 'burned']);
  });

  it('the recipient gets the amount less the gas fee, and nothing of nothing is accepted', () => {
    expect(netAmountOf(accepted())).toBe(9_100);
    expect(() => newWithdrawal({ ...accepted(), gasFeeMicroUsdc: 10_000 }, 0)).toThrow('nothing');
  });

  it('one that shares its transaction pays more than alone, and from then on its fee is less', () => {
    const split = encodeSplit({
      salt: bytesOf(32, 8),
      rentTo: bytesOf(32, 9),
      entries: [8_000, 9_550].map((amountMicroUsdc) => ({
        account: bytesOf(32, 3),
        amountMicroUsdc,
      })),
    });
    const gasItems = [
      { kind: 'message_rent', microUsdc: 800 },
      { kind: 'markup', microUsdc: 100 },
    ] as const;
    const together = after({ ...accepted(), gasItems }, { ...signed, split, share: 1 });
    expect(together).toMatchObject({ gasFeeMicroUsdc: 900, gasItems, split, share: 1 });
    expect(netAmountOf(together)).toBe(9_550);
    const halves = [
      { kind: 'message_rent', microUsdc: 400 },
      { kind: 'markup', microUsdc: 50 },
    ];
    const isPaid = after(together, paid);
    expect(isPaid).toMatchObject({ gasFeeMicroUsdc: 450, gasItems: halves, split });
    expect(netAmountOf(isPaid)).toBe(9_550);
    const isLone = after(together, expired);
    expect(isLone).toMatchObject({ gasFeeMicroUsdc: 900, gasItems, split: null, share: 0 });
    expect(netAmountOf(isLone)).toBe(9_100);
  });

  it('wait for news where only others can go on', () => {
    expect(withdrawalDueMs(accepted())).toBe(NOW_MS);
    expect(withdrawalDueMs(after(accepted(), signed, paid, settled))).toBeNull();
  });
});

it.each<[string, Withdrawal, WithdrawalFact]>([
  [
    'paid by another transaction',
    after(accepted(), signed),
    { ...paid, txSignature: signature(8) },
  ],
  ['expired, but paid', after(accepted(), signed, paid), expired],
  ['unpayable while a transaction may land', after(accepted(), signed), unpayable],
  ['unpayable, but paid', after(accepted(), signed, paid), unpayable],
  ['refunded, but paid', after(accepted(), signed, paid), refunded],
  ['refunded without proof', accepted(), refunded],
  ['settled, but not paid', after(accepted(), signed), settled],
  ['settled and refunded', after(accepted(), unpayable, refunded), settled],
  ['signed after it was found unpayable', after(accepted(), unpayable), signed],
  ['attested before it was paid', accepted(), attested],
  ['attested on main', after(accepted('main'), signed, paid), attested],
])('cannot be: %s', (_name, withdrawal, fact) => {
  expect(advanceWithdrawal(withdrawal, fact, NOW_MS).kind).toBe('contradiction');
});

const resigned = { ...signed, txSignature: signature(2) };
const anyFact = fc.constantFrom<WithdrawalFact>(
  signed,
  resigned,
  expired,
  { ...expired, txSignature: signature(2) },
  paid,
  { ...paid, txSignature: signature(2) },
  unpayable,
  settled,
  refunded,
  attested,
  completed,
);
const RANK = { pending: 0, debited: 1, burned: 1, attested: 2, completed: 3, failed: 3 };

it('any sequence of facts, in any order, repeated, leads to a legal state that never goes back', () => {
  const failedFrom = new Set<WithdrawalStatus>();
  fc.assert(
    fc.property(
      fc.constantFrom('ext' as const, 'main' as const),
      fc.array(anyFact, { maxLength: 40 }),
      (chain, facts) => {
        let one = accepted(chain);
        for (const fact of facts) {
          const outcome = advanceWithdrawal(one, fact, NOW_MS);
          if (outcome.kind !== 'advanced') continue;
          const { next } = outcome;
          expect(WITHDRAWAL_STATUSES).toContain(next.status);
          expect(RANK[next.status]).toBeGreaterThanOrEqual(RANK[one.status]);
          if (next.status === 'failed' && one.status !== 'failed') failedFrom.add(one.status);
          const wasPaid = next.status !== 'pending' && next.status !== 'failed';
          // Paid and refunded together would be paying twice.
          expect(next.ending).not.toBe(wasPaid ? 'refunded' : 'settled');
          expect(advanceWithdrawal(next, fact, NOW_MS).kind).toBe('unchanged');
          one = next;
        }
      },
    ),
    propertyRuns(300),
  );
  expect([...failedFrom]).toEqual(['pending']);
});
