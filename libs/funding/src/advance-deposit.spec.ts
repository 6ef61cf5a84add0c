import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  DEPOSIT_PHASES,
  DEPOSIT_STEPS,
  depositDueMs,
  isAtDepositAddress,
  isSwapped,
} from './deposit';
import type { Deposit, DepositPhase, DepositStep } from './deposit';
import { advanceDeposit } from './advance-deposit';
import type { DepositFact } from './deposit-fact';
import { FACT, NOW_MS, TRANSFER_ID, after, found } from '../test/deposits-under-test';
import { propertyRuns } from '../test/property-runs';

const { accepted, transfer_signed: signed, transfer_sent: sent } = FACT;
const kindOf = (deposit: Deposit, fact: DepositFact): string =>
  advanceDeposit(deposit, fact, NOW_MS + 99).kind;

describe('phases of the interface', () => {
  const ext = found();
  const token = found('ext_token');
  const tokenAccepted = { ...accepted, next: 'swapping' } as const;
  const credited = { ...FACT.credited, amountMicroUsdc: 4_990_000 };
  it.each<[string, Deposit, DepositPhase, DepositStep]>([
    ['(none) -> detected: an incoming transfer is seen', ext, 'detected', 'deciding'],
    ['detected: accepted, within minimum and caps', after(ext, accepted), 'detected', 'bridging'],
    [
      'detected -> swapped: the swap completes',
      after(token, tokenAccepted, FACT.swapped),
      'swapped',
      'bridging',
    ],
    ['detected -> bridged', after(ext, accepted, signed, sent), 'bridged', 'attesting'],
    [
      'swapped -> bridged',
      after(token, tokenAccepted, FACT.swapped, signed, sent),
      'bridged',
      'attesting',
    ],
    [
      'bridged -> credited: the vault credits',
      after(
        ext,
        accepted,
        signed,
        sent,
        FACT.transfer_attested,
        FACT.transfer_completed,
        FACT.credited,
      ),
      'credited',
      'ended',
    ],
    [
      'swapped, bridged -> credited with what the swap brought',
      after(token, tokenAccepted, FACT.swapped, signed, sent, credited),
      'credited',
      'ended',
    ],
    ['(none) -> queued: the daily cap is exceeded', after(ext, FACT.queued), 'queued', 'waiting'],
    [
      'queued -> detected: after the reset',
      after(ext, FACT.queued, accepted),
      'detected',
      'bridging',
    ],
    [
      '(none) -> rejected: below the minimum or above the cap',
      after(ext, FACT.rejected),
      'rejected',
      'ended',
    ],
    [
      'queued -> rejected: by an operator',
      after(ext, FACT.queued, FACT.operator_rejected),
      'rejected',
      'ended',
    ],
    [
      'failed, and tried again by itself',
      after(ext, accepted, FACT.attempt_failed),
      'failed',
      'deciding',
    ],
    [
      'failed for good',
      after(ext, accepted, { ...FACT.attempt_failed, retryAtMs: null }),
      'failed',
      'ended',
    ],
    ['USDC on main -> credited', after(found('main_usdc'), FACT.credited), 'credited', 'ended'],
    [
      'lamports on main: swept, then credited',
      after(found('main_native'), { ...accepted, next: 'sweeping' }, FACT.swept, FACT.credited),
      'credited',
      'ended',
    ],
  ])('%s', (_row, deposit, phase, step) => {
    expect([deposit.phase, deposit.step]).toEqual([phase, step]);
  });

  it('say in the history what happened, when, why and by which transaction', () => {
    const deposit = after(found(), FACT.queued, FACT.queued, accepted, signed, sent);
    expect(deposit.history.map(({ state, reason }) => [state, reason])).toEqual([
      ['detected', null],
      ['queued', 'daily_cap'],
      ['accepted', null],
      ['sending', null],
      ['bridged', null],
    ]);
    expect(deposit.history.at(-1)!.txSignature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
  });
});

describe('facts', () => {
  const sending = after(found(), accepted, signed);
  it('that are repeated change nothing', () => {
    const steps = [accepted, signed, sent, FACT.transfer_attested, FACT.transfer_completed];
    let deposit = found();
    for (const [index, fact] of [...steps, FACT.credited].entries()) {
      deposit = after(deposit, fact);
      for (const earlier of [...steps, FACT.credited].slice(1, index + 1)) {
        expect([earlier.kind, kindOf(deposit, earlier)]).toEqual([earlier.kind, 'unchanged']);
      }
    }
  });

  it('that overtake others lead on, and what they overtook still fills in what was not known', () => {
    const done = after(sending, FACT.credited);
    expect([done.phase, done.transferSequence]).toEqual(['credited', null]);
    const filled = after(done, sent, FACT.transfer_completed);
    expect(filled).toMatchObject({ phase: 'credited', transferSequence: 11 });
    expect(filled.mainSignature).toEqual(FACT.transfer_completed.txSignature);
  });

  it.each([sent, FACT.transfer_attested, FACT.transfer_completed])(
    'of a transfer tell its number, whichever is the first: $kind',
    (fact) => {
      expect(after(sending, fact).transferSequence).toBe(11);
      expect(after(sending, FACT.credited, fact).transferSequence).toBe(11);
    },
  );

  it('of a transfer under another number contradict', () => {
    const facts = [sent, FACT.transfer_attested, FACT.transfer_completed];
    for (const first of facts) {
      for (const fact of facts) {
        const other = { ...fact, sequence: 12 };
        expect(kindOf(after(sending, first), other)).toBe('contradiction');
      }
    }
  });

  it('about an expired transfer sign it again, with another id, once', () => {
    const again = after(sending, FACT.transfer_expired);
    expect(again).toMatchObject({ step: 'bridging', attempt: 2, transferId: null });
    expect(kindOf(again, FACT.transfer_expired)).toBe('unchanged');
    const second = after(again, { ...signed, transferId: 'second' });
    expect(second).toMatchObject({ step: 'sending', attempt: 2, transferId: 'second' });
    expect(kindOf(second, FACT.transfer_expired)).toBe('unchanged');
    // The expiry was not proven after all: the money was sent twice.
    expect(kindOf(second, sent)).toBe('contradiction');
  });

  it.each<[string, Deposit, DepositFact]>([
    ['a transfer sent that was never signed', after(found(), accepted), sent],
    ['a transfer of another id', sending, { ...sent, transferId: 'x' }],
    ['an expiry of what was sent', after(sending, sent), FACT.transfer_expired],
    ['a credit of another amount', sending, { ...FACT.credited, amountMicroUsdc: 1 }],
    ['a second credit', after(sending, FACT.credited), { ...FACT.credited, creditSeq: 4 }],
    ['a credit of what was rejected', after(found(), FACT.rejected), FACT.credited],
    ['a swap before the decision', found('ext_token'), FACT.swapped],
    [
      'a failure of an attempt to come',
      after(found(), accepted),
      { ...FACT.attempt_failed, attempt: 2 },
    ],
  ])('that cannot be true are contradictions: %s', (_name, deposit, fact) => {
    expect(kindOf(deposit, fact)).toBe('contradiction');
  });

  it('give back what a deposit holds of the cap, until it is judged again for its next try', () => {
    const retried = after(found(), accepted, FACT.attempt_failed);
    expect(retried).toMatchObject({ retryable: true, attempt: 2, stage: 'bridge' });
    expect(retried).toMatchObject({ step: 'deciding', reservation: null });
    const again = after(retried, accepted);
    expect(again).toMatchObject({ step: 'bridging', attempt: 2 });
    expect(again.reservation).toEqual(accepted.reservation);
    expect(kindOf(retried, FACT.attempt_failed)).toBe('unchanged');
    const final = { ...FACT.attempt_failed, attempt: 2, retryAtMs: null };
    expect(after(again, final)).toMatchObject({ retryable: false, reservation: null });
  });

  it('judge a swap that failed again, which holds nothing of the cap until then and keeps count of its tries', () => {
    const swap = { ...accepted, next: 'swapping' } as const;
    const failed = { ...FACT.attempt_failed, stage: 'swap' } as const;
    const retried = after(found('ext_token'), swap, failed);
    expect(retried).toMatchObject({
      phase: 'failed',
      step: 'deciding',
      retryable: true,
      attempt: 2,
    });
    expect(retried.reservation).toBeNull();
    expect(depositDueMs(retried)).toBe(NOW_MS + 5);
    expect(kindOf(retried, failed)).toBe('unchanged');
    expect(after(retried, FACT.queued)).toMatchObject({ phase: 'queued', attempt: 2 });
    const again = after(retried, swap);
    expect(again).toMatchObject({ phase: 'detected', step: 'swapping', attempt: 2 });
    expect(again.reservation).toEqual(swap.reservation);
    const final = { ...failed, attempt: 2, retryAtMs: null };
    expect(after(again, final)).toMatchObject({
      step: 'ended',
      retryable: false,
      reservation: null,
    });
  });

  describe('of a swap that held nothing of the cap', () => {
    const unlisted = { ...accepted, next: 'swapping', reservation: null } as const;
    const asUsdc = { ...accepted, reservation: { day: 20_000, microUsdc: 4_990_000 } };
    const swapped = after(found('ext_token'), unlisted, FACT.swapped);

    it('are followed by another judgement, of what it brought', () => {
      expect(swapped).toMatchObject({ phase: 'swapped', step: 'deciding', attempt: 1 });
      expect(depositDueMs(swapped)).toBe(swapped.updatedMs);
      expect(isAtDepositAddress(swapped)).toBe(true);
      const queued = after(swapped, FACT.queued);
      expect(queued).toMatchObject({ phase: 'queued', step: 'waiting', reservation: null });
      for (const judged of [swapped, queued]) {
        const bridging = after(judged, asUsdc);
        expect(bridging).toMatchObject({ phase: 'swapped', step: 'bridging' });
        expect(bridging).toMatchObject({ amountMicroUsdc: 4_990_000, tier: 0 });
        const reported = judged === queued ? ['swapped', 'queued', 'accepted'] : ['swapped'];
        expect(bridging.history.slice(2).map(({ state }) => state)).toEqual(reported);
        expect(bridging.reservation).toEqual(asUsdc.reservation);
      }
    });

    it('come again and change nothing, and another swap contradicts', () => {
      const states = [swapped, after(swapped, FACT.queued), after(swapped, asUsdc, signed)];
      for (const deposit of states) {
        expect(kindOf(deposit, FACT.swapped)).toBe('unchanged');
        const other = { ...FACT.swapped, txSignature: new Uint8Array(64) };
        expect(kindOf(deposit, other)).toBe('contradiction');
      }
      expect(kindOf(swapped, unlisted)).toBe('contradiction');
    });

    it('lead straight to the bridge where an operator has let it pass', () => {
      const released = after(found('ext_token'), FACT.queued, FACT.released, unlisted);
      expect(after(released, FACT.swapped)).toMatchObject({ phase: 'swapped', step: 'bridging' });
    });
  });

  it('of an operator leave the count of its tries, as each has a transaction of its own', () => {
    const swap = { ...accepted, next: 'swapping' } as const;
    const failed = { ...FACT.attempt_failed, stage: 'swap' } as const;
    const waiting = after(found('ext_token'), swap, failed, FACT.queued);
    expect(after(waiting, FACT.released, swap)).toMatchObject({ step: 'swapping', attempt: 2 });
  });

  it('say when somebody should look: now, at a time, or when there is news', () => {
    expect(depositDueMs(found())).toBe(NOW_MS);
    expect(depositDueMs(after(found(), FACT.queued))).toBe(NOW_MS + 9);
    expect(depositDueMs(after(found(), { ...FACT.queued, retryAtMs: null }))).toBeNull();
    const midnight = { ...FACT.queued, retryAtMs: NOW_MS + 12 * 3_600_000 };
    const waiting = after(found(), midnight);
    expect(depositDueMs(waiting)).toBe(waiting.updatedMs + 15 * 60_000);
    expect(depositDueMs(after(found('ext_token'), midnight))).toBe(midnight.retryAtMs);
    expect(depositDueMs(after(found(), accepted, FACT.attempt_failed))).toBe(NOW_MS + 5);
    expect(depositDueMs(sending)).toBeNull();
  });
});

const phasesOfStep: Readonly<Record<DepositStep, readonly DepositPhase[]>> = {
  deciding: ['detected', 'queued', 'swapped', 'failed'],
  waiting: ['queued'],
  swapping: ['detected', 'failed'],
  sweeping: ['detected', 'failed'],
  bridging: ['detected', 'swapped', 'failed'],
  sending: ['detected', 'swapped'],
  attesting: ['bridged'],
  completing: ['bridged'],
  crediting: ['bridged', 'detected'],
  ended: ['credited', 'rejected', 'failed'],
};

const anyFact: fc.Arbitrary<DepositFact> = fc.oneof(
  fc.constantFrom(...Object.values(FACT)),
  fc.constantFrom<DepositFact>(
    { ...accepted, next: 'swapping' },
    { ...accepted, next: 'swapping', reservation: null },
    { ...accepted, next: 'sweeping' },
    { ...signed, transferId: 'second' },
    { ...sent, transferId: 'second' },
    { ...FACT.transfer_expired, transferId: 'second' },
    { ...FACT.credited, amountMicroUsdc: 4_990_000 },
    { ...FACT.attempt_failed, retryAtMs: null },
    { ...FACT.attempt_failed, stage: 'swap' },
    { ...FACT.attempt_failed, stage: 'swap', attempt: 2 },
  ),
);
const anyDeposit = fc
  .constantFrom('ext_usdc', 'ext_token', 'ext_native', 'main_usdc', 'main_native')
  .map((source) => found(source as never));

describe('any sequence of facts, in any order, repeated', () => {
  it('leads to a legal state, and never back from an end', () => {
    fc.assert(
      fc.property(anyDeposit, fc.array(anyFact, { maxLength: 40 }), (start, facts) => {
        let deposit = start;
        for (const [index, fact] of facts.entries()) {
          const outcome = advanceDeposit(deposit, fact, NOW_MS + index);
          if (outcome.kind !== 'advanced') continue;
          expect(deposit.step !== 'ended' || outcome.next.phase === deposit.phase).toBe(true);
          deposit = outcome.next;
          expect(DEPOSIT_STEPS).toContain(deposit.step);
          expect(DEPOSIT_PHASES).toContain(deposit.phase);
          expect(phasesOfStep[deposit.step]).toContain(deposit.phase);
          expect(deposit.phase === 'credited').toBe(deposit.creditSeq !== null);
          const isReleased = deposit.phase === 'queued' && deposit.step === 'deciding';
          const heldUp = ['queued', 'rejected', 'failed'].includes(deposit.phase);
          expect(deposit.reason !== null).toBe(heldUp && !isReleased);
          // Nothing leaves for the bridge without a reservation of the daily cap, unless an operator released it.
          const isJudged = !isSwapped(deposit) || deposit.released || deposit.reservation !== null;
          expect(deposit.step !== 'bridging' || isJudged).toBe(true);
          expect(deposit.step !== 'sending' || deposit.transferId !== null).toBe(true);
          expect(kindOf(deposit, fact)).not.toBe('contradiction');
        }
      }),
      propertyRuns(300),
    );
  });

  it('money in = credited + left at its address + in flight, to the micro-USDC', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyDeposit, fc.array(anyFact, { maxLength: 25 })), { maxLength: 8 }),
        (histories) => {
          const deposits = histories.map(([start, facts]) =>
            facts.reduce((one, fact) => {
              const outcome = advanceDeposit(one, fact, NOW_MS);
              return outcome.kind === 'advanced' ? outcome.next : one;
            }, start),
          );
          const sum = (some: readonly Deposit[], of: (one: Deposit) => number): number =>
            some.reduce((total, one) => total + of(one), 0);
          const left = deposits.filter((one) => one.step === 'ended' && one.phase !== 'credited');
          const flying = deposits.filter((one) => one.step !== 'ended');
          const credited = sum(deposits, (one) => one.creditedMicroUsdc);
          const amount = (one: Deposit): number => one.amountMicroUsdc;
          expect(sum(deposits, amount)).toBe(credited + sum(left, amount) + sum(flying, amount));
          for (const one of left) expect(isAtDepositAddress(one)).toBe(false);
          for (const one of deposits) {
            const expected = one.phase === 'credited' ? one.amountMicroUsdc : 0;
            expect(one.creditedMicroUsdc).toBe(expected);
          }
        },
      ),
      propertyRuns(300),
    );
  });

  it('facts of one transfer lead to one end in whatever order they come', () => {
    const facts = [sent, FACT.transfer_attested, FACT.transfer_completed, FACT.credited];
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 }),
        (shuffled) => {
          const end = shuffled.reduce(
            (one, fact) => {
              const outcome = advanceDeposit(one, fact, NOW_MS);
              expect(outcome.kind).not.toBe('contradiction');
              return outcome.kind === 'advanced' ? outcome.next : one;
            },
            after(found(), accepted, signed),
          );
          expect(end).toMatchObject({
            phase: 'credited',
            step: 'ended',
            transferId: TRANSFER_ID,
            transferSequence: 11,
            creditSeq: 3,
          });
          expect(end.mainSignature).toEqual(FACT.transfer_completed.txSignature);
        },
      ),
      propertyRuns(300),
    );
  });
});
