/** The exchange's views, recomputed from orders and accounts for every query. */
import { toHex } from '@bellwether/codec';
import type {
  BalanceView,
  BookLevel,
  BookView,
  CaseView,
  EventView,
  ExchangeStatusView,
  FeeScheduleView,
  FundingView,
  MarketView,
  NoncesView,
  TradingKeyView,
  PositionView,
  SolvencyView,
  WithdrawalView,
} from '../../src/views';
import type { OpenOrdersQuery } from '../../src/views/user-views';
import type { SourceRow } from '../../src/command';
import type { OrderView } from '../../src/reply';
import { findAccount } from './accounts';
import { toSafeNumber } from './amounts';
import { type BookSide, sideOfBook, yesPriceOf } from './book';
import { caseViewsOf } from './cases';
import { caseOf, isDisputed, nowOf, openChallenges, stakedOf } from './open-cases';
import { nextDueMs } from './catalogue';
import { openOrderViewOf } from './order-view';
import {
  type CatalogueEntry,
  type Market,
  type State,
  availableOf,
  lockedContractsOf,
  lockedOf,
  openSizeOf,
  openWithdrawalsOf,
  restingOrdersOf,
  withdrawingOf,
} from './state';
import { tradingKeysOf } from './trading-keys';

export class NaiveViews {
  protected constructor(readonly state: State) {}

  get lastSeq(): number {
    return this.state.seq;
  }

  get lastTimestampMs(): number {
    return this.state.timestampMs;
  }

  nextDueMs(): number | null {
    return nextDueMs(this.state);
  }

  balance(user: Uint8Array): BalanceView {
    const account = findAccount(this.state, user);
    const available = account === undefined ? 0n : availableOf(account);
    const locked = account === undefined ? 0n : lockedOf(account);
    return {
      available: toSafeNumber(available),
      locked: toSafeNumber(locked),
      total: toSafeNumber(available + locked),
      withdrawing: toSafeNumber(account === undefined ? 0n : withdrawingOf(this.state, account)),
      gasDebt: toSafeNumber(account?.gasDebt ?? 0n),
      staked: toSafeNumber(account === undefined ? 0n : stakedOf(this.state, account)),
    };
  }

  position(user: Uint8Array, marketId: Uint8Array): PositionView {
    const market = this.state.markets.get(toHex(marketId));
    const position = market?.positions.get(toHex(user));
    if (market === undefined || position === undefined) {
      return { yes: 0, no: 0, yesLocked: 0, noLocked: 0 };
    }
    return {
      yes: toSafeNumber(position.yes),
      no: toSafeNumber(position.no),
      yesLocked: toSafeNumber(lockedContractsOf(position.account, market, 'yes')),
      noLocked: toSafeNumber(lockedContractsOf(position.account, market, 'no')),
    };
  }

  nonces(user: Uint8Array): NoncesView {
    const nonces = findAccount(this.state, user)?.nonces;
    return {
      order: nonces?.order.last ?? 0,
      cancel_all: nonces?.cancel_all.last ?? 0,
      withdraw: nonces?.withdraw.last ?? 0,
      recover: nonces?.recover.last ?? 0,
      cancel_after: findAccount(this.state, user)?.cancelAfterNonce ?? 0,
      trading_key: findAccount(this.state, user)?.tradingKeyNonce ?? 0,
    };
  }

  tradingKeys(user: Uint8Array): TradingKeyView[] {
    return tradingKeysOf(this.state, user);
  }

  book(marketId: Uint8Array, depth: number): BookView | null {
    const market = this.state.markets.get(toHex(marketId));
    if (market === undefined) return null;
    return {
      status: market.status,
      bids: levelsOf(market, 'bid').slice(0, depth),
      asks: levelsOf(market, 'ask').slice(0, depth),
      lastPrice: market.lastPrice,
    };
  }

  openOrders(
    user: Uint8Array,
    { marketId, limit, before = Infinity }: OpenOrdersQuery,
  ): OrderView[] {
    const wanted = marketId === undefined ? null : toHex(marketId);
    return (findAccount(this.state, user)?.openOrders ?? [])
      .filter(({ market }) => wanted === null || toHex(market.marketId) === wanted)
      .filter(({ id }) => id < before)
      .toReversed()
      .slice(0, limit)
      .map(openOrderViewOf);
  }

  order(user: Uint8Array, orderId: number): OrderView | null {
    const order = this.state.orders.get(orderId);
    return order !== undefined && toHex(order.account.user) === toHex(user)
      ? openOrderViewOf(order)
      : null;
  }

  events(): EventView[] {
    return [...this.state.events.values()]
      .map((event) => eventViewOf(this.state, event))
      .toReversed();
  }

  event(eventId: string): EventView | null {
    const event = this.state.events.get(eventId);
    return event === undefined ? null : eventViewOf(this.state, event);
  }

  market(marketId: Uint8Array): { event: EventView; market: MarketView } | null {
    const market = this.state.markets.get(toHex(marketId));
    if (market === undefined) return null;
    return {
      event: eventViewOf(this.state, market.event),
      market: marketViewOf(this.state, market),
    };
  }

  cases(): CaseView[] {
    return caseViewsOf(this.state);
  }

  sources(): readonly SourceRow[] {
    return [...this.state.sources.values()];
  }

  feeSchedule(): FeeScheduleView {
    return { categories: this.state.feeCategories, asOfSeq: this.state.feesAsOfSeq };
  }

  /** I5: liabilities against credits. */
  solvency(): SolvencyView {
    const { accounts, markets, protocolFees, testCredits } = this.state;
    const { gasRevenue, depositsCredited, payouts } = this.state;
    const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
    const userAvailable = sum([...accounts.values()].map(availableOf));
    const userLocked = sum([...accounts.values()].map(lockedOf));
    const withdrawing = sum([...accounts.values()].map((one) => withdrawingOf(this.state, one)));
    const builderRevenue = sum([...this.state.builderRevenue.values()]);
    const collateral = sum([...markets.values()].map((market) => market.collateral));
    const revenue = protocolFees + builderRevenue + gasRevenue;
    const { disputeFund } = this.state;
    const stakes = sum(openChallenges(this.state).map(({ stake }) => stake));
    const ofUsers = userAvailable + userLocked + withdrawing + stakes;
    const liabilities = ofUsers + revenue + collateral + disputeFund;
    const assets = depositsCredited + testCredits - payouts;
    return {
      userAvailable: toSafeNumber(userAvailable),
      userLocked: toSafeNumber(userLocked),
      withdrawing: toSafeNumber(withdrawing),
      protocolFees: toSafeNumber(protocolFees),
      builderRevenue: toSafeNumber(builderRevenue),
      gasRevenue: toSafeNumber(gasRevenue),
      collateral: toSafeNumber(collateral),
      stakes: toSafeNumber(stakes),
      disputeFund: toSafeNumber(disputeFund),
      depositsCredited: toSafeNumber(depositsCredited),
      testCredits: toSafeNumber(testCredits),
      payouts: toSafeNumber(payouts),
      liabilities: toSafeNumber(liabilities),
      assets: toSafeNumber(assets),
      difference: toSafeNumber(liabilities - assets),
    };
  }

  funding(user: Uint8Array): FundingView {
    const account = findAccount(this.state, user);
    return {
      lastCreditSeq: account?.lastCreditSeq ?? 0,
      lastChargeSeq: account?.lastChargeSeq ?? 0,
      gasDebt: toSafeNumber(account?.gasDebt ?? 0n),
    };
  }

  withdrawal(withdrawalId: Uint8Array): WithdrawalView | null {
    const found = this.state.withdrawals.get(toHex(withdrawalId));
    if (found === undefined) return null;
    const { account, terms, paymentSeq, seq, createdMs, ended } = found;
    const open = [...this.state.withdrawals.values()]
      .filter((one) => one.account === account && one.ended === null)
      .map((one) => one.paymentSeq);
    const { user, amount, gasFee, recipientKind, recipient, allowProgramAddress, nonce } = terms;
    return {
      withdrawalId,
      user,
      amount,
      gasFee,
      recipientKind,
      recipient,
      allowProgramAddress,
      nonce,
      paymentSeq,
      lowestOpenSeq: open.length === 0 ? null : Math.min(...open),
      seq,
      createdMs,
      netAmount: amount - gasFee,
      chain: recipientKind === 'recipient_main' ? 'main' : 'ext',
      status: ended?.as ?? 'open',
      endedSeq: ended?.reply.seq ?? null,
      endedMs: ended?.reply.timestampMs ?? null,
    };
  }

  status(): ExchangeStatusView {
    const { network, mode, seq, timestampMs, accounts, markets } = this.state;
    const { withdrawalsPaused, lastEventSeq } = this.state;
    return {
      network,
      mode,
      withdrawalsPaused,
      lastSeq: seq,
      lastEventSeq,
      lastTimestampMs: timestampMs,
      accounts: accounts.size,
      markets: markets.size,
      restingOrders: restingOrdersOf(this.state),
      openWithdrawals: openWithdrawalsOf(this.state).length,
    };
  }

  delegatedTo(user: Uint8Array): string | null {
    return findAccount(this.state, user)?.delegatedTo ?? null;
  }
}

function levelsOf(market: Market, side: BookSide): BookLevel[] {
  const levels = new Map<number, { size: bigint; orders: number }>();
  for (const order of sideOfBook(market, side)) {
    const price = yesPriceOf(order.terms);
    const { size, orders } = levels.get(price) ?? { size: 0n, orders: 0 };
    levels.set(price, { size: size + openSizeOf(order), orders: orders + 1 });
  }
  return [...levels].map(([price, { size, orders }]) => ({
    price,
    size: toSafeNumber(size),
    orders,
  }));
}

/** Of its open case, and when that ends by time. */
function inCaseOf(state: State, market: Market): Pick<MarketView, 'caseId' | 'dueMs'> {
  const one = caseOf(state, market);
  if (one === undefined) return { caseId: null, dueMs: null };
  return { caseId: one.id, dueMs: isDisputed(one) ? null : nowOf(one).dueMs };
}

const marketViewOf = (state: State, market: Market): MarketView => ({
  marketId: market.marketId,
  label: market.label,
  status: market.status,
  ...inCaseOf(state, market),
  bestBid: levelsOf(market, 'bid')[0]?.price ?? 0,
  bestAsk: levelsOf(market, 'ask')[0]?.price ?? 10_000,
  lastPrice: market.lastPrice,
  resolution: market.resolution,
  resolutionPrice: market.resolutionPrice,
  resolvedMs: market.resolvedAt?.timestampMs ?? null,
  paidMicroUsdc: market.resolvedAt && toSafeNumber(market.paid),
  volume: toSafeNumber(market.volume),
  openInterest: toSafeNumber(
    [...market.positions.values()].reduce((sum, { yes }) => sum + yes, 0n),
  ),
});

const eventViewOf = (state: State, event: CatalogueEntry): EventView => ({
  eventId: event.command.eventId,
  question: event.command.question,
  description: event.command.description,
  rules: event.command.rules,
  resolutionSource: event.command.resolutionSource,
  imageUrl: event.command.imageUrl,
  category: event.command.category,
  expiry: event.expiry,
  voidPrice: event.command.voidPrice,
  voidAtLast: event.command.voidAtLast,
  exhaustive: event.command.exhaustive,
  resolutionRules: event.resolutionRules,
  source: event.command.source,
  mutuallyExclusive: event.command.mutuallyExclusive,
  feeBps: Number(event.feeBps),
  makerRebatePct: Number(event.makerRebatePct),
  opensAt: event.command.opensAt,
  createdMs: event.createdMs,
  createdSeq: event.createdSeq,
  markets: event.markets.map((market) => marketViewOf(state, market)),
});
