/**
 * The exchange's daily cap on deposits: one bucket a UTC day. Arithmetic only; the bucket itself is a database row.
 */
import { assert } from '@bellwether/errors';
import { DAY_MS, FULL_SHARE_BPS, SWAP_RESERVE_MARGIN_BPS } from './limits';

export interface DailyCapBucket {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly capMicroUsdc: number;
  readonly usedMicroUsdc: number;
}

export const utcDayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS);

/** 00:00 UTC of the next day, Unix milliseconds. */
export const capResetsAtMs = (nowMs: number): number => (utcDayOf(nowMs) + 1) * DAY_MS;

/** Never negative: an operator may set the cap below the amount used. */
export const capRemaining = ({ capMicroUsdc, usedMicroUsdc }: DailyCapBucket): number =>
  Math.max(0, capMicroUsdc - usedMicroUsdc);

/**
 * The amount a deposit of this value reserves: its value, plus a margin (rounded up in favour of the cap) if a swap
 * may bring more than quoted.
 */
export function reserveFor(valueMicroUsdc: number, swapped: boolean): number {
  if (!swapped) return valueMicroUsdc;
  const margin = (BigInt(valueMicroUsdc) * BigInt(SWAP_RESERVE_MARGIN_BPS) + 9_999n) / 10_000n;
  return valueMicroUsdc + Number(margin);
}

/** One user's share of the day, rounded down in favour of the others. */
export const userShareOf = (capMicroUsdc: number, shareBps: number): number =>
  Number((BigInt(capMicroUsdc) * BigInt(shareBps)) / BigInt(FULL_SHARE_BPS));

/**
 * The bucket after reserving an amount; `null` if it does not fit. A bucket of another day is replaced by a new one.
 */
export function reserve(
  bucket: DailyCapBucket,
  microUsdc: number,
  nowMs: number,
): DailyCapBucket | null {
  assert(microUsdc >= 0, 'a reservation is not negative');
  const today = rolledOver(bucket, nowMs);
  const usedMicroUsdc = today.usedMicroUsdc + microUsdc;
  return usedMicroUsdc <= today.capMicroUsdc ? { ...today, usedMicroUsdc } : null;
}

/**
 * The bucket after a reservation of `day` changed its amount (0: released). A bucket of another day is unchanged:
 * yesterday's reservations free nothing today. An increase is always accepted, as the money has arrived.
 */
export function correct(
  bucket: DailyCapBucket,
  change: { readonly day: number; readonly fromMicroUsdc: number; readonly toMicroUsdc: number },
): DailyCapBucket {
  if (change.day !== bucket.day) return bucket;
  const usedMicroUsdc = bucket.usedMicroUsdc - change.fromMicroUsdc + change.toMicroUsdc;
  assert(usedMicroUsdc >= 0, 'what is given back of the cap was taken before');
  return { ...bucket, usedMicroUsdc };
}

/** Today's bucket: an empty one if the given bucket is from an earlier day. */
export const rolledOver = (bucket: DailyCapBucket, nowMs: number): DailyCapBucket =>
  bucket.day === utcDayOf(nowMs) ? bucket : { ...bucket, day: utcDayOf(nowMs), usedMicroUsdc: 0 };
