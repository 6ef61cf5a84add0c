/** Decides what happens to a detected deposit: one ladder of rules, the first match decides. */
import { capResetsAtMs, reserve, reserveFor, utcDayOf } from './daily-cap';
import type { DailyCapBucket } from './daily-cap';
import type { CapReservation, DecidedRejection, DepositSource, QueueReason } from './deposit';
import { needsSwap } from './deposit';
import { MIN_DEPOSIT_LAMPORTS, MIN_DEPOSIT_MICRO_USDC, UNPAID_GAS_LOOK_MS } from './limits';
import { tierCapMicroUsdc } from './tier';
import type { Tier } from './tier';

export interface DepositToDecide {
  readonly source: DepositSource;
  /** Base units of the source token. */
  readonly sourceAmount: bigint;
  /** Value in micro-USDC: the amount of USDC itself, the quote of any other token; `null` if nobody swaps it. */
  readonly valueMicroUsdc: number | null;
  readonly tier: Tier;
  /** What crediting it will be charged: `depositCostMicroUsdc`. Absent: 0. */
  readonly costMicroUsdc?: number | undefined;
  /** Absent: false. What its user left at the exchange before pays what it cannot pay of its cost itself. */
  readonly canPay?: boolean | undefined;
  /** An operator released it from the daily cap. */
  readonly released: boolean;
  /** Absent: true. A token that is not on the operator's list is worth what its swap brings, not its quote. */
  readonly isListed?: boolean | undefined;
  /** Absent: false. It arrived as another token and was swapped to `valueMicroUsdc`. */
  readonly isSwapped?: boolean | undefined;
  /** Absent: false. It was accepted before and has left its address: no limit applies any more. */
  readonly hasLeft?: boolean | undefined;
}

export interface BridgeSituation {
  readonly network: 'test' | 'production';
  readonly executorEnabled: boolean;
  readonly bucket: DailyCapBucket;
  /** The user's used amount and share of the day. Absent: only the common cap applies. */
  readonly user?: { readonly usedMicroUsdc: number; readonly shareMicroUsdc: number };
  /** What those who never paid owe together, and may owe at most. Absent: no bound. */
  readonly unpaidGas?: { readonly microUsdc: number; readonly capMicroUsdc: number };
  readonly nowMs: number;
}

/** `limit` is for display: in lamports for a native deposit below the minimum, else in micro-USDC. */
export type DepositDecision =
  | {
      readonly kind: 'reject';
      readonly reason: DecidedRejection;
      readonly limit: number | null;
    }
  | {
      readonly kind: 'queue';
      readonly reason: QueueReason;
      /** `null`: it waits for a switch or an operator. */
      readonly retryAtMs: number | null;
    }
  | {
      readonly kind: 'accept';
      readonly next: 'swapping' | 'sweeping' | 'bridging' | 'crediting';
      readonly reservation: CapReservation | null;
      /** Of its cost, what it cannot pay itself. */
      readonly gasShortMicroUsdc: number;
    };

/**
 * In order of precedence: main-chain-native deposits are exempt from caps; accepted before; unsupported token; below the
 * minimum; above the tier's cap; larger than a whole day's cap; bridge switched off; its cost unpaid, and too much owed by
 * others; no room today; accepted.
 *
 * Final rejections come before delays, so that nobody waits to be rejected. A user's share is checked where the day's
 * cap is. For an unlisted token the day is checked twice: before its swap with an amount of 0, and afterwards with
 * the USDC that it brought.
 */
export function decideDeposit(
  deposit: DepositToDecide,
  situation: BridgeSituation,
): DepositDecision {
  const { source, sourceAmount, valueMicroUsdc } = deposit;
  // The vault sweeps all USDC there: it is credited to the last micro-USDC.
  if (source === 'main_usdc') return accept('crediting', null);
  if (source === 'main_native') return decideMainNative(sourceAmount, situation.network);
  if (deposit.hasLeft === true) return acceptAgain(deposit, situation.nowMs);
  if (valueMicroUsdc === null) return reject('unsupported_token', null);
  if (deposit.isSwapped === true) return decideSwapped({ ...deposit, valueMicroUsdc }, situation);
  if (source === 'ext_native') {
    if (sourceAmount < MIN_DEPOSIT_LAMPORTS) {
      return reject('below_minimum', Number(MIN_DEPOSIT_LAMPORTS));
    }
  }
  if (valueMicroUsdc < MIN_DEPOSIT_MICRO_USDC)
    return reject('below_minimum', MIN_DEPOSIT_MICRO_USDC);
  const cap = tierCapMicroUsdc(deposit.tier);
  if (valueMicroUsdc > cap) return reject('above_tx_cap', cap);
  return decideBridging({ ...deposit, valueMicroUsdc }, situation);
}

function acceptAgain(deposit: DepositToDecide, nowMs: number): DepositDecision {
  const { source, released, isListed, valueMicroUsdc } = deposit;
  const toSwap = needsSwap(source) && deposit.isSwapped !== true;
  const next = toSwap ? 'swapping' : 'bridging';
  if (released || (toSwap && isListed === false)) return accept(next, null);
  const microUsdc = reserveFor(valueMicroUsdc ?? 0, toSwap);
  return accept(next, { day: utcDayOf(nowMs), microUsdc });
}

function decideMainNative(lamports: bigint, network: BridgeSituation['network']): DepositDecision {
  if (network !== 'test') return reject('unsupported_token', null);
  return lamports < MIN_DEPOSIT_LAMPORTS
    ? reject('below_minimum', Number(MIN_DEPOSIT_LAMPORTS))
    : accept('sweeping', null);
}

type ValuedDeposit = DepositToDecide & { readonly valueMicroUsdc: number };

/**
 * The user's token is gone, so the deposit cannot be rejected any more. If it is above the tier's cap plus the margin
 * of a swap, it waits for an operator.
 */
function decideSwapped(deposit: ValuedDeposit, situation: BridgeSituation): DepositDecision {
  const most = reserveFor(tierCapMicroUsdc(deposit.tier), true);
  if (!deposit.released && deposit.valueMicroUsdc > most) return queue('operator_review', null);
  return decideBridging({ ...deposit, source: 'ext_usdc', isListed: true }, situation);
}

function decideBridging(
  { source, valueMicroUsdc, released, isListed, costMicroUsdc = 0, canPay }: ValuedDeposit,
  { executorEnabled, bucket, user, unpaidGas, nowMs }: BridgeSituation,
): DepositDecision {
  const toSwap = needsSwap(source);
  // An inflated quote would block the cap for everyone else, so an unlisted token reserves after its swap.
  const isTaken = isListed !== false;
  const microUsdc = isTaken ? reserveFor(valueMicroUsdc, toSwap) : 0;
  const share = user?.shareMicroUsdc ?? bucket.capMicroUsdc;
  if (!released && microUsdc > Math.min(share, bucket.capMicroUsdc))
    return queue('operator_review', null);
  if (!executorEnabled) return queue('bridge_off', null);
  const next = toSwap ? 'swapping' : 'bridging';
  const short = Math.max(0, costMicroUsdc - valueMicroUsdc);
  // Recorded for who can pay too: several at once must not count on the same money.
  const isLent =
    canPay === true ||
    unpaidGas === undefined ||
    unpaidGas.microUsdc + short <= unpaidGas.capMicroUsdc;
  if (!released && short > 0 && !isLent) return queue('gas', nowMs + UNPAID_GAS_LOOK_MS);
  if (released || !isTaken) return accept(next, null, short);
  const hasShare = (user?.usedMicroUsdc ?? 0) + microUsdc <= share;
  if (!hasShare || reserve(bucket, microUsdc, nowMs) === null)
    return queue('daily_cap', capResetsAtMs(nowMs));
  return accept(next, { day: utcDayOf(nowMs), microUsdc }, short);
}

const reject = (reason: DecidedRejection, limit: number | null): DepositDecision => ({
  kind: 'reject',
  reason,
  limit,
});
const queue = (reason: QueueReason, retryAtMs: number | null): DepositDecision => ({
  kind: 'queue',
  reason,
  retryAtMs,
});
const accept = (
  next: 'swapping' | 'sweeping' | 'bridging' | 'crediting',
  reservation: CapReservation | null,
  gasShortMicroUsdc = 0,
): DepositDecision => ({ kind: 'accept', next, reservation, gasShortMicroUsdc });
