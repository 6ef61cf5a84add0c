import { toHex } from '@bellwether/codec';
import type { Network, TradingKeyChange, TradingKeyList } from './generated/interface';
import { InvalidInputError } from './errors';
import { Caller } from './http/caller';
import type { Receipt } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import type { MessageSigner } from './key-pair';
import { allowTradingKeyText, revokeTradingKeyText } from './owner-texts';
import type { AllowedTradingKey, TextOf } from './owner-texts';
import { PublicClient } from './public-client';

export interface TradingKeysOptions extends Omit<ConnectionOptions, 'url'> {
  readonly gatewayUrl: string;
  readonly network: Network;
}

/** A text and a signature over it, as it is or inside the off-chain message envelope. */
export interface SignedText {
  readonly text: string;
  /** 64 bytes in hex. */
  readonly signature: string;
}

/**
 * Keys that may trade for an account and nothing else. The owner's key signs texts, so it may be a wallet's; a `Trader`
 * with a trading key and the `account` trades with it.
 */
export class TradingKeys {
  private readonly network: Network;
  private readonly caller: Caller;
  private readonly gateway: PublicClient;

  constructor({ gatewayUrl, network, ...connection }: TradingKeysOptions) {
    this.network = network;
    this.caller = new Caller({ url: gatewayUrl, ...connection });
    this.gateway = new PublicClient({ url: gatewayUrl, ...connection });
  }

  /** Those that may trade first, then those that ended within 30 days. */
  list(account: string, options?: CallOptions): Promise<TradingKeyList> {
    return this.gateway.tradingKeys(account, options);
  }

  /**
   * Allows a key to trade until a time, within bounds: beyond them it gets `TRADING_KEY_BOUND`. To raise them, allow it
   * again.
   */
  async allow(
    owner: MessageSigner,
    allowed: AllowedTradingKey,
    options?: CallOptions,
  ): Promise<Receipt<TradingKeyChange>> {
    const by = await this.nextText(owner.publicKey, options);
    return this.sendAllowance(await signText(owner, allowTradingKeyText(allowed, by)), options);
  }

  /** Ends a key, by the owner. */
  async revoke(
    owner: MessageSigner,
    tradingKey: string,
    options?: CallOptions,
  ): Promise<Receipt<TradingKeyChange>> {
    const by = await this.nextText(owner.publicKey, options);
    const text = revokeTradingKeyText({ trading_key: tradingKey }, by);
    return this.sendRevocation(await signText(owner, text), options);
  }

  /** Ends a key, by itself. @throws InvalidInputError where it may not trade for the account */
  async revokeItself(
    key: MessageSigner,
    account: string,
    options?: CallOptions,
  ): Promise<Receipt<TradingKeyChange>> {
    const { trading_keys } = await this.list(account, options);
    const { publicKey: trading_key } = key;
    const own = trading_keys.find(
      (one) => one.trading_key === trading_key && one.state === 'active',
    );
    if (own === undefined)
      throw new InvalidInputError('key', trading_key, 'a key that may trade for the account');
    const by: TextOf = { network: this.network, account, nonce: own.nonce };
    return this.sendRevocation(
      await signText(key, revokeTradingKeyText({ trading_key }, by)),
      options,
    );
  }

  /** Sends a text that a wallet signed. It may be sent again and has one answer. */
  sendAllowance(text: SignedText, options?: CallOptions): Promise<Receipt<TradingKeyChange>> {
    return this.send('/v1/trading-keys', text, options);
  }

  /** As `sendAllowance`. */
  sendRevocation(text: SignedText, options?: CallOptions): Promise<Receipt<TradingKeyChange>> {
    return this.send('/v1/trading-keys/revoke', text, options);
  }

  /** The fields that the next text of an account names. */
  async nextText(account: string, options?: CallOptions): Promise<TextOf> {
    const nonces = await this.gateway.nonces(account, options);
    return { network: this.network, account, nonce: nonces.trading_key + 1 };
  }

  private send(
    path: string,
    { text, signature }: SignedText,
    options?: CallOptions,
  ): Promise<Receipt<TradingKeyChange>> {
    const body = JSON.stringify({ text, signature });
    return this.caller.change(
      { path, body, effect: 'exactly-once' },
      ['trading_key', 'state'],
      options,
    );
  }
}

const utf8 = new TextEncoder();

/** As a wallet would: the text as it is. */
export async function signText(key: MessageSigner, text: string): Promise<SignedText> {
  return { text, signature: toHex(await key.sign(utf8.encode(text))) };
}
