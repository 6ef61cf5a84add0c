/**
 * What an address may ask for, in lanes that do not get in each other's way: no flood of reads keeps out an order, and
 * none of either keeps out a cancel. It is all that is charged before anybody has proven who they are.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './address-key';
import { MAX_BUCKETS } from './default-rates';
import { RateBuckets } from './rate-buckets';
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
    const name = `address_${lane}`;
    const decision = this.buckets.take(keyOf(request, lane), limit, this.now(), weight);
    if (!decision.isAdmitted) throw rateLimited(name, limit, decision.retryAfterMs);
    void reply.headers(rateHeaders(name, limit, decision));
  }

  /** The caller has proven who it is, and is charged itself from here on; or so much of a weight was not needed. */
  giveBack(request: FastifyRequest, lane: AddressLane, weight = 1): void {
    if (this.limit === null) return;
    this.buckets.giveBack(keyOf(request, lane), this.limit, this.now(), weight);
  }
}

const keyOf = (request: FastifyRequest, lane: AddressLane): string =>
  `${lane} ${addressKey(request.ip)}`;
