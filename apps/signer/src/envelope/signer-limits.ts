/**
 * What the signer charges: the address until the envelope is valid, then the key, and the address is refunded. The
 * engine charges users, after the signature check. Cancels have separate buckets everywhere, and a cancel-all passes
 * its key's bucket whatever is in it.
 */
import { SIGNER_ENDPOINTS, byPath } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import {
  AddressLimits,
  CallLimit,
  MAX_BUCKETS,
  OPERATIONS_PATHS,
  RateBuckets,
  monotonicNow,
  rateHeaders,
  rateLimited,
} from '@bellwether/runtime';
import type { AddressLane, RateLimit } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './authenticator';

export interface SignerRates {
  /** Per address, in each lane, for requests whose envelope is invalid. */
  readonly address: RateLimit;
  /** Per key. */
  readonly depositAddresses: RateLimit;
  /** Per builder. */
  readonly newUsers: RateLimit;
}

const SECOND_MS = 1_000;
/** A key may use two seconds of its rate at once, as an address may. */
const BURST_SECONDS = 2;

const CANCEL_LANES = byPath(SIGNER_ENDPOINTS, 'lane');
const CALL_LIMITS = byPath(SIGNER_ENDPOINTS, 'callLimit');

const PROBES: ReadonlySet<string> = new Set(OPERATIONS_PATHS);
/** In plain reads, as in the gateway's request-weight.ts. */
const OUTSIDE_WEIGHTS: Readonly<Record<string, number>> = {
  '/docs': 3,
  '/openapi.json': 3,
  '/metrics': 20,
  // The bus, the engine and the database are queried.
  '/readyz': 5,
};

/** By the pattern of the route. */
const addressLane = (pattern: string | null): AddressLane =>
  CANCEL_LANES[pattern ?? ''] ?? 'orders';

type KeyLane = 'orders' | 'cancels' | 'calls';

export class SignerLimits {
  private readonly addresses: AddressLimits;
  private readonly depositAddresses: CallLimit;
  private readonly keys = new RateBuckets(MAX_BUCKETS);

  /** `rates` null: no limits. */
  constructor(private readonly rates: SignerRates | null) {
    this.addresses = new AddressLimits({ limit: rates?.address ?? null });
    this.depositAddresses = new CallLimit({
      name: 'deposit_addresses_of_key',
      limit: rates?.depositAddresses ?? null,
    });
  }

  /**
   * Requests that no handler answers, and so no guard charges: documents, probes, paths that do not exist.
   *
   * @throws CodedError RATE_LIMITED
   */
  chargeOutside(request: FastifyRequest, reply: FastifyReply): void {
    const pattern = request.routePattern;
    if (pattern?.startsWith('/v1/') === true) return;
    const lane = PROBES.has(pattern ?? '') ? 'health' : 'reads';
    this.addresses.charge(request, reply, lane, OUTSIDE_WEIGHTS[pattern ?? ''] ?? 1);
  }

  /**
   * The caller is not authenticated yet.
   * @throws CodedError RATE_LIMITED
   */
  chargeAddress(request: FastifyRequest, reply: FastifyReply): void {
    this.addresses.charge(request, reply, addressLane(request.routePattern));
  }

  /**
   * The caller is authenticated. `byKeyAlone`: it presented only the API key, whose leak must not block the builder's
   * orders.
   *
   * @throws CodedError RATE_LIMITED
   */
  chargeKey(
    caller: Pick<Caller, 'keyId' | 'ordersPerSecond'>,
    { byKeyAlone }: { readonly byKeyAlone: boolean },
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.rates === null) return;
    const pattern = request.routePattern;
    const lane = addressLane(pattern);
    this.addresses.giveBack(request, lane);
    const keyId = toHex(caller.keyId);
    if (CALL_LIMITS[pattern ?? ''] !== undefined) this.depositAddresses.charge(keyId);
    const keyLane: KeyLane = byKeyAlone ? 'calls' : lane === 'orders' ? 'orders' : 'cancels';
    this.charge(`${keyLane} ${keyId}`, `key_${keyLane}`, {
      limit: keyLimit(caller.ordersPerSecond),
      isAlwaysAdmitted: lane === 'cancel_alls',
      reply,
    });
  }

  /** Orders that a key may send at once to this signer. Null: no limits. */
  ordersLeft({ keyId, ordersPerSecond }: Pick<Caller, 'keyId' | 'ordersPerSecond'>): number | null {
    if (this.rates === null) return null;
    const limit = keyLimit(ordersPerSecond);
    return this.keys.remaining(`orders ${toHex(keyId)}`, limit, monotonicNow());
  }

  /**
   * The operations of a batch beyond the first, which `chargeKey` has charged.
   * @throws CodedError RATE_LIMITED: nothing is carried out
   */
  chargeOperations(
    caller: Pick<Caller, 'keyId' | 'ordersPerSecond'>,
    count: number,
    reply: FastifyReply,
  ): void {
    if (this.rates === null || count === 0) return;
    const limit = keyLimit(caller.ordersPerSecond);
    const bucket = `orders ${toHex(caller.keyId)}`;
    this.charge(bucket, 'key_orders', { limit, isAlwaysAdmitted: false, reply, weight: count });
  }

  private charge(
    bucket: string,
    name: string,
    { limit, isAlwaysAdmitted, reply, weight = 1 }: KeyCharge,
  ): void {
    const nowMs = monotonicNow();
    if (isAlwaysAdmitted) {
      this.keys.takeAlways(bucket, limit, nowMs);
      return;
    }
    const decision = this.keys.take(bucket, limit, nowMs, weight);
    if (!decision.isAdmitted) throw rateLimited(name, limit, decision.retryAfterMs);
    void reply.headers(rateHeaders(name, limit, decision));
  }
}

interface KeyCharge {
  readonly limit: RateLimit;
  readonly isAlwaysAdmitted: boolean;
  readonly reply: FastifyReply;
  readonly weight?: number;
}

const keyLimit = (ordersPerSecond: number): RateLimit => ({
  requests: ordersPerSecond,
  perMs: SECOND_MS,
  burst: ordersPerSecond * BURST_SECONDS,
});
