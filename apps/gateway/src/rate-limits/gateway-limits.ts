/** What the gateway charges before it does any work: addresses, and calls that cost more than a read. */
import { byPath, gatewayEndpoints } from '@bellwether/api';
import type { EndpointTerms } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import { AddressLimits, CallLimit, addressKey } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressLane, operationLane } from './address-lane';
import {
  PREVIEW_PATH,
  PREVIEW_RESERVED,
  STRANGER_AT_ADMIN_WEIGHT,
  bodyWeight,
  requestWeight,
} from './request-weight';

export interface GatewayRates {
  /** Per address, in each lane. */
  readonly address: RateLimit;
  readonly adminFailures: RateLimit;
  readonly adminLogins: RateLimit;
  readonly depositAddresses: RateLimit;
  readonly faucet: RateLimit;
  readonly faucetOfRecipient: RateLimit;
  /** The engine's limits, shown by `GET /v1/status`. The gateway does not charge them. */
  readonly userOrders: RateLimit;
  readonly userCancels: RateLimit;
  readonly userKeys: RateLimit;
}

type CallKind = NonNullable<EndpointTerms['callLimit']>;
const CALL_LIMITS = byPath(gatewayEndpoints({ hasAdmin: false }), 'callLimit');

export class GatewayLimits {
  private readonly addresses: AddressLimits;
  private readonly adminFailures: CallLimit;
  private readonly adminLogins: CallLimit;
  private readonly faucetOfRecipient: CallLimit;
  private readonly settled = new WeakSet<FastifyRequest>();
  /** True if an operator calls, as far as that is known at once. */
  private isOperator: (request: FastifyRequest) => boolean = () => false;
  /** Per address. */
  private readonly calls: Readonly<Record<CallKind, CallLimit>>;

  /** `rates` null: no limits. */
  constructor(readonly rates: GatewayRates | null) {
    const limited = (name: string, limit: RateLimit | undefined): CallLimit =>
      new CallLimit({ name, limit: limit ?? null });
    this.addresses = new AddressLimits({ limit: rates?.address ?? null });
    this.adminFailures = limited('admin_failures', rates?.adminFailures);
    this.adminLogins = limited('admin_logins', rates?.adminLogins);
    this.faucetOfRecipient = limited('faucet_of_recipient', rates?.faucetOfRecipient);
    this.calls = {
      deposit_addresses: limited('deposit_addresses', rates?.depositAddresses),
      chain_calls: limited('chain_calls', rates?.depositAddresses),
      faucet: limited('faucet', rates?.faucet),
    };
  }

  /**
   * The first check of every request.
   * @throws CodedError RATE_LIMITED
   */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const pattern = request.routePattern;
    const lane = addressLane(request.method, pattern);
    if (lane === null) {
      if (!this.isOperator(request)) {
        this.addresses.charge(request, reply, 'reads', STRANGER_AT_ADMIN_WEIGHT);
      }
    } else {
      const own = requestWeight(pattern, request.query);
      this.addresses.charge(request, reply, lane, own + bodyWeight(request));
      // A refused request is refunded. A caller that leaves before the answer still pays for it.
      if (pattern === PREVIEW_PATH) reply.raw.once('finish', () => this.settlePreview(request, 1));
    }
    const kind = CALL_LIMITS[pattern ?? ''];
    if (kind !== undefined) this.calls[kind].charge(addressKey(request.ip));
  }

  /** Operators pass whatever else comes from their address. */
  admitOperators(isOperator: (request: FastifyRequest) => boolean): void {
    this.isOperator = isOperator;
  }

  /**
   * The operations of a batch beyond the first, which `admit` has charged.
   * @throws CodedError RATE_LIMITED: nothing is carried out
   */
  chargeOperations(request: FastifyRequest, reply: FastifyReply, count: number): void {
    if (count > 0) this.addresses.charge(request, reply, 'orders', count);
  }

  /**
   * Charges an operation over the WebSocket, in the lane of its endpoint.
   *
   * @param address of `addressKey`
   * @param count the number of operations: more than one in a batch
   * @throws CodedError RATE_LIMITED
   */
  chargeOperation(address: string, path: string, count: number): void {
    this.addresses.chargeKey(address, operationLane(path), count);
  }

  /**
   * Charges work over the WebSocket that no endpoint does, in the lane of reads.
   *
   * @param address of `addressKey`
   * @throws CodedError RATE_LIMITED
   */
  chargeWork(address: string, weight: number): void {
    this.addresses.chargeKey(address, 'reads', weight);
  }

  /** A preview is charged for its highest possible cost first, and refunded afterwards. */
  settlePreview(request: FastifyRequest, weight: number): void {
    if (this.settled.has(request)) return;
    this.settled.add(request);
    const charged = Math.min(PREVIEW_RESERVED, this.rates?.address.burst ?? 0);
    this.addresses.giveBack(request, 'reads', Math.max(0, charged - weight));
  }

  /**
   * Charges a call to `/admin` without a valid key. A log-in is typed by a person, who needs fewer tries.
   *
   * @throws CodedError RATE_LIMITED
   */
  chargeAdminFailure(request: FastifyRequest, { isLogin }: { readonly isLogin: boolean }): void {
    const address = addressKey(request.ip);
    this.adminFailures.charge(address);
    if (isLogin) this.adminLogins.charge(address);
  }

  /**
   * Test money, for any key.
   * @throws CodedError RATE_LIMITED
   */
  chargeFaucet(recipient: Uint8Array): void {
    this.faucetOfRecipient.charge(toHex(recipient));
  }
}
