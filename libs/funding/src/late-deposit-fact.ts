/** Facts that are not for the step at which a deposit is: a repeat, a contradiction, or what fills in what was not known. */
import { sameBytes } from '@bellwether/codec';
import { isSwapped } from './deposit';
import type { Deposit, DepositStep, FailureStage } from './deposit';
import { STEPS_OF_FACT } from './deposit-fact';
import type { DepositFact, DepositFactKind } from './deposit-fact';
import { UNCHANGED, advanced, contradiction } from './outcome';
import type { Outcome } from './outcome';

/** How far along a step is. Steps of one rank are alternatives. */
const RANK: Readonly<Record<DepositStep, number>> = {
  deciding: 0,
  waiting: 0,
  swapping: 1,
  sweeping: 1,
  bridging: 2,
  sending: 3,
  attesting: 4,
  completing: 5,
  crediting: 6,
  ended: 7,
};

/** Facts that cannot be true of money that was left where it lay. */
const MOVES_MONEY: ReadonlySet<DepositFactKind> = new Set([
  'swapped',
  'swept',
  'transfer_signed',
  'transfer_sent',
  'transfer_attested',
  'transfer_completed',
  'credited',
]);

const JUDGED_AT: ReadonlySet<DepositStep> = new Set(STEPS_OF_FACT.accepted);

const STEP_OF_STAGE: Readonly<Record<FailureStage, DepositStep>> = {
  swap: 'swapping',
  sweep: 'sweeping',
  bridge: 'bridging',
};

/** What a fact says about another transfer, attempt or amount than the deposit has. */
export function staleness(deposit: Deposit, fact: DepositFact): Outcome<Deposit> | null {
  switch (fact.kind) {
    case 'transfer_expired':
      return fact.transferId === deposit.transferId ? null : UNCHANGED;
    case 'transfer_sent':
    case 'transfer_attested':
    case 'transfer_completed': {
      const { transferId, transferSequence: known } = deposit;
      if (fact.transferId !== transferId) {
        return contradiction(
          `${fact.kind} of ${fact.transferId}, which is not the transfer under way`,
        );
      }
      return known === null || known === fact.sequence
        ? null
        : contradiction(`${fact.kind} under the number ${fact.sequence}, which was ${known}`);
    }
    case 'accepted':
      return isSwapped(deposit) && fact.next !== 'bridging' && JUDGED_AT.has(deposit.step)
        ? contradiction(`accepted for ${fact.next}, but it was swapped`)
        : null;
    case 'swapped':
      // It may be judged once more after its swap, which is a step from before.
      if (deposit.swapSignature === null) return null;
      return sameBytes(fact.txSignature, deposit.swapSignature)
        ? UNCHANGED
        : contradiction('swapped by another transaction than before');
    case 'attempt_failed':
      if (deposit.step === STEP_OF_STAGE[fact.stage] && fact.attempt > deposit.attempt) {
        return contradiction(
          `attempt ${fact.attempt} failed, but only ${deposit.attempt} was begun`,
        );
      }
      return deposit.step === STEP_OF_STAGE[fact.stage] && fact.attempt === deposit.attempt
        ? null
        : UNCHANGED;
    case 'credited':
      if (deposit.phase === 'credited') {
        return deposit.creditSeq === fact.creditSeq
          ? UNCHANGED
          : contradiction(`credited by ${deposit.creditSeq} and by ${fact.creditSeq}`);
      }
      return fact.amountMicroUsdc === deposit.amountMicroUsdc
        ? null
        : contradiction(`${fact.amountMicroUsdc} credited of ${deposit.amountMicroUsdc}`);
    default:
      return null;
  }
}

/** A fact that is not for the step the deposit is at: it is behind us, and at most fills in what we did not know. */
export function late(deposit: Deposit, fact: DepositFact, nowMs: number): Outcome<Deposit> {
  const lastStep = STEPS_OF_FACT[fact.kind].at(-1)!;
  const givenUp = deposit.step === 'ended' && deposit.phase !== 'credited';
  if (RANK[deposit.step] < RANK[lastStep] || (givenUp && MOVES_MONEY.has(fact.kind))) {
    return contradiction(`${fact.kind} of a deposit that is ${deposit.phase}, ${deposit.step}`);
  }
  if (fact.kind === 'transfer_expired') {
    return contradiction('the transfer expired, but it was sent');
  }
  const filled = filledIn(deposit, fact);
  return filled === null ? UNCHANGED : advanced({ ...deposit, ...filled, updatedMs: nowMs });
}

/** What a fact about a step that lies behind says that was not known. */
function filledIn(deposit: Deposit, fact: DepositFact): Partial<Deposit> | null {
  switch (fact.kind) {
    case 'transfer_sent':
    case 'transfer_attested':
      return deposit.transferSequence === null ? { transferSequence: fact.sequence } : null;
    case 'transfer_completed': {
      const { transferSequence, mainSignature } = deposit;
      if (transferSequence !== null && mainSignature !== null) return null;
      const { sequence, txSignature } = fact;
      return { transferSequence: sequence, mainSignature: mainSignature ?? txSignature };
    }
    default:
      return null;
  }
}
