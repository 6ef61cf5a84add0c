import { assert } from '@bellwether/errors';
import { stateDeltas, emitStateDeltas } from './state-deltas/emit';
import { CAPACITIES, LITTLE_LOAD } from './capacities';
import type { Capacities, ExpectedLoad } from './capacities';
import type {
  Archiving,
  Command,
  Lane,
  MoneyLimits,
  Network,
  ResolutionRow,
  SequencedCommand,
  SourceRow,
  WithdrawalLimits,
} from './command';
import { CommandEvents } from './command-events';
import { fresh } from './commands/answers';
import type { EventResolution } from './commands/resolve-event';
import type { MarketResolution } from './commands/resolve-market';
import { haltOnBreach } from './commands/breach-halt';
import { carryOut } from './commands/carry-out';
import { refuseSender } from './commands/refuse-stranger';
import { answerWithoutRecord } from './commands/without-record';
import { nextDueMs, nextTradingDueMs, passTime } from './commands/pass-time';
import type { ExchangeEvent } from './event';
import type { Breach } from './invariants/breach';
import { checkState } from './invariants/check-state';
import { refused } from './refusal';
import type { Answer, OrderView, Refusal } from './reply';
import { hashOfSnapshot, readState, writeState } from './snapshot/snapshot';
import { ExchangeState } from './state';
import { caseViews } from './views/case-views';
import { solvencyView, statusView } from './views/exchange-views';
import { fundingView, withdrawalView } from './views/funding-views';
import { previewView } from './views/preview-view';
import type { PreviewTerms } from './views/preview-view';
import { eventResolutionView, marketResolutionView, proposalView } from './views/resolution-view';
import type { AskedProposal } from './views/resolution-view';
import { nonceOutcomeView } from './views/nonce-outcome-view';
import type { NonceOutcomeView } from './views/nonce-outcome-view';
import { bookView, eventView, eventViews, marketWithEvent } from './views/market-views';
import {
  balanceView,
  hasOrdersToCancel,
  delegatedTo,
  heldPositionViews,
  isOpenOrderOf,
  maxOpenOrdersOf,
  noncesView,
  openOrderViews,
  orderOf,
  positionView,
  tradingKeyViews,
} from './views/user-views';
import type { OpenOrdersQuery } from './views/user-views';
import type {
  BalanceView,
  BookView,
  BookingsView,
  CaseView,
  EventView,
  ExchangeStatusView,
  FeeScheduleView,
  FundingView,
  HeldPosition,
  MarketView,
  NoncesView,
  PositionView,
  PreviewView,
  ProposalView,
  ResolutionView,
  SolvencyView,
  TradingKeyView,
  WithdrawalView,
} from './views';

/** `expected` sizes the first allocation. The capacities are for tests; production takes those of `limits.ts`. */
export interface ExchangeOptions extends Partial<Capacities> {
  readonly network: Network;
  readonly expected?: ExpectedLoad;
}

/** The result of a command: the answer for its sender, its events, and the invariants it violated (normally none). */
export interface Applied {
  readonly answer: Answer;
  readonly events: ExchangeEvent[];
  readonly breaches: readonly Breach[];
}

/**
 * The exchange: pure and synchronous. The same commands in the same order give the same state, byte for byte, in
 * every process. It has no clock: commands carry the time.
 *
 * Inputs and outputs share their byte arrays (keys and ids). Callers must not modify them.
 */
export class Exchange {
  private state: ExchangeState;

  constructor(options: ExchangeOptions) {
    const { network, expected = LITTLE_LOAD, ...capacities } = options;
    this.state = new ExchangeState(network, { ...CAPACITIES, ...capacities }, expected);
  }

  /** Builds an exchange from a snapshot. Throws `DecodeError` if the bytes are not a snapshot of this version. */
  static restore(snapshot: Uint8Array, expected: ExpectedLoad = LITTLE_LOAD): Exchange {
    const state = readState(snapshot, expected);
    const exchange = new Exchange({ network: state.network });
    exchange.state = state;
    return exchange;
  }

  /** Replaces the state by a snapshot's. Throws `DecodeError` and changes nothing if the bytes are invalid. */
  load(snapshot: Uint8Array, expected: ExpectedLoad = LITTLE_LOAD): void {
    assert(this.state.lastSeq === 0, 'an exchange that has begun loads no snapshot');
    const state = readState(snapshot, expected);
    assert(state.network === this.state.network, () => `a snapshot of network ${state.network}`);
    this.state = state;
  }

  /**
   * Applies the next command.
   *
   * A refusal is an ordinary answer. A command out of sequence, or one that `validateCommand` would refuse, is a bug
   * in the caller and throws; the state must not be used after that.
   */
  apply(sequenced: SequencedCommand): Applied {
    this.enter(sequenced);
    const { state } = this;
    const events = new CommandEvents();
    passTime(state, sequenced.command.kind === 'tick', events);
    const afterTime = stateDeltas(state);
    events.timeHasPassed();
    const answer = carryOut(state, sequenced, events);
    const broken = haltOnBreach(state, events);
    if (events.breaches.length === 0) emitStateDeltas(state, events.list);
    else for (const reported of afterTime) events.add(reported);
    state.excess.lookAt(state.dirty.accounts);
    state.dirty.clear();
    state.accountTable.endCommand();
    if (events.list.length > 0) state.lastEventSeq = state.lastSeq;
    return {
      answer: broken ? fresh(state, refused('HALTED')) : answer,
      events: events.list,
      breaches: events.breaches,
    };
  }

  /** Takes over the command's seq and time. */
  private enter({ seq, timestampMs }: SequencedCommand): void {
    const { state } = this;
    if (seq !== state.lastSeq + 1) assert(false, `command ${seq} came after ${state.lastSeq}`);
    assert(timestampMs >= state.lastTimestampMs, 'the time of records fell');
    state.lastSeq = seq;
    state.lastTimestampMs = timestampMs;
    state.accountTable.beginCommand();
  }

  get network(): Network {
    return this.state.network;
  }

  get lastSeq(): number {
    return this.state.lastSeq;
  }

  get lastTimestampMs(): number {
    return this.state.lastTimestampMs;
  }

  /**
   * When the next market opens or expires, a market's next slice ends, orders are too many for their user, or an event is
   * archived (Unix ms); the leader then journals a `tick`.
   */
  nextDueMs(): number | null {
    return nextDueMs(this.state);
  }

  /** The same without archiving: after a command this is later than the command's time. */
  nextTradingDueMs(): number | null {
    return nextTradingDueMs(this.state);
  }

  /** The whole state as bytes, identical for identical history. Cost: a copy of the memory in use. */
  snapshot(): Uint8Array {
    return writeState(this.state);
  }

  /** SHA-256 of the snapshot, hex. */
  stateHash(): string {
    return hashOfSnapshot(this.snapshot());
  }

  /** Recomputes every invariant from scratch (I1 to I10, I13 to I15). Cost: O(state), a restored copy included. */
  checkInvariants(): Breach[] {
    return checkState(this.state);
  }

  /** Micro-USDC; zeros for an unknown user. Cost: O(1). */
  balance(user: Uint8Array): BalanceView {
    return balanceView(this.state, user);
  }

  /** Contracts; zeros for an unknown user or market. Cost: O(1). */
  position(user: Uint8Array, marketId: Uint8Array): PositionView {
    return positionView(this.state, user, marketId);
  }

  /** The user's positions, newest market first, at most `limit`. Cost: O(markets). */
  positions(user: Uint8Array, limit: number): HeldPosition[] {
    return heldPositionViews(this.state, user, limit);
  }

  /** The highest nonce used of each kind. Cost: O(1). */
  nonces(user: Uint8Array): NoncesView {
    return noncesView(this.state, user);
  }

  /** At most 32; those that may trade first. */
  tradingKeys(user: Uint8Array): TradingKeyView[] {
    return tradingKeyViews(this.state, user);
  }

  /** At most `depth` levels a side; null for an unknown market. Cost: O(depth). */
  book(marketId: Uint8Array, depth: number): BookView | null {
    return bookView(this.state, marketId, depth);
  }

  /** Newest first. */
  openOrders(user: Uint8Array, query: OpenOrdersQuery): OrderView[] {
    return openOrderViews(this.state, user, query);
  }

  /** The user's order, if it is open, or ended and still remembered; otherwise null. Cost: O(1). */
  order(user: Uint8Array, orderId: number): OrderView | null {
    return orderOf(this.state, user, orderId);
  }

  /** The outcome of the user's order nonce; null if it is not remembered. Cost: O(1), and the fills of its order. */
  nonceOutcome(user: Uint8Array, nonce: number): NonceOutcomeView | null {
    return nonceOutcomeView(this.state, user, nonce);
  }

  /** Whether the order is open and the user's. Cost: O(1), less than its view. */
  isOpenOrder(user: Uint8Array, orderId: number): boolean {
    return isOpenOrderOf(this.state, user, orderId);
  }

  /** Newest first. */
  events(): EventView[] {
    return [...eventViews(this.state)];
  }

  /** Newest first, each built when it is reached: finish before the next command. `before`: an exclusive `createdSeq`. */
  eventsBefore(before?: number): Iterable<EventView> {
    return eventViews(this.state, before);
  }

  event(eventId: string): EventView | null {
    const event = this.state.catalogue.find(eventId);
    return event === 0 ? null : eventView(this.state, event);
  }

  market(marketId: Uint8Array): { event: EventView; market: MarketView } | null {
    return marketWithEvent(this.state, marketId);
  }

  /** The refusal of a command by its signer or user alone, without a journal record. Null: journal it. Cost: O(1). */
  refusalOfSender(command: Command, lane: Lane, nowMs: number): Refusal | null {
    const timestampMs = Math.max(nowMs, this.state.lastTimestampMs);
    return refuseSender(this.state, lane, command, timestampMs);
  }

  /** The answer to a command that changes nothing, as of the last command. Null: journal it. Cost: O(1). */
  answerWithoutRecord(command: Command, lane: Lane, nowMs: number): Answer | null {
    return answerWithoutRecord(this.state, lane, command, nowMs);
  }

  /** Whether a cancel-all would cancel an order now; `marketId` null: in any market. Cost: O(the user's open orders). */
  hasOrdersToCancel(user: Uint8Array, marketId: Uint8Array | null): boolean {
    return hasOrdersToCancel(this.state, user, marketId);
  }

  /** Limits that depend on a user's funds. Null: none are set yet. */
  moneyLimits(): MoneyLimits | null {
    return this.state.money.limits;
  }

  /** A user's withdrawal limits. Null: only the table's capacity limits withdrawals. */
  withdrawalLimits(): WithdrawalLimits | null {
    return this.state.withdrawalQuota.limits;
  }

  /** When events are archived. Null: never. */
  archiving(): Archiving | null {
    return this.state.archivedEvents.terms;
  }

  /** The result of this order as the next command, without effect. Cost: its walk; with a budget, one more. */
  preview(terms: PreviewTerms): PreviewView {
    return previewView(this.state, terms);
  }

  /** The payments of resolving a market, without effect. Cost: O(its holders + its price levels). */
  marketResolution(asked: MarketResolution): ResolutionView {
    return marketResolutionView(this.state, asked);
  }

  /** The payments of resolving an event, without effect. */
  eventResolution(asked: EventResolution): ResolutionView {
    return eventResolutionView(this.state, asked);
  }

  /** What a proposal would begin and pay, without effect. */
  proposal(asked: AskedProposal): ProposalView {
    return proposalView(this.state, asked);
  }

  /** Those that are open. Cost: O(their markets and challenges). */
  cases(): CaseView[] {
    return caseViews(this.state);
  }

  /** By category, for new events. */
  resolutionRules(): readonly ResolutionRow[] {
    return this.state.cases.rules;
  }

  /** All that there ever were, with those that are retired. */
  sources(): readonly SourceRow[] {
    return this.state.sources.all();
  }

  /** The rates of new events. */
  feeSchedule(): FeeScheduleView {
    const { categories, asOfSeq } = this.state.fees;
    return { categories, asOfSeq };
  }

  /** The running totals. Cost: O(1). */
  solvency(): SolvencyView {
    return solvencyView(this.state);
  }

  /** Cost: O(1) for each user and withdrawal in the query. */
  bookings(users: readonly Uint8Array[], withdrawalIds: readonly Uint8Array[]): BookingsView {
    return {
      solvency: this.solvency(),
      lastCreditSeqs: users.map((user) => this.funding(user).lastCreditSeq),
      withdrawals: withdrawalIds.map((id) => this.withdrawal(id)?.status ?? null),
    };
  }

  /** What these keys of a builder earned and were not paid, together. Cost: O(keys). */
  revenue(keys: readonly Uint8Array[]): number {
    const { builders } = this.state;
    return keys.reduce((sum, key) => sum + builders.revenue(builders.find(key)), 0);
  }

  status(): ExchangeStatusView {
    return statusView(this.state);
  }

  /** An open withdrawal, or one of the last 100,000 that ended; otherwise null. */
  withdrawal(withdrawalId: Uint8Array): WithdrawalView | null {
    return withdrawalView(this.state, withdrawalId);
  }

  /** The last credit and gas charge booked for the user; zeros for an unknown one. Cost: O(1). */
  funding(user: Uint8Array): FundingView {
    return fundingView(this.state, user);
  }

  maxOpenOrders(user: Uint8Array): number {
    return maxOpenOrdersOf(this.state, user);
  }

  /** The builder account that the user trades through; null for a user without a builder. */
  delegatedTo(user: Uint8Array): string | null {
    return delegatedTo(this.state, user);
  }
}
