/**
 * Commands: the only input that changes the exchange. The journal holds nothing else; outcomes follow from it. The
 * layouts below are the bytes on the bus and in the journal. Tags and word lists are add-only.
 */
import {
  bool,
  bytes,
  list,
  oneOf,
  optional,
  struct,
  text,
  u16,
  u32,
  u53,
  u8,
  union,
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  setArchivingLayout,
  setMoneyLimitsLayout,
  setWithdrawalLimitsLayout,
} from './configured-limits';

export * from './configured-limits';

export const SIDES = ['buy', 'sell'] as const;
export const OUTCOMES = ['yes', 'no'] as const;
export const ORDER_TYPES = ['gtc', 'ioc', 'fok', 'post_only'] as const;
/**
 * What an order does when it meets an order of its own user: cancel that one, cancel the rest of itself, or both. Signed
 * messages encode the mode as its index here.
 */
export const SELF_TRADE_MODES = ['cancel_maker', 'cancel_taker', 'cancel_both'] as const;
export const NETWORKS = ['test', 'production'] as const;
export const EXCHANGE_MODES = ['open', 'cancel_only', 'halted'] as const;
export const MARKET_ACTIONS = ['pause', 'resume', 'close'] as const;
export const MARKET_STATUSES = [
  'pending',
  'active',
  'paused',
  'closed',
  'resolved',
  'voided',
] as const;
export const RESOLUTIONS = ['yes', 'no', 'void'] as const;
export const NONCE_KINDS = ['order', 'cancel_all', 'withdraw', 'recover'] as const;
/**
 * Recipient of a withdrawal. `default` is the user's own deposit address on `ext`. Signed messages encode the kind as
 * its index here.
 */
export const RECIPIENT_KINDS = ['default', 'recipient_ext', 'recipient_main'] as const;
/** `ext` is the external chain, `main` the chain of the vault. */
export const CHAINS = ['ext', 'main'] as const;

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
/** A builder's API key id: 16 random bytes. It is public, not the credential. */
export const keyId = bytes(16);

/** `size` in contracts, `price` in bp of the order's own outcome. `builder` is set only on the builder lane. */
export const orderLayout = struct({
  user: publicKey,
  marketId,
  outcome: oneOf(OUTCOMES),
  side: oneOf(SIDES),
  price: u16,
  size: u32,
  orderType: oneOf(ORDER_TYPES),
  nonce: u53,
  feeBps: u16,
  builder: optional(keyId),
  signature,
});

export const cancelLayout = struct({ user: publicKey, marketId, orderId: u53, signature });

/** `marketId` null: all markets. */
export const cancelAllLayout = struct({
  user: publicKey,
  marketId: optional(marketId),
  nonce: u53,
  signature,
});

/**
 * `amount` and `gasFee` in micro-USDC. `recipient` is null for the kind `default`. The funding worker that sends the
 * command sets `gasFee`, so a repeat is compared without it. `builder` is set exactly when the user trades through a
 * builder.
 */
export const withdrawLayout = struct({
  user: publicKey,
  amount: u53,
  recipientKind: oneOf(RECIPIENT_KINDS),
  recipient: optional(chainAddress),
  nonce: u53,
  gasFee: u53,
  builder: optional(keyId),
  signature,
});

/** Recovers funds at the user's deposit address that belong to no pending deposit. `builder` as in `withdraw`. */
export const recoverLayout = struct({
  user: publicKey,
  mint: chainAddress,
  recipient: chainAddress,
  nonce: u53,
  builder: optional(keyId),
  signature,
});

/**
 * Redeems `size` pairs of contracts, one YES and one NO each, for 1 USD a pair. The nonce is of the kind `order`.
 * `builder` as in `withdraw`.
 */
export const redeemLayout = struct({
  user: publicKey,
  marketId,
  size: u32,
  nonce: u53,
  builder: optional(keyId),
  signature,
});

/**
 * An order in its full form: it binds the type, the builder's fee and the terms that the short form lacks.
 * `expiresAt` in Unix seconds, 0 for never.
 */
export const fullOrderLayout = struct({
  user: publicKey,
  marketId,
  outcome: oneOf(OUTCOMES),
  side: oneOf(SIDES),
  price: u16,
  size: u32,
  orderType: oneOf(ORDER_TYPES),
  selfTrade: oneOf(SELF_TRADE_MODES),
  reduceOnly: bool,
  nonce: u53,
  feeBps: u16,
  expiresAt: u53,
  builder: optional(keyId),
  signature,
});

/**
 * Changes the price and the open contracts of a resting order, which keeps its id. `size` is what is open after it. The
 * nonce is of the kind `order`. `builder` as in `withdraw`.
 */
export const amendLayout = struct({
  user: publicKey,
  marketId,
  orderId: u53,
  price: u16,
  size: u32,
  nonce: u53,
  builder: optional(keyId),
  signature,
});

/**
 * Sets the user's dead man's switch: `seconds` after this command all open orders are cancelled, unless it is set
 * again. 0 switches it off. The nonce is of a kind of its own.
 */
export const cancelAfterLayout = struct({
  user: publicKey,
  seconds: u16,
  nonce: u53,
  signature,
});

/** Sent by the signer: it made this key for a user of the builder, who trades on the builder lane only. */
export const registerDelegateLayout = struct({ user: publicKey, builderId: text });

export const categoryLayout = struct({ name: text, sub: text });

/**
 * Times in Unix seconds. `feeBps` null: the fee schedule's row for the category, or its `*` row. `opensAt` null:
 * active at once. One outcome makes a binary market; N outcomes make N markets under one question.
 */
export const createEventLayout = struct({
  eventId: text,
  question: text,
  description: text,
  category: categoryLayout,
  expiry: u53,
  mutuallyExclusive: u8,
  feeBps: optional(u16),
  opensAt: optional(u53),
  labels: list(text),
});

export const setMarketStatusLayout = struct({ marketId, action: oneOf(MARKET_ACTIONS) });

/** `price` (bp, YES terms, 0 to 10000) only with `void`; null is 5000. */
export const resolveMarketLayout = struct({
  marketId,
  resolution: oneOf(RESOLUTIONS),
  price: optional(u16),
});

/** `winner` null: every market of the event is voided at 5000. */
export const resolveEventLayout = struct({ eventId: text, winner: optional(marketId) });

export const setModeLayout = struct({ mode: oneOf(EXCHANGE_MODES) });

/**
 * The row `*` with sub `*` applies to categories missing from the schedule; sub `*` matches every sub of its
 * category.
 */
export const feeCategoryLayout = struct({
  name: text,
  sub: text,
  feeBps: u16,
  makerRebatePct: u8,
});
export const setFeesLayout = struct({ categories: list(feeCategoryLayout) });

/** Test network only. Each `reference` is credited once. `amount` in micro-USDC. */
export const testCreditLayout = struct({ user: publicKey, amount: u53, reference: text });

export const setOpenOrderLimitLayout = struct({ user: publicKey, maxOpenOrders: u32 });

/** A finalized `credit` event of the vault. `creditSeq` counts the credits of the user's proxy from 1. */
export const chainCreditLayout = struct({
  user: publicKey,
  creditSeq: u53,
  amount: u53,
  txSignature: signature,
  slot: u53,
});

/**
 * The cost of a chain transaction on the user's behalf, markup included. `chargeSeq` counts the user's charges from
 * 1.
 */
export const chargeGasLayout = struct({
  user: publicKey,
  chargeSeq: u53,
  amount: u53,
  purpose: text,
});

/** The vault's debit is final. */
export const settleWithdrawalLayout = struct({ withdrawalId });

/** The withdrawal's transaction is proven unable to land. */
export const refundWithdrawalLayout = struct({ withdrawalId, reason: text });

export const setWithdrawalsLayout = struct({ paused: bool });

/**
 * The leader journals a tick when an expiry, an opening or an archiving is due. The record's time triggers the rest.
 */
export const tickLayout = struct({});

export const commandLayout = union({
  order: [1, orderLayout],
  cancel: [2, cancelLayout],
  cancel_all: [3, cancelAllLayout],
  withdraw: [4, withdrawLayout],
  recover: [5, recoverLayout],
  redeem: [6, redeemLayout],
  amend: [7, amendLayout],
  full_order: [8, fullOrderLayout],
  cancel_after: [15, cancelAfterLayout],
  register_delegate: [10, registerDelegateLayout],
  create_event: [20, createEventLayout],
  set_market_status: [21, setMarketStatusLayout],
  resolve_market: [22, resolveMarketLayout],
  resolve_event: [23, resolveEventLayout],
  set_mode: [24, setModeLayout],
  set_fees: [25, setFeesLayout],
  test_credit: [26, testCreditLayout],
  set_open_order_limit: [27, setOpenOrderLimitLayout],
  set_money_limits: [28, setMoneyLimitsLayout],
  set_withdrawal_limits: [29, setWithdrawalLimitsLayout],
  tick: [30, tickLayout],
  set_archiving: [31, setArchivingLayout],
  chain_credit: [40, chainCreditLayout],
  charge_gas: [41, chargeGasLayout],
  settle_withdrawal: [42, settleWithdrawalLayout],
  refund_withdrawal: [43, refundWithdrawalLayout],
  set_withdrawals: [44, setWithdrawalsLayout],
});

export type Command = ValueOf<typeof commandLayout>;
export type CommandKind = Command['kind'];
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>;
export type OrderCommand = CommandOf<'order'>;
export type FullOrderCommand = CommandOf<'full_order'>;
export type FeeCategory = ValueOf<typeof feeCategoryLayout>;
export type Category = ValueOf<typeof categoryLayout>;

/** The lanes on which each kind is accepted. */
export const LANES_OF: Readonly<Record<CommandKind, readonly Lane[]>> = {
  order: ['order', 'builder'],
  cancel: ['cancel'],
  cancel_all: ['cancel'],
  withdraw: ['withdrawal'],
  recover: ['deposit'],
  redeem: ['order', 'builder'],
  full_order: ['order', 'builder'],
  amend: ['order', 'builder'],
  cancel_after: ['cancel'],
  register_delegate: ['builder'],
  create_event: ['admin'],
  set_market_status: ['admin'],
  resolve_market: ['admin'],
  resolve_event: ['admin'],
  set_mode: ['admin'],
  set_fees: ['admin'],
  test_credit: ['admin'],
  set_open_order_limit: ['admin'],
  set_money_limits: ['internal'],
  set_withdrawal_limits: ['internal'],
  tick: ['internal'],
  set_archiving: ['internal'],
  chain_credit: ['deposit'],
  charge_gas: ['deposit'],
  settle_withdrawal: ['withdrawal'],
  refund_withdrawal: ['withdrawal'],
  set_withdrawals: ['admin', 'deposit'],
};

/** A command as the journal holds it: its lane and its content. */
export const journaledCommandLayout = struct({ lane: oneOf(LANES), command: commandLayout });
export type JournaledCommand = ValueOf<typeof journaledCommandLayout>;

/** A command in journal order: `seq` counts commands from 1, and the time never decreases. */
export interface SequencedCommand extends JournaledCommand {
  readonly seq: number;
  readonly timestampMs: number;
}
