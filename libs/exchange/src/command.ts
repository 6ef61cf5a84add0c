/**
 * Commands: the only input that changes the exchange. The journal holds nothing else; outcomes follow from it. The
 * layouts below are the bytes on the bus and in the journal. Tags and word lists are add-only.
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
import { TEXT_FORMS } from '@bellwether/canonical-message';
import type { ValueOf } from '@bellwether/codec';
import {
  challengeLayout,
  decideLayout,
  fillFundLayout,
  makeGoodLayout,
  proposeLayout,
  setResolutionRulesLayout,
  withdrawCaseLayout,
} from './case-commands';
import {
  createEventLayout,
  resolveEventLayout,
  resolveMarketLayout,
  setMarketStatusLayout,
} from './catalogue-commands';
import {
  setArchivingLayout,
  setMoneyLimitsLayout,
  setWithdrawalLimitsLayout,
} from './configured-limits';
import {
  EXCHANGE_MODES,
  LANES,
  PAYOUT_RECIPIENTS,
  RECIPIENT_KINDS,
  REVENUE_SOURCES,
  chainAddress,
  clientId,
  keyId,
  publicKey,
  signature,
  withdrawalId,
} from './command-words';
import type { Lane } from './command-words';
import { attestLayout, setSourceLayout } from './source-commands';
import {
  allowTradingKeyLayout,
  amendLayout,
  cancelAfterLayout,
  cancelAllLayout,
  cancelLayout,
  orderLayout,
  redeemLayout,
  revokeTradingKeyLayout,
} from './trading-commands';
import type { FullTerms } from './trading-commands';

export * from './case-commands';
export * from './catalogue-commands';
export * from './command-words';
export * from './configured-limits';
export * from './source-commands';
export * from './trading-commands';

/** `textForm` given: the user signed it as a text of this form. Else it signed the canonical message. */
const asText = { textForm: oneOf(TEXT_FORMS), clientId };

/**
 * `amount` and fees in micro-USDC. `recipient` is null for the kind `default`. The funding worker that sends the command
 * sets `gasFee`, so a repeat is compared without it; the user signs what it may be at most, 0: any fee. `builder` is set
 * exactly when the user trades through a builder.
 */
export const withdrawLayout = growing(
  {
    user: publicKey,
    amount: u53,
    maxGasFee: u53,
    recipientKind: oneOf(RECIPIENT_KINDS),
    recipient: optional(chainAddress),
    allowProgramAddress: bool,
    nonce: u53,
    gasFee: u53,
    builder: optional(keyId),
    signature,
  },
  asText,
);

/** Recovers funds at the user's deposit address that belong to no pending deposit. The rest as in `withdraw`. */
export const recoverLayout = growing(
  {
    user: publicKey,
    mint: chainAddress,
    maxGasFee: u53,
    recipient: chainAddress,
    allowProgramAddress: bool,
    nonce: u53,
    builder: optional(keyId),
    signature,
  },
  asText,
);

/** Sent by the signer: it made this key for a user of the builder, who trades on the builder lane only. */
export const registerDelegateLayout = growing({ user: publicKey, builderId: text });

export const setModeLayout = growing({ mode: oneOf(EXCHANGE_MODES) });

/** The row `*` with sub `*` applies to categories without a row; sub `*` matches every sub of its category. */
export const feeCategoryLayout = growing({
  name: text,
  sub: text,
  feeBps: u16,
  makerRebatePct: u8,
});
export const setFeesLayout = growing({ categories: list(feeCategoryLayout) });

/** Test network only. Each `reference` is credited once. `amount` in micro-USDC. */
export const testCreditLayout = growing({ user: publicKey, amount: u53, reference: text });

/** A limit for this user, whatever its funds; null: none of its own, so that its funds decide. */
export const setUserLimitsLayout = growing({ user: publicKey, maxOpenOrders: optional(u32) });

/** A finalized `credit` event of the vault. `creditSeq` counts the credits of the user's proxy from 1. */
export const chainCreditLayout = growing({
  user: publicKey,
  creditSeq: u53,
  amount: u53,
  txSignature: signature,
  slot: u53,
});

/** The cost of a user's chain transaction, markup included. `chargeSeq` counts the user's charges from 1. */
export const chargeGasLayout = growing({
  user: publicKey,
  chargeSeq: u53,
  amount: u53,
  purpose: text,
});

/** The vault's debit is final. `gasFee`: what was not paid out, if less than the fee accepted; null: that. */
export const settleWithdrawalLayout = growing({ withdrawalId, gasFee: optional(u53) });

/** The withdrawal's transaction is proven unable to land. */
export const refundWithdrawalLayout = growing({ withdrawalId, reason: text });

/**
 * Pays out what a builder or the exchange earned, once for each `reference` of the source. `keys`: the builder's, from
 * which the amount is taken in this order; `builderId` and `keys` are empty where the exchange is paid. Otherwise as in
 * `withdraw`; to a user's balance without a gas fee.
 */
export const payRevenueLayout = growing({
  source: oneOf(REVENUE_SOURCES),
  builderId: text,
  keys: list(keyId),
  amount: u53,
  maxGasFee: u53,
  recipientKind: oneOf(PAYOUT_RECIPIENTS),
  recipient: chainAddress,
  allowProgramAddress: bool,
  reference: text,
  gasFee: u53,
});

export const setWithdrawalsLayout = growing({ paused: bool });

/**
 * The leader journals a tick when an expiry, an opening, a result or an archiving is due. The record's time triggers the
 * rest.
 */
export const tickLayout = growing({});

export const commandLayout = union({
  order: [1, orderLayout],
  cancel: [2, cancelLayout],
  cancel_all: [3, cancelAllLayout],
  withdraw: [4, withdrawLayout],
  recover: [5, recoverLayout],
  redeem: [6, redeemLayout],
  amend: [7, amendLayout],
  cancel_after: [15, cancelAfterLayout],
  register_delegate: [10, registerDelegateLayout],
  allow_trading_key: [16, allowTradingKeyLayout],
  revoke_trading_key: [17, revokeTradingKeyLayout],
  create_event: [20, createEventLayout],
  set_market_status: [21, setMarketStatusLayout],
  resolve_market: [22, resolveMarketLayout],
  resolve_event: [23, resolveEventLayout],
  set_mode: [24, setModeLayout],
  set_fees: [25, setFeesLayout],
  test_credit: [26, testCreditLayout],
  set_money_limits: [28, setMoneyLimitsLayout],
  set_withdrawal_limits: [29, setWithdrawalLimitsLayout],
  tick: [30, tickLayout],
  set_archiving: [31, setArchivingLayout],
  set_user_limits: [33, setUserLimitsLayout],
  chain_credit: [40, chainCreditLayout],
  charge_gas: [41, chargeGasLayout],
  settle_withdrawal: [42, settleWithdrawalLayout],
  refund_withdrawal: [43, refundWithdrawalLayout],
  set_withdrawals: [44, setWithdrawalsLayout],
  pay_revenue: [45, payRevenueLayout],
  set_resolution_rules: [50, setResolutionRulesLayout],
  propose: [51, proposeLayout],
  withdraw_case: [52, withdrawCaseLayout],
  challenge: [53, challengeLayout],
  decide: [54, decideLayout],
  attest: [55, attestLayout],
  set_source: [56, setSourceLayout],
  fill_fund: [57, fillFundLayout],
  make_good: [58, makeGoodLayout],
});

export type Command = ValueOf<typeof commandLayout>;
export type CommandKind = Command['kind'];
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>;
/** Kinds that a switch over signed commands may leave to its default: a new signed kind fails to compile. */
export const signedByNobody: (
  command: Exclude<Command, { readonly signature: Uint8Array }>,
) => null = () => null;
export type OrderCommand = CommandOf<'order'>;
export type FullOrderCommand = OrderCommand & { readonly terms: FullTerms };
export type FeeCategory = ValueOf<typeof feeCategoryLayout>;

export const LANES_OF: Readonly<Record<CommandKind, readonly Lane[]>> = {
  order: ['order', 'builder'],
  cancel: ['cancel'],
  cancel_all: ['cancel'],
  withdraw: ['withdrawal'],
  recover: ['deposit'],
  redeem: ['order', 'builder'],
  amend: ['order', 'builder'],
  cancel_after: ['cancel'],
  allow_trading_key: ['order'],
  revoke_trading_key: ['cancel'],
  register_delegate: ['builder'],
  create_event: ['admin'],
  set_market_status: ['admin'],
  resolve_market: ['admin'],
  resolve_event: ['admin'],
  set_mode: ['admin'],
  set_fees: ['admin'],
  test_credit: ['admin'],
  set_user_limits: ['admin'],
  set_money_limits: ['internal'],
  set_withdrawal_limits: ['internal'],
  tick: ['internal'],
  set_archiving: ['internal'],
  chain_credit: ['deposit'],
  charge_gas: ['deposit'],
  settle_withdrawal: ['withdrawal'],
  refund_withdrawal: ['withdrawal'],
  set_withdrawals: ['admin', 'deposit'],
  pay_revenue: ['withdrawal'],
  set_resolution_rules: ['admin'],
  propose: ['admin'],
  withdraw_case: ['admin'],
  challenge: ['order', 'builder'],
  decide: ['admin'],
  attest: ['order'],
  set_source: ['admin'],
  fill_fund: ['admin'],
  make_good: ['admin'],
};

/** A command as the journal holds it: its lane and its content. */
export const journaledCommandLayout = struct({ lane: oneOf(LANES), command: commandLayout });
export type JournaledCommand = ValueOf<typeof journaledCommandLayout>;

/** A command in journal order: `seq` counts commands from 1, and the time never decreases. */
export interface SequencedCommand extends JournaledCommand {
  readonly seq: number;
  readonly timestampMs: number;
}
