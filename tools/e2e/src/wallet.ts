/**
 * A user with a key of their own, written from the interface's tables alone: another implementation than the servers'
 * in every part, the messages, Ed25519 (noble) and base58.
 */
import { getPublicKeyAsync, signAsync, utils } from '@noble/ed25519';
import { base58 } from '@scure/base';

const OUTCOMES = { yes: 0, no: 1 } as const;
const SIDES = { buy: 0, sell: 1 } as const;
const CANCEL_ALL_TAG = 1;
const CANCEL_TAG = 2;
const WITHDRAW_TAG = 3;
const RECOVER_TAG = 4;
const TEST_NETWORK = 0;
const RECIPIENT_KINDS = { default: 0, recipient_ext: 1, recipient_main: 2 } as const;

export interface OrderBody {
  readonly market_id: string;
  readonly side: keyof typeof SIDES;
  readonly outcome: keyof typeof OUTCOMES;
  readonly price: number;
  readonly size: number;
  readonly order_type: 'gtc' | 'ioc' | 'fok' | 'post_only';
  readonly nonce: number;
}

export interface WithdrawalBody {
  /** Micro-USDC. */
  readonly amount: number;
  readonly recipient_ext?: string;
  readonly recipient_main?: string;
  readonly nonce: number;
}

export class Wallet {
  readonly publicKey: string;
  private readonly keyBytes: Uint8Array;
  private readonly secretKey: Uint8Array;

  private constructor(secretKey: Uint8Array, keyBytes: Uint8Array) {
    this.secretKey = secretKey;
    this.keyBytes = keyBytes;
    this.publicKey = base58.encode(keyBytes);
  }

  static async create(): Promise<Wallet> {
    const secretKey = utils.randomSecretKey();
    return new Wallet(secretKey, await getPublicKeyAsync(secretKey));
  }

  /** An order with its signature over the 90 bytes. */
  async order(order: OrderBody): Promise<OrderBody & { user: string; signature: string }> {
    const message = Buffer.concat([
      Buffer.from(order.market_id, 'hex'),
      this.keyBytes,
      Buffer.of(OUTCOMES[order.outcome], SIDES[order.side]),
      ...[order.price, order.size, order.nonce].map(u64),
    ]);
    return { ...order, user: this.publicKey, signature: await this.sign(message) };
  }

  async cancel(order: { readonly market_id: string; readonly order_id: number }) {
    const message = Buffer.concat([
      Buffer.of(CANCEL_TAG),
      this.keyBytes,
      Buffer.from(order.market_id, 'hex'),
      u64(order.order_id),
    ]);
    return { ...order, user: this.publicKey, signature: await this.sign(message) };
  }

  async cancelAll(request: { readonly market_id?: string; readonly nonce: number }) {
    const { market_id, nonce } = request;
    const message = Buffer.concat([
      Buffer.of(CANCEL_ALL_TAG),
      this.keyBytes,
      Buffer.of(market_id === undefined ? 0 : 1),
      market_id === undefined ? Buffer.alloc(32) : Buffer.from(market_id, 'hex'),
      u64(nonce),
    ]);
    return { ...request, user: this.publicKey, signature: await this.sign(message) };
  }

  /** A withdrawal with its signature over the 83 bytes; without a recipient it is the user's own deposit address. */
  async withdraw(request: WithdrawalBody) {
    const { amount, nonce, recipient_ext, recipient_main } = request;
    const recipient = recipient_ext ?? recipient_main;
    const kind =
      recipient_ext !== undefined
        ? 'recipient_ext'
        : recipient_main !== undefined
          ? 'recipient_main'
          : 'default';
    const message = Buffer.concat([
      Buffer.of(WITHDRAW_TAG, TEST_NETWORK),
      this.keyBytes,
      u64(amount),
      Buffer.of(RECIPIENT_KINDS[kind]),
      recipient === undefined ? Buffer.alloc(32) : base58.decode(recipient),
      u64(nonce),
    ]);
    return { ...request, main_address: this.publicKey, signature: await this.sign(message) };
  }

  /** A recovery with its signature over the 106 bytes. */
  async recover(request: {
    readonly mint: string;
    readonly recipient_ext: string;
    readonly nonce: number;
  }) {
    const message = Buffer.concat([
      Buffer.of(RECOVER_TAG, TEST_NETWORK),
      this.keyBytes,
      base58.decode(request.mint),
      base58.decode(request.recipient_ext),
      u64(request.nonce),
    ]);
    return { ...request, main_address: this.publicKey, signature: await this.sign(message) };
  }

  private async sign(message: Uint8Array): Promise<string> {
    return Buffer.from(await signAsync(message, this.secretKey)).toString('hex');
  }
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
