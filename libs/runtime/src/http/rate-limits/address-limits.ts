/**
 * Rate limits by address, in lanes that do not affect each other: a flood of reads blocks no order, and neither blocks
 * a cancel. Until a caller is authenticated, only its address is charged.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './address-key';
import { MAX_BUCKETS } from './default-rates';
import { RateBuckets } from './rate-buckets';
import type { RateDecision } from './rate-buckets';
import { rateHeaders } from './rate-headers';
import type { RateLimit } from './rate-limit';
import { rateLimited } from './rate-limited';

/** `health`: probes have a lane of their own, so that an address at its limits does not see the server as dead. */
export type AddressLane = 'reads' | 'orders' | 'cancels' | 'cancel_alls' | 'health';

export interface AddressLimitsOptions {
  /** For each address in each lane. Null: no limit. */
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

  /**
   * Without an error, the answer's headers show what is left.
   *
   * @param weight the number of requests that it counts as
   * @throws CodedError RATE_LIMITED
   */
  charge(request: FastifyRequest, reply: FastifyReply, lane: AddressLane, weight = 1): void {
    const { limit } = this;
    if (limit === null) return;
    const decision = this.take(addressKey(request.ip), lane, limit, weight);
    void reply.headers(rateHeaders(nameOf(lane), limit, decision));
  }

  /**
   * The same for operations over a WebSocket, charged to the same buckets as requests.
   *
   * @param key of `addressKey`
   * @throws CodedError RATE_LIMITED
   */
  chargeKey(key: string, lane: AddressLane, weight = 1): void {
    if (this.limit !== null) this.take(key, lane, this.limit, weight);
  }

  private take(key: string, lane: AddressLane, limit: RateLimit, weight: number): RateDecision {
    const decision = this.buckets.take(bucketOf(key, lane), limit, this.now(), weight);
    if (!decision.isAdmitted) throw rateLimited(nameOf(lane), limit, decision.retryAfterMs);
    return decision;
  }

  /**
   * Gives a charge back: the caller is authenticated and is charged itself from here on, or a part of a weight was not
   * needed.
   */
  giveBack(request: FastifyRequest, lane: AddressLane, weight = 1): void {
    if (this.limit === null) return;
    this.buckets.giveBack(bucketOf(addressKey(request.ip), lane), this.limit, this.now(), weight);
  }
}

const nameOf = (lane: AddressLane): string => `address_${lane}`;
const bucketOf = (key: string, lane: AddressLane): string => `${lane} ${key}`;
