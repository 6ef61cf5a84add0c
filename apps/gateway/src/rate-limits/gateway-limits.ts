/** What the gateway charges before it does anything: addresses, and calls that cost more than a read. */
import { toHex } from '@bellwether/codec';
import { AddressLimits, CallLimit, addressKey } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressLane } from './address-lane';
import { PREVIEW_PATH, PREVIEW_RESERVED, requestWeight } from './request-weight';

export interface GatewayRates {
  /** Of each address in each lane. */
  readonly address: RateLimit;
  readonly adminFailures: RateLimit;
  readonly depositAddresses: RateLimit;
  readonly faucet: RateLimit;
  readonly faucetOfRecipient: RateLimit;
  /** The engine's, of which `GET /v1/status` tells; nothing is charged by them here. */
  readonly userOrders: RateLimit;
  readonly userCancels: RateLimit;
}

export class GatewayLimits {
  private readonly addresses: AddressLimits;
  private readonly adminFailures: CallLimit;
  private readonly faucetOfRecipient: CallLimit;
  private readonly settled = new WeakSet<FastifyRequest>();
  /** By the pattern of the route, of each address; what costs the same thing shares a limit. */
  private readonly calls: Readonly<Record<string, CallLimit>>;

  /** `rates` null: no limits. */
  constructor(readonly rates: GatewayRates | null) {
    const limited = (name: string, limit: RateLimit | undefined): CallLimit =>
      new CallLimit({ name, limit: limit ?? null });
    this.addresses = new AddressLimits({ limit: rates?.address ?? null });
    this.adminFailures = limited('admin_failures', rates?.adminFailures);
    this.faucetOfRecipient = limited('faucet_of_recipient', rates?.faucetOfRecipient);
    const depositAddresses = limited('deposit_addresses', rates?.depositAddresses);
    const chainCalls = limited('chain_calls', rates?.depositAddresses);
    this.calls = {
      '/v1/deposit/bridge-address/:user_pubkey': depositAddresses,
      // It tells an address to send to as well, which is watched for good from then on.
      '/v1/proxy/:user': depositAddresses,
      '/v1/faucet': limited('faucet', rates?.faucet),
      // Nodes are asked about the recipient before anybody's signature is looked at.
      '/v1/withdraw/quote': chainCalls,
      '/v1/withdraw': chainCalls,
      '/v1/deposit/recover': chainCalls,
    };
  }

  /** Every request, first of all. @throws CodedError RATE_LIMITED */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const pattern = request.routePattern;
    const lane = addressLane(request.method, pattern);
    if (lane !== null) {
      const weight = lane === 'reads' ? requestWeight(pattern, request.query) : 1;
      this.addresses.charge(request, reply, lane, weight);
      // What was refused came to nothing. Who leaves before the answer has it worked out all the same.
      if (pattern === PREVIEW_PATH) reply.raw.once('finish', () => this.settlePreview(request, 1));
    }
    this.calls[pattern ?? '']?.charge(addressKey(request.ip));
  }

  /** A preview counts as so many reads, as is said first: what was charged beyond comes back. */
  settlePreview(request: FastifyRequest, weight: number): void {
    if (this.settled.has(request)) return;
    this.settled.add(request);
    const charged = Math.min(PREVIEW_RESERVED, this.rates?.address.burst ?? 0);
    this.addresses.giveBack(request, 'reads', Math.max(0, charged - weight));
  }

  /** A call to `/admin` without the right key. @throws CodedError RATE_LIMITED */
  chargeAdminFailure(request: FastifyRequest): void {
    this.adminFailures.charge(addressKey(request.ip));
  }

  /** Test money, whoever asks for it. @throws CodedError RATE_LIMITED */
  chargeFaucet(recipient: Uint8Array): void {
    this.faucetOfRecipient.charge(toHex(recipient));
  }
}
