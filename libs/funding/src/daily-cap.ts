/** The exchange's limit a day: one bucket a UTC day. Arithmetic only; the bucket itself is a row of the database. */
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

/** Never negative: an operator may set the cap below what is used. */
export const capRemaining = ({ capMicroUsdc, usedMicroUsdc }: DailyCapBucket): number =>
  Math.max(0, capMicroUsdc - usedMicroUsdc);

/**
 * What a deposit of that value takes of the day: itself, and where a swap may bring more than quoted that margin,
 * rounded up in favour of the cap.
 */
export function reserveFor(valueMicroUsdc: number, swapped: boolean): number {
  if (!swapped) return valueMicroUsdc;
  const margin = (BigInt(valueMicroUsdc) * BigInt(SWAP_RESERVE_MARGIN_BPS) + 9_999n) / 10_000n;
  return valueMicroUsdc + Number(margin);
}

/** What one user may take of the day, rounded down in favour of the others. */
export const userShareOf = (capMicroUsdc: number, shareBps: number): number =>
  Number((BigInt(capMicroUsdc) * BigInt(shareBps)) / BigInt(FULL_SHARE_BPS));

/** The bucket with so much more in it; `null` where it does not fit. Of another day, the bucket is a new one. */
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
 * The bucket after a reservation of `day` became another amount (0: released). A bucket of another day stays as it
 * is: what was reserved yesterday frees nothing today. A correction upwards is always taken in: the money is there.
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

/** Today's bucket: an empty one where the one in hand is of an earlier day. */
export const rolledOver = (bucket: DailyCapBucket, nowMs: number): DailyCapBucket =>
  bucket.day === utcDayOf(nowMs) ? bucket : { ...bucket, day: utcDayOf(nowMs), usedMicroUsdc: 0 };
