/** What the gateway charges before it does anything: addresses, and calls that cost more than a read. */
import { toHex } from '@bellwether/codec';
import { AddressLimits, CallLimit, addressKey } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressLane } from './address-lane';

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
    this.calls = {
      '/v1/deposit/bridge-address/:user_pubkey': depositAddresses,
      // It tells an address to send to as well, which is watched for good from then on.
      '/v1/proxy/:user': depositAddresses,
      '/v1/faucet': limited('faucet', rates?.faucet),
    };
  }

  /** Every request, first of all. @throws CodedError RATE_LIMITED */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const pattern = request.routePattern;
    const lane = addressLane(request.method, pattern);
    if (lane !== null) this.addresses.charge(request, reply, lane);
    this.calls[pattern ?? '']?.charge(addressKey(request.ip));
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
