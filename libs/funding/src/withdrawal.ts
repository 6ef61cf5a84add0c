/**
 * A withdrawal as its record holds it, from the engine's acceptance to the payout. Clients see `status`; the worker's
 * next action follows from the record (`withdrawalStep`).
 */
import { sameBytes, toBase58 } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { RecipientKind } from '@bellwether/exchange';
import type { FundingChain } from './chain';
import type { GasItem } from './gas-bill';
import { withEntry } from './history';
import type { HistoryEntry } from './history';
import { UNCHANGED, advanced, contradiction } from './outcome';
import type { Outcome } from './outcome';
import { ALONE } from './transfer';
import type { Transfer } from './transfer';
import { feeKeptOf, netAmountOf } from './withdrawal-gas';

/** To ext: `pending`, `burned`, `attested`, `completed`. To main: `pending`, `debited`, `completed`. `failed` from `pending` alone. */
export const WITHDRAWAL_STATUSES = [
  'pending',
  'debited',
  'burned',
  'attested',
  'completed',
  'failed',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** In the order of the exchange, whose index is the byte in signed messages. */
export { RECIPIENT_KINDS } from '@bellwether/exchange';
export type { RecipientKind } from '@bellwether/exchange';

/** Why nothing can be paid. Each is proven, so the whole amount is refunded. */
export const WITHDRAWAL_FAILURES = [
  'recipient_unusable',
  'refused_by_chain',
  'outflow_limit',
  /** The recipient's account was closed after the fee was fixed: nobody pays for a new one. */
  'account_closed',
] as const;
export type WithdrawalFailure = (typeof WITHDRAWAL_FAILURES)[number];

export const WITHDRAWAL_STEPS = [
  'signing',
  'broadcasting',
  'refunding',
  'settling',
  'attesting',
  'completing',
  'ended',
] as const;
export type WithdrawalStep = (typeof WITHDRAWAL_STEPS)[number];

/** How the engine closed the withdrawal. */
export const WITHDRAWAL_ENDINGS = ['settled', 'refunded'] as const;
export type WithdrawalEnding = (typeof WITHDRAWAL_ENDINGS)[number];

export interface Withdrawal {
  readonly withdrawalId: Uint8Array;
  readonly user: Uint8Array;
  /** Taken from the user's balance. The recipient gets it less the gas fee. */
  readonly amountMicroUsdc: number;
  /** As accepted; less from the moment on that it was paid in a shared transaction. */
  readonly gasFeeMicroUsdc: number;
  readonly chain: FundingChain;
  readonly recipientKind: RecipientKind;
  /** The wallet to pay: the deposit address if none was named. */
  readonly recipient: Uint8Array;
  /** Whether the user signed that it may be off the curve. */
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
  /** Key id of the builder that it came through. */
  readonly builder: Uint8Array | null;
  /** The engine's seq of its acceptance. */
  readonly acceptedSeq: number;
  /** Its number among the user's accepted withdrawals, from 1: the vault pays each once. */
  readonly paymentSeq: number;
  readonly status: WithdrawalStatus;
  /** Set with the proof that it can never be paid. The refund follows. */
  readonly failure: WithdrawalFailure | null;
  readonly ending: WithdrawalEnding | null;
  /** Transactions signed so far; only the last one can land. */
  readonly attempt: number;
  /** The debit (to ext: with the burn) that is pending or final. */
  readonly debitSignature: Uint8Array | null;
  /** The list of those that this transaction pays, and its place in it; null and 0 if it pays this one alone. */
  readonly split: Transfer['split'];
  readonly share: number;
  readonly sequence: number | null;
  readonly vaa: Uint8Array | null;
  readonly completionSignature: Uint8Array | null;
  readonly history: readonly HistoryEntry[];
  /** The items of the gas fee; `null` if only its sum is known. */
  readonly gasItems: readonly GasItem[] | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type NewWithdrawal = Pick<
  Withdrawal,
  | 'withdrawalId'
  | 'user'
  | 'amountMicroUsdc'
  | 'gasFeeMicroUsdc'
  | 'chain'
  | 'recipientKind'
  | 'recipient'
  | 'allowProgramAddress'
  | 'nonce'
  | 'builder'
  | 'acceptedSeq'
  | 'paymentSeq'
> &
  Partial<Pick<Withdrawal, 'gasItems'>>;

export function newWithdrawal(accepted: NewWithdrawal, nowMs: number): Withdrawal {
  assert(netAmountOf(accepted) > 0, 'the engine accepts no withdrawal of nothing');
  return {
    gasItems: null,
    ...accepted,
    status: 'pending',
    failure: null,
    ending: null,
    attempt: 0,
    debitSignature: null,
    ...ALONE,
    sequence: null,
    vaa: null,
    completionSignature: null,
    history: [{ state: 'pending', atMs: nowMs, reason: null, txSignature: null }],
    createdMs: nowMs,
    updatedMs: nowMs,
  };
}

/**
 * The next action. `settling` (the engine books the payout) comes before the rest of a withdrawal to ext, which the
 * relayer and the guardians complete meanwhile.
 */
export function withdrawalStep(withdrawal: Withdrawal): WithdrawalStep {
  const { status, failure, ending, debitSignature } = withdrawal;
  if (status === 'failed') return 'ended';
  if (status === 'pending') {
    if (failure !== null) return 'refunding';
    return debitSignature === null ? 'signing' : 'broadcasting';
  }
  if (ending === null) return 'settling';
  if (status === 'burned') return 'attesting';
  return status === 'attested' ? 'completing' : 'ended';
}

/** When the worker should process it: now, or `null` if it waits for the relayer. */
export function withdrawalDueMs(withdrawal: Withdrawal): number | null {
  const step = withdrawalStep(withdrawal);
  const waits = step === 'attesting' || step === 'completing' || step === 'ended';
  return waits ? null : withdrawal.updatedMs;
}

type SharedPlace = Pick<Withdrawal, 'split' | 'share'>;

export type WithdrawalFact =
  /** The transaction's bytes are stored; the first broadcast comes after. */
  | ({ readonly kind: 'signed'; readonly txSignature: Uint8Array } & Partial<SharedPlace>)
  /** This transaction is proven unable to land. */
  | { readonly kind: 'expired'; readonly txSignature: Uint8Array }
  | { readonly kind: 'paid'; readonly txSignature: Uint8Array }
  | { readonly kind: 'unpayable'; readonly failure: WithdrawalFailure }
  | { readonly kind: 'settled' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'attested'; readonly sequence: number; readonly vaa: Uint8Array }
  | { readonly kind: 'completed'; readonly txSignature: Uint8Array };

/** Applies one fact. Facts arrive at least once and in any order; the state is always a legal one. */
export function advanceWithdrawal(
  withdrawal: Withdrawal,
  fact: WithdrawalFact,
  nowMs: number,
): Outcome<Withdrawal> {
  const outcome = outcomeOf(withdrawal, fact, nowMs);
  if (outcome.kind !== 'advanced') return outcome;
  return advanced({ ...outcome.next, updatedMs: nowMs });
}

function outcomeOf(
  withdrawal: Withdrawal,
  fact: WithdrawalFact,
  nowMs: number,
): Outcome<Withdrawal> {
  switch (fact.kind) {
    case 'signed':
    case 'expired':
    case 'unpayable':
      return whilePending(withdrawal, fact, nowMs);
    case 'paid':
      return paid(withdrawal, fact.txSignature, nowMs);
    case 'settled':
    case 'refunded':
      return ended(withdrawal, fact.kind, nowMs);
    case 'attested':
    case 'completed':
      return bridged(withdrawal, fact, nowMs);
  }
}

function whilePending(
  withdrawal: Withdrawal,
  fact: Extract<WithdrawalFact, { kind: 'signed' | 'expired' | 'unpayable' }>,
  nowMs: number,
): Outcome<Withdrawal> {
  const { status, failure, debitSignature, attempt } = withdrawal;
  switch (fact.kind) {
    case 'signed': {
      if (status !== 'pending' || debitSignature !== null) return UNCHANGED;
      if (failure !== null) return contradiction('signed after it was found unpayable');
      const { kind: _, txSignature, ...place } = fact;
      const signed = { ...withdrawal, ...place, debitSignature: txSignature };
      return advanced({ ...signed, attempt: attempt + 1 });
    }
    case 'expired':
      if (debitSignature === null || !sameBytes(debitSignature, fact.txSignature)) return UNCHANGED;
      if (status !== 'pending') return contradiction('the transaction expired, but it was paid');
      return advanced({
        ...noted(withdrawal, 'expired', nowMs, fact.txSignature),
        debitSignature: null,
        ...ALONE,
      });
    case 'unpayable':
      if (failure !== null) return UNCHANGED;
      if (status !== 'pending') return contradiction('unpayable, but it was paid');
      if (debitSignature !== null) return contradiction('unpayable while a transaction may land');
      return advanced({ ...withdrawal, failure: fact.failure });
  }
}

function paid(withdrawal: Withdrawal, txSignature: Uint8Array, nowMs: number): Outcome<Withdrawal> {
  const { status, chain, debitSignature } = withdrawal;
  if (debitSignature === null || !sameBytes(debitSignature, txSignature)) {
    return contradiction('paid by another transaction than the one under way');
  }
  if (status !== 'pending') return UNCHANGED;
  const kept = { ...withdrawal, ...feeKeptOf(withdrawal) };
  const debited = noted(kept, 'debited', nowMs, txSignature);
  if (chain === 'main') return advanced({ ...debited, status: 'debited' });
  return advanced({ ...noted(debited, 'burned', nowMs, txSignature), status: 'burned' });
}

function ended(
  withdrawal: Withdrawal,
  ending: WithdrawalEnding,
  nowMs: number,
): Outcome<Withdrawal> {
  if (withdrawal.ending === ending) return UNCHANGED;
  const { status, chain, failure, debitSignature } = withdrawal;
  const wasPaid = status !== 'pending' && status !== 'failed';
  if (withdrawal.ending !== null || wasPaid !== (ending === 'settled')) {
    return contradiction(`${ending}, but it is ${withdrawal.ending ?? status}`);
  }
  if (ending === 'refunded') {
    if (failure === null) return contradiction('refunded without proof that it cannot be paid');
    const back = noted(withdrawal, 'failed', nowMs, null, failure);
    return advanced({ ...back, status: 'failed', ending });
  }
  if (chain === 'ext') return advanced({ ...withdrawal, ending });
  const done = noted(withdrawal, 'completed', nowMs, debitSignature);
  return advanced({ ...done, status: 'completed', ending, completionSignature: debitSignature });
}

function bridged(
  withdrawal: Withdrawal,
  fact: Extract<WithdrawalFact, { kind: 'attested' | 'completed' }>,
  nowMs: number,
): Outcome<Withdrawal> {
  const { status, chain } = withdrawal;
  if (chain !== 'ext' || status === 'pending' || status === 'failed') {
    return contradiction(`${fact.kind}, but it is ${status} on ${chain}`);
  }
  if (fact.kind === 'completed') {
    if (status === 'completed') return UNCHANGED;
    const { txSignature: completionSignature } = fact;
    const done = noted(withdrawal, 'completed', nowMs, completionSignature);
    return advanced({ ...done, status: 'completed', completionSignature });
  }
  if (withdrawal.vaa !== null) return UNCHANGED;
  const { sequence, vaa } = fact;
  // The report of the completion may arrive before that of the attestation.
  if (status === 'completed') return advanced({ ...withdrawal, sequence, vaa });
  const attested = noted(withdrawal, 'attested', nowMs, null);
  return advanced({ ...attested, status: 'attested', sequence, vaa });
}

function noted(
  withdrawal: Withdrawal,
  state: string,
  nowMs: number,
  txSignature: Uint8Array | null,
  reason: string | null = null,
): Withdrawal {
  const entry = { state, atMs: nowMs, reason, txSignature: txSignature && toBase58(txSignature) };
  return { ...withdrawal, history: withEntry(withdrawal.history, entry) };
}
