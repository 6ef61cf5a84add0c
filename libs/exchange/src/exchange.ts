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
  SequencedCommand,
  WithdrawalLimits,
} from './command';
import { CommandEvents } from './command-events';
import { fresh } from './commands/answers';
import { haltOnBreach } from './commands/breach-halt';
import { carryOut } from './commands/carry-out';
import { refuseStranger } from './commands/refuse-stranger';
import { nextDueMs, passTime } from './commands/pass-time';
import type { ExchangeEvent } from './event';
import type { Breach } from './invariants/breach';
import { checkState } from './invariants/check-state';
import { refused } from './refusal';
import type { Answer, OrderView, Refusal } from './reply';
import { hashOfSnapshot, readState, writeState } from './snapshot/snapshot';
import { ExchangeState } from './state';
import { solvencyView, statusView } from './views/exchange-views';
import { fundingView, withdrawalView } from './views/funding-views';
import { previewView } from './views/preview-view';
import type { PreviewTerms } from './views/preview-view';
import { bookView, eventView, eventViews, marketWithEvent } from './views/market-views';
import {
  balanceView,
  delegatedTo,
  heldPositionViews,
  maxOpenOrdersOf,
  noncesView,
  openOrderViews,
  orderOf,
  positionView,
} from './views/user-views';
import type { OpenOrdersQuery } from './views/user-views';
import type {
  BalanceView,
  BookView,
  BookingsView,
  EventView,
  ExchangeStatusView,
  FeeScheduleView,
  FundingView,
  HeldPosition,
  MarketView,
  NoncesView,
  PositionView,
  PreviewView,
  SolvencyView,
  WithdrawalView,
} from './views';

/** `expected` makes room beforehand; the capacities are for tests, production takes those of `limits.ts`. */
export interface ExchangeOptions extends Partial<Capacities> {
  readonly network: Network;
  readonly expected?: ExpectedLoad;
}

/** What a command came to: the answer for its sender, the facts for everyone else, and what broke (nothing). */
export interface Applied {
  readonly answer: Answer;
  readonly events: ExchangeEvent[];
  readonly breaches: readonly Breach[];
}

/**
 * The exchange: pure and synchronous. The same commands in the same order give the same state, byte for byte, in
 * every process. It has no clock: time is what the commands say.
 *
 * Values that go in and out share their byte arrays (keys and ids): nobody writes to them.
 */
export class Exchange {
  private state: ExchangeState;

  constructor(options: ExchangeOptions) {
    const { network, expected = LITTLE_LOAD, ...capacities } = options;
    this.state = new ExchangeState(network, { ...CAPACITIES, ...capacities }, expected);
  }

  /** The exchange of a snapshot. Throws `DecodeError` where the bytes are none of this version. */
  static restore(snapshot: Uint8Array, expected: ExpectedLoad = LITTLE_LOAD): Exchange {
    const state = readState(snapshot, expected);
    const exchange = new Exchange({ network: state.network });
    exchange.state = state;
    return exchange;
  }

  /** Goes on from a snapshot, instead of from nothing. Throws `DecodeError` and stays as it was. */
  load(snapshot: Uint8Array, expected: ExpectedLoad = LITTLE_LOAD): void {
    assert(this.state.lastSeq === 0, 'an exchange that has begun loads no snapshot');
    const state = readState(snapshot, expected);
    assert(state.network === this.state.network, () => `a snapshot of network ${state.network}`);
    this.state = state;
  }

  /**
   * Carries out the next command.
   *
   * A refusal is an answer like any other. A command out of place, or one that intake should have refused, is a
   * broken belief and throws; the state is then not to be used any more.
   */
  apply(sequenced: SequencedCommand): Applied {
    this.enter(sequenced);
    const { state } = this;
    const events = new CommandEvents();
    passTime(state, events);
    const afterTime = stateDeltas(state);
    events.timeHasPassed();
    const answer = carryOut(state, sequenced, events);
    const broken = haltOnBreach(state, events);
    if (events.breaches.length === 0) emitStateDeltas(state, events.list);
    else for (const told of afterTime) events.add(told);
    state.dirty.clear();
    if (events.list.length > 0) state.lastEventSeq = state.lastSeq;
    return {
      answer: broken ? fresh(state, refused('HALTED')) : answer,
      events: events.list,
      breaches: events.breaches,
    };
  }

  /** The place of the command in the one order of things becomes the exchange's own. */
  private enter({ seq, timestampMs }: SequencedCommand): void {
    const { state } = this;
    if (seq !== state.lastSeq + 1) assert(false, `command ${seq} came after ${state.lastSeq}`);
    assert(timestampMs >= state.lastTimestampMs, 'the time of records fell');
    state.lastSeq = seq;
    state.lastTimestampMs = timestampMs;
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

  /** When a market opens or expires next, or an event is archived, null where none does: the leader journals a `tick` then. */
  nextDueMs(): number | null {
    return nextDueMs(this.state);
  }

  /** All of the state as bytes, the same for the same history. Cost: a copy of the memory in use. */
  snapshot(): Uint8Array {
    return writeState(this.state);
  }

  /** SHA-256 of the snapshot, hex. */
  stateHash(): string {
    return hashOfSnapshot(this.snapshot());
  }

  /** Recomputes every invariant from scratch (decisions 7, I1 to I10). Cost: O(state), a restored copy included. */
  checkInvariants(): Breach[] {
    return checkState(this.state);
  }

  balance(user: Uint8Array): BalanceView {
    return balanceView(this.state, user);
  }

  position(user: Uint8Array, marketId: Uint8Array): PositionView {
    return positionView(this.state, user, marketId);
  }

  /** What the user holds, newest market first, at most `limit`. Cost: O(markets). */
  positions(user: Uint8Array, limit: number): HeldPosition[] {
    return heldPositionViews(this.state, user, limit);
  }

  nonces(user: Uint8Array): NoncesView {
    return noncesView(this.state, user);
  }

  book(marketId: Uint8Array, depth: number): BookView | null {
    return bookView(this.state, marketId, depth);
  }

  /** Newest first. */
  openOrders(user: Uint8Array, query: OpenOrdersQuery): OrderView[] {
    return openOrderViews(this.state, user, query);
  }

  order(user: Uint8Array, orderId: number): OrderView | null {
    return orderOf(this.state, user, orderId);
  }

  /** Newest first. */
  events(): EventView[] {
    return [...eventViews(this.state)];
  }

  /** Newest first, each made when it is taken: before the next command. `before` is a `createdSeq`, exclusive. */
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

  /**
   * What a user to whom nothing ever came is told of this command, which needs no place then; null where it is carried out.
   * Cost: O(1).
   */
  refusalOfStranger(command: Command, lane: Lane): Refusal | null {
    return refuseStranger(this.state, lane, command);
  }

  /** What money sets limits to; null: nothing, as in journals from before. */
  moneyLimits(): MoneyLimits | null {
    return this.state.money.limits;
  }

  /** How many withdrawals a user may have; null: as many as there is room for, as in journals from before. */
  withdrawalLimits(): WithdrawalLimits | null {
    return this.state.withdrawalQuota.limits;
  }

  /** When events are archived; null: never, as in journals from before. */
  archiving(): Archiving | null {
    return this.state.archivedEvents.terms;
  }

  /** What this order would come to as the next command, without any effect. Cost: that of its walk; with a budget, of two dozen. */
  preview(terms: PreviewTerms): PreviewView {
    return previewView(this.state, terms);
  }

  feeSchedule(): FeeScheduleView {
    const { categories, asOfSeq } = this.state.fees;
    return { categories, asOfSeq };
  }

  solvency(): SolvencyView {
    return solvencyView(this.state);
  }

  /** Cost: O(1) for each that is asked for. */
  bookings(users: readonly Uint8Array[], withdrawalIds: readonly Uint8Array[]): BookingsView {
    return {
      solvency: this.solvency(),
      lastCreditSeqs: users.map((user) => this.funding(user).lastCreditSeq),
      withdrawals: withdrawalIds.map((id) => this.withdrawal(id)?.status ?? null),
    };
  }

  status(): ExchangeStatusView {
    return statusView(this.state);
  }

  /** Open, or ended as one of the last 100,000; null where it is neither. */
  withdrawal(withdrawalId: Uint8Array): WithdrawalView | null {
    return withdrawalView(this.state, withdrawalId);
  }

  funding(user: Uint8Array): FundingView {
    return fundingView(this.state, user);
  }

  /** What the user's number of open orders is bounded by. */
  maxOpenOrders(user: Uint8Array): number {
    return maxOpenOrdersOf(this.state, user);
  }

  /** The builder account that the user trades through, null where it trades for itself. */
  delegatedTo(user: Uint8Array): string | null {
    return delegatedTo(this.state, user);
  }
}
