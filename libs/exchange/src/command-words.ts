/** The words and ids that commands are made of. Word lists are add-only. */
import {
  ID_BYTES,
  NETWORK_NAMES as NETWORKS,
  ORDER_TYPES,
  OUTCOMES,
  RECIPIENT_KINDS,
  SELF_TRADE_MODES,
  SIDES,
} from '@bellwether/canonical-message';
import { bytes } from '@bellwether/codec';

/** Those of signed messages are listed where their bytes are. */
export { NETWORKS, ORDER_TYPES, OUTCOMES, RECIPIENT_KINDS, SELF_TRADE_MODES, SIDES };

export const EXCHANGE_MODES = ['open', 'cancel_only', 'halted'] as const;
export const MARKET_ACTIONS = ['pause', 'resume', 'close'] as const;
export const MARKET_STATUSES = [
  'pending',
  'active',
  'paused',
  'closed',
  'proposed',
  'disputed',
  'resolved',
  'voided',
] as const;
export const RESOLUTIONS = ['yes', 'no', 'void'] as const;
export const NONCE_KINDS = ['order', 'cancel_all', 'withdraw', 'recover'] as const;
/** How a trading key ended: by time, by its owner, by itself, or by another allowance of the same key. */
export const TRADING_KEY_ENDS = ['expired', 'revoked', 'revoked_by_key', 'replaced'] as const;
/** Who signed the text that revokes a trading key. */
export const REVOCATION_SIGNERS = ['owner', 'trading_key'] as const;
/** `ext` is the external chain, `main` the chain of the vault. */
export const CHAINS = ['ext', 'main'] as const;
/** What is paid out by `pay_revenue`: a builder's fees, or what the exchange itself earned. */
export const REVENUE_SOURCES = ['builder', 'protocol_fees', 'gas_revenue'] as const;
/** Who is paid revenue: a wallet on one of the chains, or a user's balance. */
export const PAYOUT_RECIPIENTS = ['recipient_main', 'recipient_ext', 'user'] as const;

export type Side = (typeof SIDES)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];
export type Network = (typeof NETWORKS)[number];
export type ExchangeMode = (typeof EXCHANGE_MODES)[number];
export type MarketAction = (typeof MARKET_ACTIONS)[number];
export type MarketStatus = (typeof MARKET_STATUSES)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
export type NonceKind = (typeof NONCE_KINDS)[number];
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];
export type TradingKeyEnd = (typeof TRADING_KEY_ENDS)[number];
export type RevenueSource = (typeof REVENUE_SOURCES)[number];
export type PayoutRecipient = (typeof PAYOUT_RECIPIENTS)[number];
export type ChainName = (typeof CHAINS)[number];

/** Lanes for commands from outside the engine. Each lane has its own bus subject. */
export const REQUEST_LANES = [
  'order',
  'cancel',
  'builder',
  'admin',
  'deposit',
  'withdrawal',
] as const;
export type RequestLane = (typeof REQUEST_LANES)[number];

/**
 * The lane a command arrived on. The engine refuses a kind on another kind's lane, so that a compromised gateway can
 * send only what users signed (`LANES_OF`, docs/adr/0003). `internal` is for the engine's own commands: ticks and
 * configuration.
 */
export const LANES = ['internal', ...REQUEST_LANES] as const;
export type Lane = (typeof LANES)[number];

export const publicKey = bytes(32);
export const marketId = bytes(32);
export const signature = bytes(64);
/** An address on either chain: a wallet or a mint. */
export const chainAddress = bytes(32);
/** Computed by `withdrawalIdOf` of libs/canonical-message. */
export const withdrawalId = bytes(32);
/**
 * Chosen at random by who sends a command with a nonce, and not signed: it distinguishes two senders that chose the same
 * nonce. A repeat has the same one.
 */
export const clientId = bytes(ID_BYTES);
/** A builder's API key id: 16 random bytes. It is public, not the credential. */
export const keyId = bytes(16);
