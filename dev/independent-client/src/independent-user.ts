import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { toBase58 } from './base58';
import {
  allowTradingKeyText,
  cancelAllMessage,
  cancelMessage,
  amendMessage,
  cancelAfterMessage,
  envelopeOfText,
  fullOrderMessage,
  orderMessage,
  recoverMessage,
  recoverText,
  attestationMessage,
  challengeMessage,
  challengeText,
  redeemMessage,
  sessionText,
  revokeTradingKeyText,
  withdrawMessage,
  withdrawText,
} from './messages';
import type {
  Attestation,
  Challenge,
  Allowance,
  Amend,
  CancelAfter,
  FullOrder,
  NetworkName,
  Order,
  Recovery,
  Redemption,
  Withdrawal,
} from './messages';

export type TextForm = 'raw' | 'envelope';

type KeyBounds = Pick<Allowance, 'at_most' | 'price_band' | 'redeem'>;
/** Where a caller names none: its tests are about something else. */
const WIDE_BOUNDS: KeyBounds = { at_most: 1_000_000_000_000, price_band: 9_999, redeem: true };

const SEED_BYTES = 32;
/** RFC 8410: what stands before the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX_BYTES = 12;

export interface OrderBody extends Order {
  readonly order_type: 'gtc' | 'ioc' | 'fok' | 'post_only';
}

/** A user with a key of their own: makes bodies as the gateway takes them, signed. */
export class IndependentUser {
  readonly publicKey: string;
  private readonly key: KeyObject;
  private readonly network: NetworkName;

  constructor(seed: Uint8Array = randomBytes(SEED_BYTES), network: NetworkName = 'test') {
    const der = Buffer.concat([PKCS8_PREFIX, seed]);
    this.key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(this.key).export({ format: 'der', type: 'spki' });
    this.publicKey = toBase58(spki.subarray(SPKI_PREFIX_BYTES));
    this.network = network;
  }

  /** `POST /v1/orders` */
  order(order: OrderBody) {
    return this.signed({ user: this.publicKey, ...order }, orderMessage(this.publicKey, order));
  }

  /** `POST /v1/orders/cancel` */
  cancel(cancel: { readonly market_id: string; readonly order_id: number }) {
    return this.signed({ user: this.publicKey, ...cancel }, cancelMessage(this.publicKey, cancel));
  }

  /** `POST /v1/orders/cancel-all` */
  cancelAll(cancelAll: { readonly market_id?: string; readonly nonce: number }) {
    const message = cancelAllMessage(this.publicKey, cancelAll);
    return this.signed({ user: this.publicKey, ...cancelAll }, message);
  }

  /** `POST /v1/withdraw`; without a recipient it is the user's own deposit address. */
  withdraw(withdrawal: Withdrawal) {
    const message = withdrawMessage(this.network, this.publicKey, withdrawal);
    return this.signed({ main_address: this.publicKey, ...withdrawal }, message);
  }

  /** `POST /v1/deposit/recover` */
  recover(recovery: Recovery) {
    const message = recoverMessage(this.network, this.publicKey, recovery);
    return this.signed({ main_address: this.publicKey, ...recovery }, message);
  }

  /** `POST /v1/cases/{case_id}/challenge` */
  challenge(challenge: Challenge) {
    const message = challengeMessage(this.network, this.publicKey, challenge);
    const { case_id: _, ...said } = challenge;
    return this.signed({ user: this.publicKey, ...said }, message);
  }

  /** The same, by a text */
  challengeByText(challenge: Challenge, form: TextForm = 'raw') {
    const text = challengeText(this.network, this.publicKey, challenge);
    return { reason: challenge.reason, ...this.signedText(text, form) };
  }

  /** `POST /v1/attestations`, as a source */
  attestation(said: Omit<Attestation, 'source'>) {
    const attested = { source: this.publicKey, ...said };
    return this.signed(attested, attestationMessage(this.network, attested));
  }

  /** `POST /v1/positions/redeem` */
  redeem(redemption: Redemption) {
    const message = redeemMessage(this.network, this.publicKey, redemption);
    return this.signed({ user: this.publicKey, ...redemption }, message);
  }

  /** `POST /v1/orders`, with the terms of the full form */
  fullOrder(order: FullOrder) {
    const message = fullOrderMessage(this.network, this.publicKey, order);
    return this.signed({ user: this.publicKey, ...order }, message);
  }

  /** `POST /v1/orders/amend` */
  amend(amend: Amend) {
    const message = amendMessage(this.network, this.publicKey, amend);
    return this.signed({ user: this.publicKey, ...amend }, message);
  }

  /** `POST /v1/orders/cancel-after` */
  cancelAfter(switched: CancelAfter) {
    const message = cancelAfterMessage(this.network, this.publicKey, switched);
    return this.signed({ user: this.publicKey, ...switched }, message);
  }

  /** `POST /v1/session`. @param timestamp Unix seconds */
  session(timestamp: number) {
    const text = sessionText(this.network, this.publicKey, timestamp);
    return this.signed({ public_key: this.publicKey, timestamp }, text);
  }

  /** `POST /v1/trading-keys`: the text as a wallet signs it, or as a ledger device does. */
  allowTradingKey(
    allowed: Pick<Allowance, 'trading_key' | 'until' | 'nonce'> & Partial<KeyBounds>,
    form: TextForm = 'raw',
  ) {
    const said = { ...WIDE_BOUNDS, ...allowed, account: this.publicKey };
    const text = allowTradingKeyText(this.network, said);
    return this.signedText(text, form);
  }

  /** `POST /v1/trading-keys/revoke`, of a key of this account; `account`: of that one, by this key itself. */
  revokeTradingKey(
    revoked: { readonly trading_key: string; readonly nonce: number; readonly account?: string },
    form: TextForm = 'raw',
  ) {
    const text = revokeTradingKeyText(this.network, { account: this.publicKey, ...revoked });
    return this.signedText(text, form);
  }

  /** `POST /v1/withdraw`, by a text */
  withdrawByText(withdrawal: Withdrawal, form: TextForm = 'raw') {
    return this.signedText(withdrawText(this.network, this.publicKey, withdrawal), form);
  }

  /** `POST /v1/deposit/recover`, by a text */
  recoverByText(recovery: Recovery, form: TextForm = 'raw') {
    return this.signedText(recoverText(this.network, this.publicKey, recovery), form);
  }

  /** An order of `account` that this key signs as its trading key. */
  orderFor(account: string, order: OrderBody) {
    const body = { user: account, signer: this.publicKey, ...order };
    return this.signed(body, orderMessage(account, order));
  }

  /** A cancel-all of `account` that this key signs as its trading key. */
  cancelAllFor(account: string, cancelAll: { readonly nonce: number }) {
    const body = { user: account, signer: this.publicKey, ...cancelAll };
    return this.signed(body, cancelAllMessage(account, cancelAll));
  }

  /** Any text with a signature of this key. */
  signedText(text: string, form: TextForm = 'raw') {
    const bytes = form === 'raw' ? Buffer.from(text) : envelopeOfText(text, this.publicKey);
    return { text, signature: sign(null, bytes, this.key).toString('hex') };
  }

  private signed<B extends object>(body: B, message: Buffer): B & { readonly signature: string } {
    return { ...body, signature: sign(null, message, this.key).toString('hex') };
  }
}
