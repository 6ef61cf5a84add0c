/** Made of libs/api and docs/api by `node tools/documents.mjs`. Not to be edited. */
import { OwnerReads } from '../owner-reads';
import { pathOf } from '../http/caller';
import type { Receipt } from '../http/caller';
import type { CallOptions } from '../http/http-sender';
import { entriesOf } from '../pages';
import type { NonceOutcome } from '../answers';
import type {
  Attested,
  Balance,
  Book,
  BridgeAddress,
  Candles,
  Case,
  CasesPage,
  Categories,
  DebugSignatureRequest,
  DepositStatus,
  EventDetail,
  EventEntry,
  EventsPage,
  ExchangeStatus,
  FaucetGift,
  FaucetRequest,
  Fees,
  GasPrice,
  GetBookQuery,
  GetLedgerQuery,
  HeldPosition,
  LedgerEntry,
  LedgerPage,
  ListCandlesQuery,
  ListCasesQuery,
  ListEventsQuery,
  ListMarketTradesQuery,
  ListMarketsQuery,
  ListOrdersQuery,
  ListPositionsQuery,
  ListUserTradesQuery,
  ListWithdrawalsQuery,
  Market,
  MarketResolution,
  MarketsPage,
  Nonces,
  Order,
  OrdersPage,
  Position,
  PositionsPage,
  ProxyWallet,
  ResolutionRules,
  Series,
  ServerTime,
  SignatureDiagnosis,
  SignedAttestationRequest,
  Solvency,
  Sources,
  Trade,
  TradesPage,
  TradingKeyList,
  UserAllowance,
  Withdrawal,
  WithdrawalsPage,
} from './interface';
import * as required from './required-fields';

/** What anybody may call, and owners of accounts. */
export abstract class GatewayCalls extends OwnerReads {
  /**
   * List markets. One entry a question; filters go together, in any `sort`. A search through very
   * many events may end a page early: go on while `has_more`.
   */
  markets(query: ListMarketsQuery = {}, options?: CallOptions): Promise<MarketsPage> {
    return this.caller.read('/v1/markets', required.MarketsPage, { ...options, query });
  }

  /** All entries of `markets`, page by page. */
  eachMarket(
    query: ListMarketsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<EventEntry, void> {
    return entriesOf(query, (page) => this.markets(page, options), 'markets');
  }

  /** List events. The same entries as `/v1/markets`, by their other name. */
  events(query: ListEventsQuery = {}, options?: CallOptions): Promise<EventsPage> {
    return this.caller.read('/v1/events', required.EventsPage, { ...options, query });
  }

  /** All entries of `events`, page by page. */
  eachEvent(query: ListEventsQuery = {}, options?: CallOptions): AsyncGenerator<EventEntry, void> {
    return entriesOf(query, (page) => this.events(page, options), 'events');
  }

  /** List the categories of the catalogue. */
  categories(options?: CallOptions): Promise<Categories> {
    return this.caller.read('/v1/categories', required.Categories, options);
  }

  /** Read a market. */
  market(marketId: string, options?: CallOptions): Promise<Market> {
    return this.caller.read(pathOf`/v1/markets/${marketId}`, required.Market, options);
  }

  /** Read an event. */
  event(eventId: string, options?: CallOptions): Promise<EventDetail> {
    return this.caller.read(pathOf`/v1/events/${eventId}`, required.EventDetail, options);
  }

  /** Read the order book of a market. */
  book(marketId: string, query: GetBookQuery = {}, options?: CallOptions): Promise<Book> {
    return this.caller.read(
      pathOf`/v1/markets/${marketId}/book`,
      required.Book,
      { ...options, query },
    );
  }

  /** List the trades of a market. Newest first. `before` may also be a bare `trade_id`. */
  marketTrades(
    marketId: string,
    query: ListMarketTradesQuery = {},
    options?: CallOptions,
  ): Promise<TradesPage> {
    return this.caller.read(
      pathOf`/v1/markets/${marketId}/trades`,
      required.TradesPage,
      { ...options, query },
    );
  }

  /** All entries of `marketTrades`, page by page. */
  eachMarketTrade(
    marketId: string,
    query: ListMarketTradesQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Trade, void> {
    return entriesOf(query, (page) => this.marketTrades(marketId, page, options), 'trades');
  }

  /**
   * Read the price history of a market. Oldest first. At most 1,500 buckets; without `from` the
   * last 200.
   */
  candles(marketId: string, query: ListCandlesQuery, options?: CallOptions): Promise<Candles> {
    return this.caller.read(
      pathOf`/v1/markets/${marketId}/candles`,
      required.Candles,
      { ...options, query },
    );
  }

  /**
   * Read a series of events. Its events have the id `<series_id>-<start>`, with the start in Unix
   * seconds.
   */
  series(seriesId: string, options?: CallOptions): Promise<Series> {
    return this.caller.read(pathOf`/v1/series/${seriesId}`, required.Series, options);
  }

  /**
   * List results that are or were proposed. Newest first. Of history, which may lag by moments.
   * With a session of the user, its own challenges name it; with an operator’s key, all do.
   */
  cases(query: ListCasesQuery = {}, options?: CallOptions): Promise<CasesPage> {
    return this.caller.read('/v1/cases', required.CasesPage, { ...options, query });
  }

  /** All entries of `cases`, page by page. */
  eachCase(query: ListCasesQuery = {}, options?: CallOptions): AsyncGenerator<Case, void> {
    return entriesOf(query, (page) => this.cases(page, options), 'cases');
  }

  /**
   * Read how a result came about. Of history, which may lag by moments. With a session of the user,
   * its own challenges name it; with an operator’s key, all do.
   */
  case(caseId: number, options?: CallOptions): Promise<Case> {
    return this.caller.read(pathOf`/v1/cases/${caseId}`, required.Case, options);
  }

  /**
   * List who may say results. Keys that sign what they see, and those that are retired. An event
   * that names one says so in its entry.
   */
  sources(options?: CallOptions): Promise<Sources> {
    return this.caller.read('/v1/sources', required.Sources, options);
  }

  /**
   * Hand in what the source of a result saw. From anybody: the signature says who speaks. It
   * proposes the result that follows from the rule of the event, or agrees with the one that is
   * proposed. If another one is proposed, or the source says another value than before, the result
   * is disputed without a stake, until an operator decides. The same again gets the first answer.
   */
  attest(request: SignedAttestationRequest, options?: CallOptions): Promise<Receipt<Attested>> {
    return this.caller.change(
      { path: '/v1/attestations', body: JSON.stringify(request), effect: 'exactly-once' },
      required.Attested,
      options,
    );
  }

  /**
   * Read how the result of a market came about. Of history, which may lag by moments. With a
   * session of the user, its own challenges name it; with an operator’s key, all do.
   */
  marketResolution(marketId: string, options?: CallOptions): Promise<MarketResolution> {
    return this.caller.read(
      pathOf`/v1/markets/${marketId}/resolution`,
      required.MarketResolution,
      options,
    );
  }

  /**
   * List the trading keys of an account. Never older than the request. Those that may trade first,
   * then those that ended within 30 days.
   */
  tradingKeys(account: string, options?: CallOptions): Promise<TradingKeyList> {
    return this.caller.read(pathOf`/v1/trading-keys/${account}`, required.TradingKeyList, options);
  }

  /**
   * Find out why a signature does not hold. On the test network alone. The canonical bytes field by
   * field, of a text line by line, whether the signature holds, in which form and by which key,
   * what differs from the bytes that were signed, and which usual mistake explains it.
   */
  debugSignature(
    request: DebugSignatureRequest,
    options?: CallOptions,
  ): Promise<SignatureDiagnosis> {
    return this.caller.ask(
      { path: '/v1/debug/signature', body: JSON.stringify(request), effect: 'read' },
      required.SignatureDiagnosis,
      options,
    );
  }

  /**
   * Read a user's balance. Never older than the request: a caller reads its own writes. Zeros for
   * an unknown user.
   */
  balance(user: string, options?: CallOptions): Promise<Balance> {
    return this.caller.read(pathOf`/v1/balance/${user}`, required.Balance, options);
  }

  /** Read a user's position in a market. */
  position(marketId: string, user: string, options?: CallOptions): Promise<Position> {
    return this.caller.read(pathOf`/v1/position/${marketId}/${user}`, required.Position, options);
  }

  /**
   * List a user's positions, with what they cost and brought. Last opened first. Exact from the
   * ledger: trades, redemptions and payouts, at average cost. Of history, which may lag by moments:
   * `seq` says how far it is. What is locked in open orders is in the position of a market.
   */
  positions(
    user: string,
    query: ListPositionsQuery = {},
    options?: CallOptions,
  ): Promise<PositionsPage> {
    return this.caller.read(
      pathOf`/v1/positions/${user}`,
      required.PositionsPage,
      { ...options, query },
    );
  }

  /** All entries of `positions`, page by page. */
  eachPosition(
    user: string,
    query: ListPositionsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<HeldPosition, void> {
    return entriesOf(query, (page) => this.positions(user, page, options), 'positions');
  }

  /** Read a user's nonces. Use any higher nonce for the next call of that kind. */
  nonces(user: string, options?: CallOptions): Promise<Nonces> {
    return this.caller.read(pathOf`/v1/nonce/${user}`, required.Nonces, options);
  }

  /** List a user's trades. Of all markets, as maker and as taker. Newest first. */
  trades(
    user: string,
    query: ListUserTradesQuery = {},
    options?: CallOptions,
  ): Promise<TradesPage> {
    return this.caller.read(pathOf`/v1/trades/${user}`, required.TradesPage, { ...options, query });
  }

  /** All entries of `trades`, page by page. */
  eachTrade(
    user: string,
    query: ListUserTradesQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Trade, void> {
    return entriesOf(query, (page) => this.trades(user, page, options), 'trades');
  }

  /**
   * List a user's orders. Newest first. With `status=open` they are live, as of the request; any
   * other list is history and may lag by moments.
   */
  orders(user: string, query: ListOrdersQuery = {}, options?: CallOptions): Promise<OrdersPage> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(
        pathOf`/v1/orders/${user}`,
        required.OrdersPage,
        { ...options, query, credentials },
      ),
    );
  }

  /** All entries of `orders`, page by page. */
  eachOrder(
    user: string,
    query: ListOrdersQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Order, void> {
    return entriesOf(query, (page) => this.orders(user, page, options), 'orders');
  }

  /** Read an order. */
  order(user: string, orderId: number, options?: CallOptions): Promise<Order> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(
        pathOf`/v1/orders/${user}/${orderId}`,
        required.Order,
        { ...options, credentials },
      ),
    );
  }

  /**
   * Read what became of a nonce. For a caller who never got the answer to an order: the order, or
   * the refusal that used the nonce up. `ORDER_NOT_FOUND`: it has come to nothing.
   * `HISTORY_UNAVAILABLE`: that is not known yet.
   */
  orderByNonce(user: string, nonce: number, options?: CallOptions): Promise<NonceOutcome> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(
        pathOf`/v1/orders/${user}/by-nonce/${nonce}`,
        required.NonceOutcome,
        { ...options, credentials },
      ),
    );
  }

  /**
   * List the movements of a user's money. A statement of history: each movement with the total that
   * it left. Newest first.
   */
  ledger(user: string, query: GetLedgerQuery = {}, options?: CallOptions): Promise<LedgerPage> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(
        pathOf`/v1/ledger/${user}`,
        required.LedgerPage,
        { ...options, query, credentials },
      ),
    );
  }

  /** All entries of `ledger`, page by page. */
  eachLedgerEntry(
    user: string,
    query: GetLedgerQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<LedgerEntry, void> {
    return entriesOf(query, (page) => this.ledger(user, page, options), 'entries');
  }

  /**
   * Read a user's limits, and what is left of them. Of the user, at the engine: addresses and API
   * keys have limits of their own.
   */
  limits(user: string, options?: CallOptions): Promise<UserAllowance> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(
        pathOf`/v1/limits/${user}`,
        required.UserAllowance,
        { ...options, credentials },
      ),
    );
  }

  /** Read a user's deposit address. It is watched from then on, and never changes. */
  depositAddress(user: string, options?: CallOptions): Promise<BridgeAddress> {
    return this.caller.read(
      pathOf`/v1/deposit/bridge-address/${user}`,
      required.BridgeAddress,
      { ...options, isWrapped: true },
    );
  }

  /** Read what became of a user's deposits. */
  depositStatus(user: string, options?: CallOptions): Promise<DepositStatus> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(
        pathOf`/v1/deposit/status/${user}`,
        required.DepositStatus,
        { ...options, credentials },
      ),
    );
  }

  /** Read a withdrawal. */
  withdrawal(withdrawalId: string, options?: CallOptions): Promise<Withdrawal> {
    return this.caller.read(
      pathOf`/v1/withdraw/${withdrawalId}`,
      required.Withdrawal,
      { ...options, isWrapped: true },
    );
  }

  /** List a user's withdrawals. Newest first. */
  withdrawals(
    user: string,
    query: ListWithdrawalsQuery = {},
    options?: CallOptions,
  ): Promise<WithdrawalsPage> {
    return this.caller.read(
      pathOf`/v1/withdrawals/${user}`,
      required.WithdrawalsPage,
      { ...options, query },
    );
  }

  /** All entries of `withdrawals`, page by page. */
  eachWithdrawal(
    user: string,
    query: ListWithdrawalsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Withdrawal, void> {
    return entriesOf(query, (page) => this.withdrawals(user, page, options), 'withdrawals');
  }

  /** Read a user's proxy wallet. It is watched from then on, and never changes. */
  proxyWallet(user: string, options?: CallOptions): Promise<ProxyWallet> {
    return this.caller.read(
      pathOf`/v1/proxy/${user}`,
      required.ProxyWallet,
      { ...options, isWrapped: true },
    );
  }

  /** Read what chain transactions cost. */
  gasPrice(options?: CallOptions): Promise<GasPrice> {
    return this.caller.read('/v1/gas/price', required.GasPrice, { ...options, isWrapped: true });
  }

  /** Ask for test money on a chain. On the test network alone; elsewhere there is no such path. */
  askFaucet(request: FaucetRequest, options?: CallOptions): Promise<Receipt<FaucetGift>> {
    return this.caller.change(
      { path: '/v1/faucet', body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.FaucetGift,
      options,
    );
  }

  /** Read what trading costs. */
  fees(options?: CallOptions): Promise<Fees> {
    return this.caller.read('/v1/fees', required.Fees, options);
  }

  /**
   * Read how results come about. By category, for new events. An event keeps those of its creation:
   * its entry has them.
   */
  resolutionRules(options?: CallOptions): Promise<ResolutionRules> {
    return this.caller.read('/v1/resolution-rules', required.ResolutionRules, options);
  }

  /** Read the server's clock. */
  time(options?: CallOptions): Promise<ServerTime> {
    return this.caller.read('/v1/time', required.ServerTime, options);
  }

  /**
   * Read the state of the exchange. Its mode, how far history and chains have been read, and the
   * limits a client must stay within.
   */
  status(options?: CallOptions): Promise<ExchangeStatus> {
    return this.caller.read('/v1/status', required.ExchangeStatus, options);
  }

  /**
   * Read the sums of the exchange's books. What it owes, what it has, and whether the chains agree.
   */
  solvency(options?: CallOptions): Promise<Solvency> {
    return this.caller.read('/v1/solvency', required.Solvency, options);
  }
}
