/**
 * Replies: the outcome of one command. The same bytes answer the caller, are remembered for repeats of the nonce, and
 * are compared when the journal is replayed. Tags and word lists are add-only.
 */
import {
  bool,
  growing,
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
import type { FullTerms } from './command';
import {
  CASE_STATUSES,
  CHAINS,
  EXCHANGE_MODES,
  MARKET_STATUSES,
  ORDER_TYPES,
  OUTCOMES,
  PAYOUT_RECIPIENTS,
  RECIPIENT_KINDS,
  RESOLUTIONS,
  SIDES,
  allowedKeyFields,
  chainAddress,
  feeCategoryLayout,
  keyId,
  marketId,
  publicKey,
  resolutionRowLayout,
  sourceRowLayout,
  withdrawalId,
} from './command';
import { CANCEL_REASONS, ORDER_STATUSES, REFUSAL_CODES, SETTLEMENT_TYPES } from './reply-words';

export * from './reply-words';

/** Money in micro-USDC, `quantity` in contracts, prices in bp: `price` in the taker's outcome, `makerPrice` in the maker's. */
export const fillLayout = growing({
  tradeId: u53,
  quantity: u32,
  price: u16,
  outcome: oneOf(OUTCOMES),
  takerSide: oneOf(SIDES),
  makerPrice: u16,
  makerOutcome: oneOf(OUTCOMES),
  makerSide: oneOf(SIDES),
  settlementType: oneOf(SETTLEMENT_TYPES),
  takerFee: u53,
  makerRebate: u53,
  builderFee: u53,
  builder: optional(keyId),
  makerBuilderFee: u53,
  makerBuilder: optional(keyId),
  maker: publicKey,
  taker: publicKey,
  makerOrderId: u53,
  takerOrderId: u53,
});
export type Fill = ValueOf<typeof fillLayout>;

/** An order now: `remaining` = size - filled, also after a cancel. `seq` and `createdMs` are of its placement. */
export const orderViewLayout = growing({
  orderId: u53,
  user: publicKey,
  marketId,
  outcome: oneOf(OUTCOMES),
  side: oneOf(SIDES),
  price: u16,
  size: u32,
  filled: u32,
  orderType: oneOf(ORDER_TYPES),
  feeBps: u16,
  builder: optional(keyId),
  nonce: u53,
  status: oneOf(ORDER_STATUSES),
  cancelReason: optional(oneOf(CANCEL_REASONS)),
  seq: u53,
  createdMs: u53,
});
/** `terms`: of an open order in its full form. Only views have them: the reply to its placing has them once. */
export type OrderView = ValueOf<typeof orderViewLayout> & { readonly terms?: FullTerms };

const orderReplyLayout = growing({
  order: orderViewLayout,
  selfTradeCancelled: list(u53),
  fills: list(fillLayout),
});

const cancelReplyLayout = growing({
  orderId: u53,
  marketId,
  cancelledSize: u32,
  filledSize: u32,
  releasedMicroUsdc: u53,
});

const cancelAllReplyLayout = growing({
  user: publicKey,
  marketId: optional(marketId),
  nonce: u53,
  cancelled: list(u53),
  releasedMicroUsdc: u53,
});

const resolvedMarketLayout = growing({
  marketId,
  status: oneOf(MARKET_STATUSES),
  resolution: oneOf(RESOLUTIONS),
  price: optional(u16),
  paidMicroUsdc: u53,
});
export type ResolvedMarket = ValueOf<typeof resolvedMarketLayout>;

/**
 * An accepted withdrawal pays `netAmount` = amount - gasFee, under the user's number `paymentSeq`. `recipient` null: the
 * user's own deposit address.
 */
const withdrawalReplyLayout = growing({
  withdrawalId,
  amount: u53,
  gasFee: u53,
  netAmount: u53,
  chain: oneOf(CHAINS),
  recipientKind: oneOf(RECIPIENT_KINDS),
  recipient: optional(chainAddress),
  paymentSeq: u53,
});

/**
 * The account after a credit: `gasPaid` of the credit paid gas debt at once, `gasDebt` remains. For a credit booked
 * earlier: the account as it is now, with `gasPaid` 0.
 */
const chainCreditedReplyLayout = growing({
  user: publicKey,
  lastCreditSeq: u53,
  available: u53,
  gasPaid: u53,
  gasDebt: u53,
});

/** How a withdrawal ended. A repeat gets the first answer. */
const endedWithdrawalReplyLayout = growing({
  withdrawalId,
  user: publicKey,
  amount: u53,
  gasFee: u53,
});

/**
 * One named fact of a refusal, a number or a text: e.g. `required`, `available`, `shortfall`, `last_nonce`, `fate`.
 */
const detailLayout = union({
  number: [0, struct({ name: text, value: u53 })],
  text: [1, struct({ name: text, value: text })],
});
export type Detail = ValueOf<typeof detailLayout>;

export const refusalLayout = growing({
  code: oneOf(REFUSAL_CODES),
  details: list(detailLayout),
  /** The order in its final state, with `ORDER_NOT_OPEN`. */
  order: optional(orderViewLayout),
});
export type Refusal = ValueOf<typeof refusalLayout>;

/** Pairs of contracts that were redeemed, and what was paid for them. */
const redeemReplyLayout = growing({ marketId, size: u32, paidMicroUsdc: u53, nonce: u53 });

/** `dueMs`: when all open orders are cancelled, in Unix ms; null if it is switched off. */
const cancelAfterReplyLayout = growing({
  user: publicKey,
  seconds: u16,
  nonce: u53,
  dueMs: optional(u53),
});

/** `nonce`: of the text that allowed the key; `until` in Unix seconds. */
const tradingKeyReplyLayout = growing({
  user: publicKey,
  tradingKey: publicKey,
  until: u53,
  nonce: u53,
});

/** `user`: the credited account, which a wallet is paid from. `withdrawalId` null: it is the balance of the recipient. */
const revenuePaidReplyLayout = growing({
  amount: u53,
  gasFee: u53,
  netAmount: u53,
  recipientKind: oneOf(PAYOUT_RECIPIENTS),
  recipient: chainAddress,
  user: publicKey,
  withdrawalId: optional(withdrawalId),
});

/** A case after the command. `dueMs`: when it ends, while it is proposed. */
const caseReplyLayout = growing({
  caseId: u53,
  status: oneOf(CASE_STATUSES),
  dueMs: optional(u53),
  round: u8,
});

export const replyBodyLayout = union({
  refused: [0, refusalLayout],
  order: [1, orderReplyLayout],
  cancel: [2, cancelReplyLayout],
  cancel_all: [3, cancelAllReplyLayout],
  withdrawal: [4, withdrawalReplyLayout],
  recovery: [
    5,
    growing({ user: publicKey, mint: chainAddress, recipient: chainAddress, nonce: u53 }),
  ],
  redeem: [6, redeemReplyLayout],
  amend: [7, orderReplyLayout],
  cancel_after: [8, cancelAfterReplyLayout],
  delegate_registered: [10, growing({ user: publicKey, builderId: text })],
  trading_key_allowed: [16, growing(allowedKeyFields)],
  trading_key_revoked: [17, tradingKeyReplyLayout],
  event_created: [20, growing({ eventId: text, markets: list(struct({ label: text, marketId })) })],
  market_status: [21, growing({ marketId, status: oneOf(MARKET_STATUSES) })],
  market_resolved: [22, growing({ market: resolvedMarketLayout })],
  event_resolved: [23, growing({ eventId: text, markets: list(resolvedMarketLayout) })],
  mode: [24, growing({ mode: oneOf(EXCHANGE_MODES) })],
  fees: [25, growing({ categories: list(feeCategoryLayout) })],
  credited: [26, growing({ user: publicKey, available: u53 })],
  open_order_limit: [27, growing({ user: publicKey, maxOpenOrders: u32 })],
  money_limits: [28, growing({})],
  withdrawal_limits: [29, growing({})],
  ticked: [30, growing({})],
  archiving: [31, growing({})],
  chain_credited: [40, chainCreditedReplyLayout],
  gas_charged: [41, growing({ user: publicKey, lastChargeSeq: u53, gasDebt: u53 })],
  withdrawal_settled: [42, endedWithdrawalReplyLayout],
  withdrawal_refunded: [43, endedWithdrawalReplyLayout],
  withdrawals: [44, growing({ paused: bool })],
  revenue_paid: [45, revenuePaidReplyLayout],
  resolution_rules: [50, growing({ rules: list(resolutionRowLayout) })],
  case: [51, caseReplyLayout],
  source: [56, growing({ source: sourceRowLayout })],
  challenged: [53, growing({ caseId: u53, challengeId: u53 })],
  fund_filled: [57, growing({ amount: u53, disputeFund: u53 })],
  made_good: [58, growing({ user: publicKey, amount: u53, available: u53 })],
});
export type ReplyBody = ValueOf<typeof replyBodyLayout>;
export type ReplyKind = ReplyBody['kind'];
export type ReplyOf<K extends ReplyKind> = Extract<ReplyBody, { kind: K }>;

/** `seq` and `timestampMs` are those of the command that was applied: a repeat carries the first one's. */
export const replyLayout = struct({ seq: u53, timestampMs: u53, body: replyBodyLayout });
/** `replayed`: the answer of an earlier, equal command, not stored. The gateway answers `Idempotent-Replay: true`. */
export const answerLayout = struct({ replayed: bool, reply: replyLayout });
export type Reply = ValueOf<typeof replyLayout>;
export type Answer = ValueOf<typeof answerLayout>;
