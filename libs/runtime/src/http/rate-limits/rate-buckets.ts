/**
 * Rate limits by a leaky bucket a key: the generic cell rate algorithm in its continuous-state form (ITU-T I.371,
 * annex A; the same decisions as GCRA's virtual scheduling). A request pours its cost in, time lets it run out, and
 * what would not fit is refused and costs nothing. So no window has an edge at which twice as much passes.
 *
 * Pure: the time is an argument. Exact: whole units, no drift however long it runs. Bounded: at most `maxKeys` buckets,
 * and those that have run out are dropped as others are used, which changes no decision.
 */
import type { RateLimit } from './rate-limit';

export interface RateDecision {
  readonly isAdmitted: boolean;
  /** What could be done at once after this. */
  readonly remaining: number;
  /** When the same request would be admitted: 0 where it is. */
  readonly retryAfterMs: number;
  /** When the bucket has run out, so that the whole burst is there again. */
  readonly resetAfterMs: number;
}

/**
 * A request is `limit.perMs` units, and `limit.requests` of them run out in a millisecond: whole numbers both. The
 * largest level is a burst of a million in minutes, 6 * 10^10.
 */
interface Bucket {
  level: number;
  atMs: number;
  /** As of `atMs`: from then on the bucket is as good as none. */
  emptyAtMs: number;
}

/** Empty buckets dropped with every one that is used: the map shrinks faster than it can grow. */
const DROPPED_AT_ONCE = 2;

export class RateBuckets {
  /** Least recently used first: a Map keeps the order of insertion, and a used bucket is put in again. */
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly maxKeys: number) {}

  get size(): number {
    return this.buckets.size;
  }

  /**
   * Charges a request to the key's bucket, if there is room.
   * @param nowMs of a clock of the caller's choice, always the same one; where it goes back, nothing runs out meanwhile
   * @param weight as many requests it counts for; more than a burst counts as a whole one, or it would never be admitted
   */
  take(key: string, limit: RateLimit, nowMs: number, weight = 1): RateDecision {
    const bucket = this.bucketAt(key, limit, nowMs);
    const level = bucket.level + weightUnits(limit, weight);
    const overflow = level - limit.burst * limit.perMs;
    if (overflow > 0) return decision(bucket.level, limit, Math.ceil(overflow / limit.requests));
    this.fill(key, bucket, level, limit, nowMs);
    return decision(level, limit, 0);
  }

  /** Charges one request in any case, as far as the bucket goes: for what must be admitted. */
  takeAlways(key: string, limit: RateLimit, nowMs: number): void {
    const bucket = this.bucketAt(key, limit, nowMs);
    const level = Math.min(bucket.level + limit.perMs, limit.burst * limit.perMs);
    this.fill(key, bucket, level, limit, nowMs);
  }

  /** Undoes one `take`, or as much of it. */
  giveBack(key: string, limit: RateLimit, nowMs: number, weight = 1): void {
    const bucket = this.bucketAt(key, limit, nowMs);
    this.fill(key, bucket, Math.max(0, bucket.level - weightUnits(limit, weight)), limit, nowMs);
  }

  private bucketAt(key: string, limit: RateLimit, nowMs: number): Bucket {
    const bucket = this.buckets.get(key);
    if (bucket === undefined) return { level: 0, atMs: nowMs, emptyAtMs: nowMs };
    const ranOut = Math.max(0, nowMs - bucket.atMs) * limit.requests;
    bucket.level = Math.max(0, bucket.level - ranOut);
    bucket.atMs = nowMs;
    return bucket;
  }

  private fill(key: string, bucket: Bucket, level: number, limit: RateLimit, nowMs: number): void {
    bucket.level = level;
    bucket.emptyAtMs = nowMs + level / limit.requests;
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    let dropped = 0;
    for (const [oldest, { emptyAtMs }] of this.buckets) {
      const isOneTooMany = this.buckets.size > this.maxKeys;
      if (!isOneTooMany && (emptyAtMs > nowMs || dropped === DROPPED_AT_ONCE)) break;
      this.buckets.delete(oldest);
      dropped++;
    }
  }
}

const weightUnits = ({ perMs, burst }: RateLimit, weight: number): number =>
  Math.min(weight, burst) * perMs;

const decision = (level: number, limit: RateLimit, retryAfterMs: number): RateDecision => ({
  isAdmitted: retryAfterMs === 0,
  remaining: Math.floor((limit.burst * limit.perMs - level) / limit.perMs),
  retryAfterMs,
  resetAfterMs: Math.ceil(level / limit.requests),
});
