import { createHash } from 'node:crypto';
import { ENGINE_MESSAGE_VERSION, engineRequestLayout } from '@bellwether/bus';
import { encodeOrder } from '@bellwether/canonical-message';
import { encode } from '@bellwether/codec';
import { publicKeyOf, sign } from '@bellwether/signature';

/** Far behind the end of the flood: an order that is turned away is sent again as it is. */
const DEADLINE_MS = 3_600_000;

/** Of a trader, signed ahead: more than it comes to in half a minute, so that hardly one is signed while the flood goes on. */
const ORDERS = 32;

/** A user with one order at a time, which matches nothing and rests nowhere; signed before the flood, which is to send alone. */
export class FloodTrader {
  readonly user: Uint8Array;
  private readonly seed: Uint8Array;
  /** In one piece of memory: what is signed ahead leaves nothing to be collected while the flood goes on. */
  private readonly signed: Buffer;
  private nonce = 1;

  constructor(
    name: string,
    private readonly marketId: Uint8Array,
  ) {
    this.seed = createHash('sha256').update(`benchmark flood ${name}`).digest();
    this.user = publicKeyOf(this.seed);
    this.signed = Buffer.concat(
      Array.from({ length: ORDERS }, (_, index) => this.requestOf(index + 1)),
    );
  }

  /** The order as the engine gets it. */
  get request(): Uint8Array {
    if (this.nonce > ORDERS) return this.requestOf(this.nonce);
    // All of them are of one length.
    const length = this.signed.length / ORDERS;
    return this.signed.subarray((this.nonce - 1) * length, this.nonce * length);
  }

  /** After the one before was carried out: none is like another, and the engine recalls no answer. */
  next(): void {
    this.nonce++;
  }

  private requestOf(nonce: number): Uint8Array {
    const { user, marketId } = this;
    const terms = {
      user,
      marketId,
      side: 'buy',
      outcome: 'yes',
      orderType: 'ioc',
      price: 100,
      size: 1,
      nonce,
    } as const;
    const signature = sign(encodeOrder(terms), this.seed);
    return encode(engineRequestLayout, {
      version: ENGINE_MESSAGE_VERSION,
      deadlineMs: Date.now() + DEADLINE_MS,
      requestId: 'flood',
      command: { kind: 'order', ...terms, feeBps: 0, builder: null, signature },
    });
  }
}
