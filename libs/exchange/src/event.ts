/**
 * Events: the facts that one command produced, for services that store history or fold views (projector, gateway).
 * They follow from the journal: an event published again after a crash has the same bytes and the same seq. Tags and
 * word lists are add-only.
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
  union,
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  CHAINS,
  EXCHANGE_MODES,
  MARKET_STATUSES,
  NONCE_KINDS,
  RECIPIENT_KINDS,
  RESOLUTIONS,
  TRADING_KEY_ENDS,
  allowedKeyFields,
  chainAddress,
  feeCategoryLayout,
  keyId,
  marketId,
  fullTermsLayout,
  publicKey,
  resolutionRowLayout,
  signature,
  sourceRowLayout,
  withdrawalId,
} from './command';
import {
  caseAttestedLayout,
  caseChallengedLayout,
  caseDecidedLayout,
  caseFinalLayout,
  caseProposedLayout,
  caseWithdrawnLayout,
  stakeMovedLayout,
} from './cases/case-events';
import { catalogueEventLayout } from './markets/created-event';
import { revenuePaidLayout, revenueReturnedLayout } from './payouts/revenue-events';
import { CANCEL_REASONS, fillLayout, orderViewLayout, refusalLayout } from './reply';

export * from './markets/created-event';

export const BOOK_SIDES = ['bid', 'ask'] as const;
export type BookSide = (typeof BOOK_SIDES)[number];

export const exchangeEventLayout = union({
  /**
   * The order after the command: what was filled and whether it rests. Its fills follow as `trade` events. `terms` are
   * those of an order in its full form.
   */
  order_accepted: [1, growing({ order: orderViewLayout }, { terms: fullTermsLayout })],
  /** `makerFilled`: the maker order's filled size after this fill. */
  trade: [2, growing({ marketId, fill: fillLayout, makerFilled: u32 })],
  /** An order ended without being filled in full. */
  order_cancelled: [
    3,
    growing({
      orderId: u53,
      user: publicKey,
      marketId,
      filledSize: u32,
      cancelledSize: u32,
      releasedMicroUsdc: u53,
      reason: oneOf(CANCEL_REASONS),
    }),
  ],
  /** A refused command that used its nonce. */
  refused: [
    4,
    growing({
      user: publicKey,
      nonceKind: oneOf(NONCE_KINDS),
      nonce: u53,
      builder: optional(keyId),
      refusal: refusalLayout,
    }),
  ],
  event_created: [5, growing({ event: catalogueEventLayout })],
  market_status: [6, growing({ marketId, status: oneOf(MARKET_STATUSES) })],
  market_resolved: [
    7,
    growing({
      marketId,
      resolution: oneOf(RESOLUTIONS),
      price: optional(u16),
      paidMicroUsdc: u53,
    }),
  ],
  /** One holder's payout at resolution. */
  payout: [
    8,
    growing({
      marketId,
      user: publicKey,
      yesContracts: u53,
      noContracts: u53,
      paidMicroUsdc: u53,
    }),
  ],
  credited: [9, growing({ user: publicKey, amount: u53, reference: text })],
  mode: [10, growing({ mode: oneOf(EXCHANGE_MODES) })],
  fees: [11, growing({ categories: list(feeCategoryLayout) })],
  delegate_registered: [12, growing({ user: publicKey, builderId: text })],
  cancel_all: [
    13,
    growing({ user: publicKey, marketId: optional(marketId), nonce: u53, count: u32 }),
  ],
  open_order_limit: [14, growing({ user: publicKey, maxOpenOrders: u32 })],
  /** A vault credit was booked to the account. The part that paid gas debt follows as `gas_settled`. */
  deposit_credited: [
    15,
    growing({
      user: publicKey,
      creditSeq: u53,
      amount: u53,
      txSignature: signature,
      slot: u53,
    }),
  ],
  /** `gasDebt`: the user's whole debt after the charge. */
  gas_charged: [
    16,
    growing({ user: publicKey, chargeSeq: u53, amount: u53, purpose: text, gasDebt: u53 }),
  ],
  /** `amount` of the debt was paid from the available balance; `gasDebt` remains. */
  gas_settled: [17, growing({ user: publicKey, amount: u53, gasDebt: u53 })],
  /** `amount` moved from the available balance to `withdrawing`. The vault pays each `paymentSeq` of the user once. */
  withdrawal_accepted: [
    18,
    growing({
      withdrawalId,
      user: publicKey,
      amount: u53,
      gasFee: u53,
      chain: oneOf(CHAINS),
      recipientKind: oneOf(RECIPIENT_KINDS),
      recipient: optional(chainAddress),
      allowProgramAddress: bool,
      nonce: u53,
      paymentSeq: u53,
      builder: optional(keyId),
    }),
  ],
  /** `amount` - `gasFee` was paid out. */
  withdrawal_settled: [19, growing({ withdrawalId, user: publicKey, amount: u53, gasFee: u53 })],
  /** The whole `amount` is available again. */
  withdrawal_refunded: [
    20,
    growing({ withdrawalId, user: publicKey, amount: u53, gasFee: u53, reason: text }),
  ],
  recovery_authorized: [
    21,
    growing({
      user: publicKey,
      mint: chainAddress,
      maxGasFee: u53,
      recipient: chainAddress,
      allowProgramAddress: bool,
      nonce: u53,
      builder: optional(keyId),
    }),
  ],
  /** A payout of revenue, and the refund of one. */
  revenue_paid: [35, revenuePaidLayout],
  revenue_returned: [36, revenueReturnedLayout],
  withdrawals_paused: [22, growing({ paused: bool })],
  resolution_rules: [37, growing({ rules: list(resolutionRowLayout) })],
  case_proposed: [38, caseProposedLayout],
  case_challenged: [39, caseChallengedLayout],
  case_decided: [40, caseDecidedLayout],
  case_withdrawn: [41, caseWithdrawnLayout],
  case_final: [42, caseFinalLayout],
  stake_returned: [43, stakeMovedLayout],
  /** The stake is the dispute fund's. */
  stake_forfeited: [44, stakeMovedLayout],
  challenge_rewarded: [45, stakeMovedLayout],
  /** Protocol fees became the dispute fund's. */
  fund_filled: [46, growing({ amount: u53, reference: text })],
  /** The event's markets expire later: in Unix seconds. */
  event_extended: [48, growing({ eventId: text, expiry: u53 })],
  /** A source was added, changed or retired. */
  source_set: [49, growing({ source: sourceRowLayout })],
  case_attested: [50, caseAttestedLayout],
  /** Protocol fees became a user's. */
  made_good: [47, growing({ user: publicKey, amount: u53, reference: text, reason: text })],

  /**
   * State deltas. They come at the end of a command, in this order: the new value of each level, balance and position
   * that the command changed, once each. Values are absolute, so applying one twice, or after a later snapshot, is
   * harmless.
   *
   * `book_level` is all open orders at one price, in YES terms. Size and orders 0: the level is gone. A price belongs
   * to one side at a time.
   */
  book_level: [
    23,
    growing({ marketId, side: oneOf(BOOK_SIDES), price: u16, size: u53, orders: u32 }),
  ],
  balance: [
    24,
    growing(
      { user: publicKey, available: u53, locked: u53, withdrawing: u53, gasDebt: u53 },
      { staked: u53 },
    ),
  ],
  /** `yes` and `no` include contracts locked in open sells. All zero: the position is gone. */
  position: [
    25,
    growing({ user: publicKey, marketId, yes: u53, no: u53, yesLocked: u53, noLocked: u53 }),
  ],
  /** The event was resolved and paid out long ago. The exchange deletes it and its markets; history keeps them. */
  event_archived: [26, growing({ eventId: text, markets: list(marketId) })],
  /**
   * A resting order got another price or size; `order` is its state after the command. Its fills follow as `trade`
   * events. Its place in the queue is the same if only its size fell. `nonce` is that of the amend, where `order` has
   * the nonce of its placing; null: no amend but a fill of another order made it smaller.
   */
  order_amended: [28, growing({ order: orderViewLayout, keptPlace: bool, nonce: optional(u53) })],
  /** A user's dead man's switch was set, or switched off (`dueMs` null). */
  cancel_after: [30, growing({ user: publicKey, nonce: u53, seconds: u16, dueMs: optional(u53) })],
  /** A key may trade for the user from now on, until `until` (Unix seconds). */
  trading_key_allowed: [33, growing(allowedKeyFields)],
  /** A trading key ended. `nonce`: of the text that allowed it. */
  trading_key_ended: [
    34,
    growing({
      user: publicKey,
      tradingKey: publicKey,
      nonce: u53,
      reason: oneOf(TRADING_KEY_ENDS),
    }),
  ],
  /** A holder redeemed pairs of contracts: `size` YES and `size` NO are gone, and 1 USD a pair was paid. */
  redeemed: [
    27,
    growing({
      user: publicKey,
      marketId,
      size: u32,
      paidMicroUsdc: u53,
      nonce: u53,
      builder: optional(keyId),
    }),
  ],
});
export type ExchangeEvent = ValueOf<typeof exchangeEventLayout>;
export type ExchangeEventOf<K extends ExchangeEvent['kind']> = Extract<ExchangeEvent, { kind: K }>;
/**
 * The kinds that a switch may leave to its default: events without any of these fields. A new kind with one of them is
 * a compile error there.
 */
export type ExchangeEventWithout<Field extends string> = Exclude<
  ExchangeEvent,
  { [F in Field]: Readonly<Record<F, unknown>> }[Field]
>;

/** An event with its offset: `index` counts the events of one seq from 0. */
export const sequencedEventLayout = struct({
  seq: u53,
  index: u32,
  timestampMs: u53,
  event: exchangeEventLayout,
});
export type SequencedEvent = ValueOf<typeof sequencedEventLayout>;

/**
 * One message of the event stream: consecutive events of one or more commands, split between events where a message
 * would exceed its limit. `previousSeq` and `previousIndex` are the offset of the last event before this batch (0, 0
 * before the first), so that a reader detects gaps and repeats.
 */
export const eventBatchLayout = struct({
  previousSeq: u53,
  previousIndex: u32,
  events: list(sequencedEventLayout),
});
export type EventBatch = ValueOf<typeof eventBatchLayout>;
