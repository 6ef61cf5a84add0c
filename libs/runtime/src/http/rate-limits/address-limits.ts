/**
 * What an address may ask for, in lanes that do not get in each other's way: no flood of reads keeps out an order, and
 * none of either keeps out a cancel. It is all that is charged before anybody has proven who they are.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './address-key';
import { MAX_BUCKETS } from './default-rates';
import { RateBuckets } from './rate-buckets';
import type { RateDecision } from './rate-buckets';
import { rateHeaders } from './rate-headers';
import type { RateLimit } from './rate-limit';
import { rateLimited } from './rate-limited';

/** `health`: probes, apart from everything, so that an address under limits is not taken for a dead server. */
export type AddressLane = 'reads' | 'orders' | 'cancels' | 'cancel_alls' | 'health';

export interface AddressLimitsOptions {
  /** Of each address in each lane; null: no limit. */
  readonly limit: RateLimit | null;
  readonly maxBuckets?: number;
  /** Milliseconds, never falling. */
  readonly now?: () => number;
}

export const monotonicNow = (): number => Math.floor(performance.now());

export class AddressLimits {
  private readonly limit: RateLimit | null;
  private readonly buckets: RateBuckets;
  private readonly now: () => number;

  constructor({ limit, maxBuckets = MAX_BUCKETS, now = monotonicNow }: AddressLimitsOptions) {
    this.limit = limit;
    this.buckets = new RateBuckets(maxBuckets);
    this.now = now;
  }

  /** @param weight as many requests it counts for @throws CodedError RATE_LIMITED. Otherwise the answer's headers tell what is left. */
  charge(request: FastifyRequest, reply: FastifyReply, lane: AddressLane, weight = 1): void {
    const { limit } = this;
    if (limit === null) return;
    const decision = this.take(addressKey(request.ip), lane, limit, weight);
    void reply.headers(rateHeaders(nameOf(lane), limit, decision));
  }

  /**
   * The same for what comes over a connection that stays, in the very buckets of its requests.
   * @param key of `addressKey` @throws CodedError RATE_LIMITED
   */
  chargeKey(key: string, lane: AddressLane, weight = 1): void {
    if (this.limit !== null) this.take(key, lane, this.limit, weight);
  }

  private take(key: string, lane: AddressLane, limit: RateLimit, weight: number): RateDecision {
    const decision = this.buckets.take(bucketOf(key, lane), limit, this.now(), weight);
    if (!decision.isAdmitted) throw rateLimited(nameOf(lane), limit, decision.retryAfterMs);
    return decision;
  }

  /** The caller has proven who it is, and is charged itself from here on; or so much of a weight was not needed. */
  giveBack(request: FastifyRequest, lane: AddressLane, weight = 1): void {
    if (this.limit === null) return;
    this.buckets.giveBack(bucketOf(addressKey(request.ip), lane), this.limit, this.now(), weight);
  }
}

const nameOf = (lane: AddressLane): string => `address_${lane}`;
const bucketOf = (key: string, lane: AddressLane): string => `${lane} ${key}`;
