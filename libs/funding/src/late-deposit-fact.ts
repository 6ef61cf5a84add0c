/** Facts that do not belong to a deposit's current step: each is a repeat, a contradiction, or adds missing data. */
import { sameBytes } from '@bellwether/codec';
import { isSwapped } from './deposit';
import type { Deposit, DepositStep, FailureStage } from './deposit';
import { STEPS_OF_FACT } from './deposit-fact';
import type { DepositFact, DepositFactKind } from './deposit-fact';
import { UNCHANGED, advanced, contradiction } from './outcome';
import type { Outcome } from './outcome';

/** The position of a step. Steps of one rank are alternatives. */
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

/** Facts that cannot be true of money that was not moved. */
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

/** The outcome of a fact that is a repeat, or about another transfer, attempt or amount. Null: it is neither. */
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
      // After its swap it may be judged again, at an earlier step.
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
    case 'operator_rejected':
    case 'queued':
    case 'recovered':
    case 'rejected':
    case 'released':
    case 'swept':
    case 'transfer_signed':
      return null;
  }
}

/**
 * The outcome of a fact that does not belong to the current step. One of a later step is a contradiction; one of an
 * earlier step adds at most missing data.
 */
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

/** The missing data in a fact about an earlier step. Null: it adds none. */
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
    case 'accepted':
    case 'attempt_failed':
    case 'credited':
    case 'operator_rejected':
    case 'queued':
    case 'recovered':
    case 'rejected':
    case 'released':
    case 'swapped':
    case 'swept':
    case 'transfer_expired':
    case 'transfer_signed':
      return null;
  }
}
