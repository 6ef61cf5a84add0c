import { encodeOrder, encodeWithdraw } from '@bellwether/canonical-message';
import { fromHex, toHex } from '@bellwether/codec';
import { address, generateKeyPairSigner, getAddressEncoder, signBytes } from '@solana/kit';
import type { KeyPairSigner } from '@solana/kit';
import type { JsonObject } from '../../local-exchange/src/json-client';

const ID_BYTES = 32;

/** A user of the exchange with a key of their own: it signs what they want, and goes nowhere. */
export class ExchangeUser {
  readonly publicKey: string;
  private readonly key: KeyPairSigner['keyPair'];

  private constructor(signer: KeyPairSigner) {
    this.publicKey = signer.address;
    this.key = signer.keyPair;
  }

  static async create(): Promise<ExchangeUser> {
    return new ExchangeUser(await generateKeyPairSigner());
  }

  /** A body of `POST /v1/orders`: buys YES, or nothing. */
  async buyYes(order: {
    readonly market_id: string;
    readonly price: number;
    readonly size: number;
    readonly nonce: number;
  }): Promise<JsonObject> {
    const { market_id, ...terms } = order;
    const message = encodeOrder({
      marketId: idOf(market_id),
      user: this.keyBytes(),
      outcome: 'yes',
      side: 'buy',
      ...terms,
    });
    const body = { user: this.publicKey, ...order, side: 'buy', outcome: 'yes', order_type: 'fok' };
    return { ...body, signature: await this.sign(message) };
  }

  /** A body of `POST /v1/withdraw` on the test network. */
  async withdraw(terms: {
    readonly amount: number;
    readonly recipient_ext: string;
    readonly nonce: number;
  }): Promise<JsonObject> {
    const { amount, nonce, recipient_ext } = terms;
    const message = encodeWithdraw({
      network: 'test',
      mainAddress: this.keyBytes(),
      amount,
      recipient: { kind: 'recipient_ext', address: keyOf(recipient_ext) },
      nonce,
    });
    return { main_address: this.publicKey, ...terms, signature: await this.sign(message) };
  }

  private keyBytes(): Uint8Array {
    return keyOf(this.publicKey);
  }

  private async sign(message: Uint8Array): Promise<string> {
    return toHex(new Uint8Array(await signBytes(this.key.privateKey, message)));
  }
}

const keyOf = (text: string): Uint8Array =>
  new Uint8Array(getAddressEncoder().encode(address(text)));

function idOf(text: string): Uint8Array {
  const bytes = fromHex(text, ID_BYTES);
  if (bytes === undefined) throw new Error(`${text} is no market id`);
  return bytes;
}
