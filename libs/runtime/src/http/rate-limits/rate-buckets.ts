/**
 * Rate limits by a leaky bucket a key: the generic cell rate algorithm in its continuous-state form (ITU-T I.371, annex
 * A; the same decisions as GCRA's virtual scheduling). A request adds its cost to the bucket, which drains with time. A
 * request that does not fit is refused and costs nothing. So there is no edge of a window at which twice as much
 * passes.
 *
 * Pure: the time is an argument. Exact: whole units, no drift however long it runs. Bounded: at most `maxKeys` buckets.
 * Empty ones are dropped as others are used, which changes no decision.
 */
import { LRUCache } from 'lru-cache';
import type { RateLimit } from './rate-limit';

export interface RateDecision {
  readonly isAdmitted: boolean;
  /** The requests that would be admitted at once after this one. */
  readonly remaining: number;
  /** When the same request would be admitted; 0 if it is. */
  readonly retryAfterMs: number;
  /** When the bucket is empty, so that the whole burst is available again. */
  readonly resetAfterMs: number;
}

/**
 * The bucket of one key. A request is `limit.perMs` units, and `limit.requests` of them drain in a millisecond: both
 * are whole numbers. The largest level is a burst of a million in minutes, 6 * 10^10.
 */
export class RateBucket {
  private level = 0;
  private atMs = -Infinity;
  /** From then on the bucket is empty. */
  emptyAtMs = -Infinity;

  /**
   * Charges a request, if it fits.
   *
   * @param nowMs of any clock, always the same one; if it goes back, nothing drains meanwhile
   * @param weight the number of requests that it counts as; above the burst it counts as the whole burst, or it would
   *   never be admitted
   */
  take(limit: RateLimit, nowMs: number, weight = 1): RateDecision {
    this.runOut(limit, nowMs);
    const level = this.level + weightUnits(limit, weight);
    const overflow = level - limit.burst * limit.perMs;
    if (overflow > 0) return decision(this.level, limit, Math.ceil(overflow / limit.requests));
    this.fill(level, limit);
    return decision(level, limit, 0);
  }

  /** What would be admitted at once; nothing is charged. */
  remaining(limit: RateLimit, nowMs: number): number {
    this.runOut(limit, nowMs);
    return decision(this.level, limit, 0).remaining;
  }

  /** Charges one request, up to a full bucket: for what must be admitted in any case. */
  takeAlways(limit: RateLimit, nowMs: number): void {
    this.runOut(limit, nowMs);
    this.fill(Math.min(this.level + limit.perMs, limit.burst * limit.perMs), limit);
  }

  /** Undoes one `take`, or a part of it. */
  giveBack(limit: RateLimit, nowMs: number, weight = 1): void {
    this.runOut(limit, nowMs);
    this.fill(Math.max(0, this.level - weightUnits(limit, weight)), limit);
  }

  private runOut(limit: RateLimit, nowMs: number): void {
    const ranOut = Math.max(0, nowMs - this.atMs) * limit.requests;
    this.level = Math.max(0, this.level - ranOut);
    this.atMs = nowMs;
  }

  private fill(level: number, limit: RateLimit): void {
    this.level = level;
    this.emptyAtMs = this.atMs + level / limit.requests;
  }
}

/** Empty buckets that are dropped at each use. It is more than one, so that they become fewer faster than more. */
const DROPPED_AT_ONCE = 2;

/** A bucket for each key, at most `maxKeys`. The least recently used is dropped. */
export class RateBuckets {
  private readonly buckets: LRUCache<string, RateBucket>;

  constructor(maxKeys: number) {
    this.buckets = new LRUCache({ max: maxKeys });
  }

  get size(): number {
    return this.buckets.size;
  }

  /** As `RateBucket.take`. A refusal does not count as use. */
  take(key: string, limit: RateLimit, nowMs: number, weight = 1): RateDecision {
    const bucket = this.bucketOf(key);
    const made = bucket.take(limit, nowMs, weight);
    if (made.isAdmitted) this.used(key, bucket, nowMs);
    return made;
  }

  /** What the key could do at once. Nothing is charged or stored. */
  remaining(key: string, limit: RateLimit, nowMs: number): number {
    return this.bucketOf(key).remaining(limit, nowMs);
  }

  takeAlways(key: string, limit: RateLimit, nowMs: number): void {
    const bucket = this.bucketOf(key);
    bucket.takeAlways(limit, nowMs);
    this.used(key, bucket, nowMs);
  }

  giveBack(key: string, limit: RateLimit, nowMs: number, weight = 1): void {
    const bucket = this.bucketOf(key);
    bucket.giveBack(limit, nowMs, weight);
    this.used(key, bucket, nowMs);
  }

  private bucketOf(key: string): RateBucket {
    return this.buckets.peek(key) ?? new RateBucket();
  }

  private used(key: string, bucket: RateBucket, nowMs: number): void {
    this.buckets.set(key, bucket);
    // Deletion of the last entry clears the whole table, which costs its size.
    for (let dropped = 0; dropped < DROPPED_AT_ONCE && this.buckets.size > 1; dropped++) {
      const [oldest] = this.buckets.rkeys();
      if (oldest === undefined || this.buckets.peek(oldest)!.emptyAtMs > nowMs) return;
      this.buckets.delete(oldest);
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
