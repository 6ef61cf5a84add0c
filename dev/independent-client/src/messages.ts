/** The signed messages and texts, sections 3 to 10 of docs/protocol/signed-messages.md. */
import { createHash } from 'node:crypto';
import { fromBase58 } from './base58';

const KEY_BYTES = 32;
const NETWORKS = { test: 0, production: 1 } as const;
const OUTCOMES = { yes: 0, no: 1 } as const;
const SIDES = { buy: 0, sell: 1 } as const;
const NO_KEY = Buffer.alloc(KEY_BYTES);

export type NetworkName = keyof typeof NETWORKS;

export interface Order {
  readonly market_id: string;
  readonly outcome: keyof typeof OUTCOMES;
  readonly side: keyof typeof SIDES;
  readonly price: number;
  readonly size: number;
  readonly nonce: number;
}

/** The terms that both texts and both messages that move money bind, beside the recipient. */
interface Bounds {
  readonly max_gas_fee?: number;
  readonly allow_program_address?: boolean;
}

export interface Withdrawal extends Bounds {
  readonly amount: number;
  readonly recipient_ext?: string;
  readonly recipient_main?: string;
  readonly nonce: number;
}

export interface Recovery extends Bounds {
  readonly mint: string;
  readonly recipient_ext: string;
  readonly nonce: number;
}

export const orderMessage = (user: string, order: Order): Buffer =>
  Buffer.concat([
    hex(order.market_id),
    key(user),
    Buffer.of(OUTCOMES[order.outcome], SIDES[order.side]),
    u64(order.price),
    u64(order.size),
    u64(order.nonce),
  ]);

export const cancelAllMessage = (
  user: string,
  { market_id, nonce }: { readonly market_id?: string; readonly nonce: number },
): Buffer =>
  Buffer.concat([
    Buffer.of(0x01),
    key(user),
    Buffer.of(market_id === undefined ? 0 : 1),
    market_id === undefined ? NO_KEY : hex(market_id),
    u64(nonce),
  ]);

/** A session lasts a day from `timestamp`, which is in Unix seconds. */
export const sessionText = (network: NetworkName, user: string, timestamp: number): Buffer => {
  const until = new Date((timestamp + 86_400) * 1_000).toISOString().replace('.000Z', 'Z');
  return Buffer.from(
    'Bellwether: read my account\n\n' +
      `Network: ${network}\nAccount: ${user}\n` +
      'May: read orders, the ledger and deposits\nMay not: trade or withdraw\n' +
      `Until: ${until}`,
  );
};

export const cancelMessage = (
  user: string,
  { market_id, order_id }: { readonly market_id: string; readonly order_id: number },
): Buffer => Buffer.concat([Buffer.of(0x02), key(user), hex(market_id), u64(order_id)]);

export function withdrawMessage(
  network: NetworkName,
  user: string,
  withdrawal: Withdrawal,
): Buffer {
  const { amount, recipient_ext: ext, recipient_main: main, nonce } = withdrawal;
  const kind = ext !== undefined ? 1 : main !== undefined ? 2 : 0;
  const recipient = ext ?? main;
  return Buffer.concat([
    Buffer.of(0x03, NETWORKS[network]),
    key(user),
    u64(amount),
    u64(withdrawal.max_gas_fee ?? 0),
    Buffer.of(kind),
    recipient === undefined ? NO_KEY : key(recipient),
    Buffer.of(withdrawal.allow_program_address === true ? 1 : 0),
    u64(nonce),
  ]);
}

export const recoverMessage = (
  network: NetworkName,
  user: string,
  { mint, recipient_ext, max_gas_fee, allow_program_address, nonce }: Recovery,
): Buffer =>
  Buffer.concat([
    Buffer.of(0x04, NETWORKS[network]),
    key(user),
    key(mint),
    u64(max_gas_fee ?? 0),
    key(recipient_ext),
    Buffer.of(allow_program_address === true ? 1 : 0),
    u64(nonce),
  ]);

export interface Redemption {
  readonly market_id: string;
  readonly size: number;
  readonly nonce: number;
}

export const redeemMessage = (
  network: NetworkName,
  user: string,
  { market_id, size, nonce }: Redemption,
): Buffer =>
  Buffer.concat([
    Buffer.of(0x06, NETWORKS[network]),
    hex(market_id),
    key(user),
    u64(size),
    u64(nonce),
  ]);

export interface FullOrder extends Order {
  readonly order_type: (typeof ORDER_TYPES)[number];
  readonly self_trade: (typeof SELF_TRADES)[number];
  readonly reduce_only: boolean;
  readonly fee_bps: number;
  readonly expires_at: number;
  /** Absent: 0. */
  readonly max_cost?: number;
}
const ORDER_TYPES = ['gtc', 'ioc', 'fok', 'post_only'] as const;
const SELF_TRADES = ['cancel_maker', 'cancel_taker', 'cancel_both'] as const;

export const fullOrderMessage = (network: NetworkName, user: string, order: FullOrder): Buffer =>
  Buffer.concat([
    Buffer.of(0x05, NETWORKS[network]),
    hex(order.market_id),
    key(user),
    Buffer.of(order.outcome === 'yes' ? 0 : 1, order.side === 'buy' ? 0 : 1),
    Buffer.of(ORDER_TYPES.indexOf(order.order_type), SELF_TRADES.indexOf(order.self_trade)),
    Buffer.of(order.reduce_only ? 1 : 0),
    ...[order.price, order.size, order.nonce, order.fee_bps, order.expires_at].map(u64),
    u64(order.max_cost ?? 0),
  ]);

export interface Amend {
  readonly market_id: string;
  readonly order_id: number;
  readonly price: number;
  readonly size: number;
  readonly nonce: number;
  /** Absent: any. */
  readonly filled?: number;
}

const ANY = (1n << 64n) - 1n;

export const amendMessage = (network: NetworkName, user: string, amend: Amend): Buffer =>
  Buffer.concat([
    Buffer.of(0x07, NETWORKS[network]),
    hex(amend.market_id),
    key(user),
    ...[amend.order_id, amend.price, amend.size, amend.nonce, amend.filled ?? ANY].map(u64),
  ]);

export interface CancelAfter {
  readonly seconds: number;
  readonly nonce: number;
}

export const cancelAfterMessage = (
  network: NetworkName,
  user: string,
  { seconds, nonce }: CancelAfter,
): Buffer =>
  Buffer.concat([Buffer.of(0x08, NETWORKS[network]), key(user), u64(seconds), u64(nonce)]);

const CLAIMS = ['yes', 'no', 'void', 'winner', 'too_early'] as const;

export interface Challenge {
  readonly case_id: number;
  readonly claim: (typeof CLAIMS)[number];
  readonly claim_market?: string;
  readonly reason: string;
  readonly stake_micro_usdc: number;
  readonly nonce: number;
}

const reasonHash = (reason: string): Buffer => createHash('sha256').update(reason, 'utf8').digest();

export const challengeMessage = (
  network: NetworkName,
  user: string,
  { case_id, claim, claim_market, reason, stake_micro_usdc, nonce }: Challenge,
): Buffer =>
  Buffer.concat([
    Buffer.of(0x0a, NETWORKS[network]),
    u64(case_id),
    key(user),
    Buffer.of(CLAIMS.indexOf(claim)),
    claim_market === undefined ? NO_KEY : hex(claim_market),
    reasonHash(reason),
    u64(stake_micro_usdc),
    u64(nonce),
  ]);

const ATTESTED = ['value', 'winner'] as const;

export interface Attestation {
  readonly source: string;
  /** A market id, or `eventHash` of an event, in hex. */
  readonly subject: string;
  readonly attests: (typeof ATTESTED)[number];
  readonly value: number;
  readonly decimals: number;
  readonly observed_at: number;
  readonly signed_at: number;
  readonly statement: string;
}

export const attestationMessage = (network: NetworkName, attested: Attestation): Buffer => {
  const value = Buffer.alloc(8);
  value.writeBigInt64LE(BigInt(attested.value));
  return Buffer.concat([
    Buffer.of(0x0b, NETWORKS[network]),
    key(attested.source),
    hex(attested.subject),
    Buffer.of(ATTESTED.indexOf(attested.attests)),
    value,
    Buffer.of(attested.decimals),
    u64(attested.observed_at),
    u64(attested.signed_at),
    reasonHash(attested.statement),
  ]);
};

const lengthThenText = (text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};

export const eventHashPreimage = (network: NetworkName, eventId: string): Buffer =>
  Buffer.concat(['bellwether/event/v1', network, eventId].map(lengthThenText));

export const challengeText = (
  network: NetworkName,
  account: string,
  { case_id, claim, claim_market, reason, stake_micro_usdc, nonce }: Challenge,
): string =>
  [
    'Bellwether: challenge a result',
    '',
    `Network: ${network}`,
    `Account: ${account}`,
    `Case: ${case_id}`,
    `Claim: ${claim}`,
    `Market: ${claim_market ?? 'none'}`,
    `SHA-256 of the reason: ${reasonHash(reason).toString('hex')}`,
    `Stake: ${usd(stake_micro_usdc)}`,
    `Nonce: ${nonce}`,
  ].join('\n');

export interface TradingKeyText {
  readonly account: string;
  readonly trading_key: string;
  readonly nonce: number;
}

/** `until` in Unix seconds, `at_most` in micro-USDC a day, `price_band` in bp. */
export interface Allowance extends TradingKeyText {
  readonly until: number;
  readonly at_most: number;
  readonly price_band: number;
  readonly redeem: boolean;
}

export const allowTradingKeyText = (
  network: NetworkName,
  { account, trading_key, nonce, until, at_most, price_band, redeem }: Allowance,
): string =>
  [
    'Bellwether: allow a trading key',
    '',
    `Network: ${network}`,
    `Account: ${account}`,
    `Trading key: ${trading_key}`,
    'May: place and cancel orders',
    'May not: withdraw',
    `At most: ${usd(at_most)} a day`,
    `Price band: ${price_band} bp around the market`,
    `Redeem: ${redeem ? 'yes' : 'no'}`,
    `Until: ${new Date(until * 1000).toISOString().slice(0, 19)}Z`,
    `Nonce: ${nonce}`,
  ].join('\n');

export const revokeTradingKeyText = (
  network: NetworkName,
  { account, trading_key, nonce }: TradingKeyText,
): string =>
  [
    'Bellwether: revoke a trading key',
    '',
    `Network: ${network}`,
    `Account: ${account}`,
    `Trading key: ${trading_key}`,
    `Nonce: ${nonce}`,
  ].join('\n');

const usd = (micro: number): string =>
  `${Math.floor(micro / 1e6)}.${String(micro % 1e6).padStart(6, '0')} USD`;
const feeAtMost = ({ max_gas_fee: most = 0 }: Bounds): string =>
  `Fee at most: ${most === 0 ? 'any' : usd(most)}`;
const allowProgram = ({ allow_program_address: isAllowed = false }: Bounds): string =>
  `Allow program address: ${isAllowed ? 'yes' : 'no'}`;

export const withdrawText = (
  network: NetworkName,
  account: string,
  { amount, recipient_ext: ext, recipient_main: main, nonce, ...bounds }: Withdrawal,
): string =>
  [
    'Bellwether: withdraw',
    '',
    `Network: ${network}`,
    `Account: ${account}`,
    `Amount: ${usd(amount)}`,
    feeAtMost(bounds),
    `Recipient: ${ext ?? main ?? 'the deposit address'}`,
    allowProgram(bounds),
    `Chain: ${main === undefined ? 'ext' : 'main'}`,
    `Nonce: ${nonce}`,
  ].join('\n');

export const recoverText = (
  network: NetworkName,
  account: string,
  { mint, recipient_ext, nonce, ...bounds }: Recovery,
): string =>
  [
    'Bellwether: recover a deposit',
    '',
    `Network: ${network}`,
    `Account: ${account}`,
    `Token: ${mint}`,
    feeAtMost(bounds),
    `Recipient: ${recipient_ext}`,
    allowProgram(bounds),
    'Chain: ext',
    `Nonce: ${nonce}`,
  ].join('\n');

/** The off-chain message envelope of Solana, version 0, around a text. */
export const envelopeOfText = (text: string, signer: string): Buffer => {
  const content = Buffer.from(text, 'utf8');
  const domain = Buffer.alloc(KEY_BYTES);
  domain.write('bellwether');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(content.length);
  return Buffer.concat([
    Buffer.of(0xff),
    Buffer.from('solana offchain', 'ascii'),
    Buffer.of(0),
    domain,
    Buffer.of(1, 1),
    key(signer),
    length,
    content,
  ]);
};

const key = (text: string): Buffer => fromBase58(text, KEY_BYTES);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

function u64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
