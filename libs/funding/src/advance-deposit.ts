/**
 * Applies facts to a deposit. A fact about an earlier step is a repeat and changes nothing; one about a step not
 * reached yet contradicts the record.
 */
import { toBase58 } from '@bellwether/codec';
import { isSwapped } from './deposit';
import type { Deposit, DepositPhase, DepositReason, DepositStep } from './deposit';
import { STEPS_OF_FACT } from './deposit-fact';
import type { DepositFact } from './deposit-fact';
import { withEntry } from './history';
import { late, staleness } from './late-deposit-fact';
import { advanced } from './outcome';
import type { Outcome } from './outcome';
import { ALONE } from './transfer';

/** Applies one fact. Facts arrive at least once and in any order; the deposit's state is always a legal one. */
export function advanceDeposit(
  deposit: Deposit,
  fact: DepositFact,
  nowMs: number,
): Outcome<Deposit> {
  const stale = staleness(deposit, fact);
  if (stale !== null) return stale;
  if (!STEPS_OF_FACT[fact.kind].includes(deposit.step)) return late(deposit, fact, nowMs);
  return advanced({ ...changed(deposit, fact, nowMs), updatedMs: nowMs });
}

/** The deposit after a fact for its present step. */
function changed(deposit: Deposit, fact: DepositFact, nowMs: number): Deposit {
  switch (fact.kind) {
    case 'accepted':
    case 'queued':
    case 'rejected':
      return judged(deposit, fact, nowMs);
    case 'released': {
      const to = { phase: 'queued', step: 'deciding', state: 'released' } as const;
      const { attempt } = deposit;
      return { ...moved(deposit, to, nowMs), released: true, attempt };
    }
    case 'operator_rejected':
    case 'recovered': {
      const reason = fact.kind;
      const rejected = moved(deposit, { phase: 'rejected', step: 'ended', reason }, nowMs);
      return { ...rejected, reason };
    }
    case 'swapped':
    case 'swept':
      return exchanged(deposit, fact, nowMs);
    case 'attempt_failed':
      return failed(deposit, fact, nowMs);
    case 'credited': {
      const { txSignature, creditSeq, amountMicroUsdc: creditedMicroUsdc } = fact;
      const to = { phase: 'credited', step: 'ended', txSignature } as const;
      return { ...moved(deposit, to, nowMs), creditSeq, creditedMicroUsdc };
    }
    case 'transfer_signed':
    case 'transfer_expired':
    case 'transfer_sent':
    case 'transfer_attested':
    case 'transfer_completed':
      return transferred(deposit, fact, nowMs);
  }
}

function judged(
  deposit: Deposit,
  fact: Extract<DepositFact, { kind: 'accepted' | 'queued' | 'rejected' }>,
  nowMs: number,
): Deposit {
  const { tier } = fact;
  // A quote values a deposit of anything but USDC; USDC is worth the amount that arrived.
  const isUsdc = deposit.source === 'ext_usdc' || deposit.source === 'main_usdc';
  const amountMicroUsdc =
    isUsdc || isSwapped(deposit) ? deposit.amountMicroUsdc : fact.valueMicroUsdc;
  switch (fact.kind) {
    case 'accepted': {
      const phase = isSwapped(deposit) ? 'swapped' : 'detected';
      const to = { phase, step: fact.next, state: 'accepted' } as const;
      const { reservation, gasShortMicroUsdc } = fact;
      const { attempt } = deposit; // of a swap that failed before: each has a transaction of its own
      const accepted = {
        ...moved(deposit, to, nowMs),
        tier,
        amountMicroUsdc,
        reservation,
        gasShortMicroUsdc,
        attempt,
      };
      // A deposit accepted right after its swap gets one history entry for both.
      return deposit.phase === 'swapped' ? { ...accepted, history: deposit.history } : accepted;
    }
    case 'queued': {
      const { reason, retryAtMs } = fact;
      const queued = moved(deposit, { phase: 'queued', step: 'waiting', reason }, nowMs);
      const { attempt } = deposit;
      return { ...queued, tier, amountMicroUsdc, reason, retryAtMs, attempt };
    }
    case 'rejected': {
      const { reason } = fact;
      const rejected = moved(deposit, { phase: 'rejected', step: 'ended', reason }, nowMs);
      return { ...rejected, tier, amountMicroUsdc, reason };
    }
  }
}

/**
 * After the swap, the USDC that arrived is the deposit's amount and its reservation of the daily cap. A deposit
 * without a reservation that no operator released is decided again, as the USDC that it is now.
 */
function exchanged(
  deposit: Deposit,
  fact: Extract<DepositFact, { kind: 'swapped' | 'swept' }>,
  nowMs: number,
): Deposit {
  const { amountMicroUsdc, txSignature } = fact;
  if (fact.kind === 'swept') {
    const to = { phase: 'detected', step: 'crediting', state: 'swept', txSignature } as const;
    return { ...moved(deposit, to, nowMs), amountMicroUsdc, mainSignature: txSignature };
  }
  const { reservation, released } = deposit;
  const step = reservation === null && !released ? 'deciding' : 'bridging';
  return {
    ...moved(deposit, { phase: 'swapped', step, txSignature }, nowMs),
    amountMicroUsdc,
    swapSignature: txSignature,
    reservation: reservation && { ...reservation, microUsdc: amountMicroUsdc },
  };
}

function transferred(
  deposit: Deposit,
  fact: Extract<DepositFact, { kind: `transfer_${string}` }>,
  nowMs: number,
): Deposit {
  const travelling = isSwapped(deposit) ? 'swapped' : 'detected';
  const { attempt, bridgeSignature } = deposit;
  switch (fact.kind) {
    case 'transfer_signed': {
      const { transferId, txSignature, split, share } = fact;
      const to = { phase: travelling, step: 'sending', state: 'sending', txSignature } as const;
      const sending = { ...moved(deposit, to, nowMs), attempt, transferId, split, share };
      return { ...sending, bridgeSignature: txSignature };
    }
    case 'transfer_expired': {
      const to = { phase: travelling, step: 'bridging', state: 'sending' } as const;
      const again = moved(deposit, { ...to, reason: 'expired' }, nowMs);
      const unsent = { transferId: null, bridgeSignature: null, ...ALONE };
      return { ...again, ...unsent, attempt: attempt + 1 };
    }
    case 'transfer_sent': {
      const to = { phase: 'bridged', step: 'attesting', txSignature: bridgeSignature } as const;
      return { ...moved(deposit, to, nowMs), transferSequence: fact.sequence };
    }
    case 'transfer_attested': {
      const to = { phase: 'bridged', step: 'completing', state: 'attested' } as const;
      return { ...moved(deposit, to, nowMs), transferSequence: fact.sequence };
    }
    case 'transfer_completed': {
      const { txSignature, sequence: transferSequence } = fact;
      const to = { phase: 'bridged', step: 'crediting', state: 'completed', txSignature } as const;
      return { ...moved(deposit, to, nowMs), transferSequence, mainSignature: txSignature };
    }
  }
}

/**
 * A failure releases the reservation of the daily cap, and the deposit is decided again before its next attempt:
 * otherwise one that never succeeds would block the cap for a day. Lamports on main hold nothing of it, and keep their step.
 */
function failed(
  deposit: Deposit,
  fact: Extract<DepositFact, { kind: 'attempt_failed' }>,
  nowMs: number,
): Deposit {
  const { reason, stage, retryAtMs } = fact;
  const retryable = retryAtMs !== null;
  const step = retryable ? (stage === 'sweep' ? deposit.step : 'deciding') : 'ended';
  return {
    ...moved(deposit, { phase: 'failed', step, reason }, nowMs),
    reason,
    stage,
    retryable,
    retryAtMs,
    attempt: retryable ? deposit.attempt + 1 : deposit.attempt,
    reservation: null,
  };
}

/** Moves the deposit to another step, clears the reasons of delay, and adds a history entry. */
function moved(deposit: Deposit, to: Move, nowMs: number): Deposit {
  const { phase, step, state = phase, reason = null, txSignature = null } = to;
  return {
    ...deposit,
    phase,
    step,
    reason: null,
    stage: null,
    retryable: false,
    retryAtMs: null,
    attempt: 1,
    history: withEntry(deposit.history, {
      state,
      atMs: nowMs,
      reason,
      txSignature: txSignature && toBase58(txSignature),
    }),
  };
}

interface Move {
  readonly phase: DepositPhase;
  readonly step: DepositStep;
  /** The state in the history; the phase's name if absent. */
  readonly state?: string;
  readonly reason?: DepositReason;
  readonly txSignature?: Uint8Array | null;
}
