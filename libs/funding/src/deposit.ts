/**
 * A deposit as its record holds it. Clients see `phase`; `step` is the next action and who takes it:
 * docs/protocol/funding.md draws both. `newDeposit` creates it and only `advanceDeposit` changes it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytes, encode, oneOf, struct, text, u32 } from '@bellwether/codec';
import { FUNDING_CHAINS } from './chain';
import type { FundingChain } from './chain';
import { DAILY_CAP_LOOK_MS, UNKNOWN_SENDER_WAIT_MS } from './limits';
import type { HistoryEntry } from './history';
import type { Tier } from './tier';
import { ALONE } from './transfer';

/**
 * - `ext_usdc`, `ext_token`, `ext_native`: USDC, another token, lamports at the user's deposit address
 * - `main_usdc`: USDC sent to the proxy wallet's token account, credited as it is
 * - `main_native`: lamports at the proxy wallet, on the test network only
 */
export const DEPOSIT_SOURCES = [
  'ext_usdc',
  'ext_token',
  'ext_native',
  'main_usdc',
  'main_native',
] as const;
export type DepositSource = (typeof DEPOSIT_SOURCES)[number];

export const DEPOSIT_PHASES = [
  'detected',
  'queued',
  'swapped',
  'bridged',
  'credited',
  'rejected',
  'failed',
] as const;
export type DepositPhase = (typeof DEPOSIT_PHASES)[number];

/**
 * - `deciding`: the listener decides; `waiting`: queued until `retryAtMs`, a switch or an operator
 * - `swapping`, `sweeping`, `bridging`: the listener builds, signs and follows the next transaction
 * - `sending`: the relayer broadcasts the signed transfer; `attesting`, `completing`: guardians, then the relayer
 * - `crediting`: the money is in the proxy wallet's token account, the vault's credit follows
 * - `ended`: final
 */
export const DEPOSIT_STEPS = [
  'deciding',
  'waiting',
  'swapping',
  'sweeping',
  'bridging',
  'sending',
  'attesting',
  'completing',
  'crediting',
  'ended',
] as const;
export type DepositStep = (typeof DEPOSIT_STEPS)[number];

/** Rejections by the rules. */
export const DECIDED_REJECTIONS = ['below_minimum', 'above_tx_cap', 'unsupported_token'] as const;
export type DecidedRejection = (typeof DECIDED_REJECTIONS)[number];
/** All rejections: by the rules, by an operator who rejects a queued deposit, or for where it came to. */
export const REJECTION_REASONS = [
  ...DECIDED_REJECTIONS,
  'operator_rejected',
  /** It came to a token account of the deposit address that is not its associated one. */
  'other_account',
  /** USDC of main, at the deposit address on main. */
  'other_chain',
  /** It waited for `gas`, and its user took it back. */
  'recovered',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** `gas`: it cannot pay its own cost, and too many who never paid owe theirs. */
export const QUEUE_REASONS = ['daily_cap', 'bridge_off', 'operator_review', 'gas'] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

/** The stages at which a deposit can fail: only while none of its transactions is pending. */
export const FAILURE_STAGES = ['swap', 'bridge', 'sweep'] as const;
export type FailureStage = (typeof FAILURE_STAGES)[number];

/** Why an attempt failed; each is proven, never assumed. */
export const FAILURE_REASONS = [
  'no_route',
  'quote_out_of_bounds',
  'transaction_refused',
  'failed_on_chain',
  'expired',
  'less_arrived',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The reason of a `queued`, `rejected` or `failed` deposit. */
export type DepositReason = RejectionReason | QueueReason | FailureReason;
export const DEPOSIT_REASONS: readonly DepositReason[] = [
  ...REJECTION_REASONS,
  ...QUEUE_REASONS,
  ...FAILURE_REASONS,
];

/** A reservation of the daily cap, for the UTC day `day` (days since 1970-01-01). */
export interface CapReservation {
  readonly day: number;
  readonly microUsdc: number;
}

/** Identifies a movement into one of our accounts, and so the deposit. */
export interface MovementKey {
  readonly chain: FundingChain;
  readonly txSignature: Uint8Array;
  /** Index of the account in the transaction's list of accounts. */
  readonly accountIndex: number;
}

export interface Deposit extends MovementKey {
  readonly depositId: Uint8Array;
  readonly user: Uint8Array;
  readonly source: DepositSource;
  readonly slot: number;
  /** `null` for lamports. */
  readonly mint: Uint8Array | null;
  /** For display: `USDC`, `SOL`, or the mint in base58. */
  readonly sourceToken: string;
  /** In base units of the source token: micro-USDC, lamports, or by the mint's decimals. */
  readonly sourceAmount: bigint;
  /** For USDC its amount. Otherwise 0 before the decision, then the quote, and after the swap what it brought. */
  readonly amountMicroUsdc: number;
  /** Read from the chain for the decision and stored; `null` before, and if no cap applies. */
  readonly tier: Tier | null;
  readonly phase: DepositPhase;
  readonly step: DepositStep;
  readonly reason: DepositReason | null;
  readonly stage: FailureStage | null;
  /** Whether a failed deposit is retried automatically. */
  readonly retryable: boolean;
  /** Attempts at the present step, from 1. */
  readonly attempt: number;
  /** When a queued or failed deposit is processed again; `null` if that does not depend on time. */
  readonly retryAtMs: number | null;
  /** An operator released it from the daily cap. */
  readonly released: boolean;
  readonly reservation: CapReservation | null;
  /** What it cost, by its last decision, above what it was worth: a debt until its user has paid. */
  readonly gasShortMicroUsdc: number;
  /** The pending transfer, or the last one. */
  readonly transferId: string | null;
  /** Wormhole's sequence number of the transfer's message, once its transaction is final. */
  readonly transferSequence: number | null;
  /** The list of those that share its message, as the transfer has it, and its place in it; null and 0 if it goes alone. */
  readonly split: Uint8Array | null;
  readonly share: number;
  /** Number of the bridge's message that brought it to its address, if no withdrawal was known to have sent it. */
  readonly arrivedSequence: number | null;
  readonly swapSignature: Uint8Array | null;
  readonly bridgeSignature: Uint8Array | null;
  /** The transaction on main by which the money reached the proxy wallet's token account. */
  readonly mainSignature: Uint8Array | null;
  readonly creditSeq: number | null;
  readonly creditedMicroUsdc: number;
  readonly history: readonly HistoryEntry[];
  readonly detectedMs: number;
  readonly updatedMs: number;
}

export const chainOfSource = (source: DepositSource): FundingChain =>
  source === 'main_usdc' || source === 'main_native' ? 'main' : 'ext';

export const needsSwap = (source: DepositSource): boolean =>
  source === 'ext_token' || source === 'ext_native';

/** Whether it arrived as another token and is USDC at the deposit address now. */
export const isSwapped = ({ swapSignature }: Pick<Deposit, 'swapSignature'>): boolean =>
  swapSignature !== null;

/** Whether its value is final: what a swap brought, or the value used before an attempt that failed. */
export const hasSettledValue = (deposit: Pick<Deposit, 'swapSignature' | 'attempt'>): boolean =>
  isSwapped(deposit) || deposit.attempt > 1;

const depositKeyLayout = struct({
  domain: text,
  chain: oneOf(FUNDING_CHAINS),
  txSignature: bytes(64),
  accountIndex: u32,
});

/** SHA-256 over domain, chain, signature and account index: every observer of the movement computes the same id. */
export const depositIdOf = ({ chain, txSignature, accountIndex }: MovementKey): Uint8Array =>
  sha256(
    encode(depositKeyLayout, { domain: 'bellwether/deposit/v1', chain, txSignature, accountIndex }),
  );

export type NewDeposit = Pick<
  Deposit,
  | 'user'
  | 'source'
  | 'txSignature'
  | 'accountIndex'
  | 'slot'
  | 'mint'
  | 'sourceToken'
  | 'sourceAmount'
> & {
  /** It is recorded for its user to recover, and nothing else happens to it. */
  readonly rejection?: 'other_account' | 'other_chain';
  readonly arrivedSequence?: number | null;
};

/** A new deposit: detected in a finalized block, and decided only if it came to where nothing is taken from. */
export function newDeposit({ rejection, ...found }: NewDeposit, nowMs: number): Deposit {
  const detected = { state: 'detected', atMs: nowMs, reason: null, txSignature: null };
  const deposit = detectedDeposit(found, detected, nowMs);
  if (rejection === undefined) return deposit;
  const rejected = { ...detected, state: 'rejected', reason: rejection };
  return {
    ...deposit,
    phase: 'rejected',
    step: 'ended',
    reason: rejection,
    history: [detected, rejected],
  };
}

function detectedDeposit(
  found: Omit<NewDeposit, 'rejection'>,
  detected: HistoryEntry,
  nowMs: number,
): Deposit {
  const chain = chainOfSource(found.source);
  const { arrivedSequence = null } = found;
  const isUsdc = found.source === 'ext_usdc' || found.source === 'main_usdc';
  return {
    ...found,
    chain,
    depositId: depositIdOf({ ...found, chain }),
    amountMicroUsdc: isUsdc ? Number(found.sourceAmount) : 0,
    tier: null,
    phase: 'detected',
    // USDC on main needs no decision: the vault sweeps whatever is there.
    step: found.source === 'main_usdc' ? 'crediting' : 'deciding',
    reason: null,
    stage: null,
    retryable: false,
    attempt: 1,
    retryAtMs: arrivedSequence === null ? null : nowMs + UNKNOWN_SENDER_WAIT_MS,
    released: false,
    reservation: null,
    gasShortMicroUsdc: 0,
    transferId: null,
    transferSequence: null,
    ...ALONE,
    arrivedSequence,
    swapSignature: null,
    bridgeSignature: null,
    mainSignature: found.source === 'main_usdc' ? found.txSignature : null,
    creditSeq: null,
    creditedMicroUsdc: 0,
    history: [detected],
    detectedMs: nowMs,
    updatedMs: nowMs,
  };
}

/** When the listener should process it: now, at a time, or `null` if it waits for a report. */
export function depositDueMs(deposit: Deposit): number | null {
  switch (deposit.step) {
    case 'deciding':
    case 'swapping':
    case 'sweeping':
    case 'bridging':
      return deposit.retryAtMs ?? deposit.updatedMs;
    case 'waiting':
      return waitingDueMs(deposit);
    case 'sending':
    case 'attesting':
    case 'completing':
    case 'crediting':
    case 'ended':
      return null;
  }
}

/** `retryAtMs` is the latest time. A token is quoted only then, as each quote may be its last. */
function waitingDueMs(deposit: Deposit): number | null {
  const { source, retryAtMs, updatedMs } = deposit;
  if (retryAtMs === null) return null;
  const isQuoted = needsSwap(source) && !hasSettledValue(deposit);
  return isQuoted ? retryAtMs : Math.min(retryAtMs, updatedMs + DAILY_CAP_LOOK_MS);
}

/** Whether the deposit address still holds its funds: a recovery must leave them there. */
export const isAtDepositAddress = ({ source, step }: Deposit): boolean =>
  chainOfSource(source) === 'ext' &&
  (step === 'deciding' ||
    step === 'waiting' ||
    step === 'swapping' ||
    step === 'bridging' ||
    step === 'sending');
