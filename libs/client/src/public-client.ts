import type { Balance, Nonces, Position } from './answers/account';
import type { SignatureDiagnosis } from './answers/diagnosis';
import type { ExchangeStatus, Fees, ServerTime, Solvency } from './answers/exchange';
import type {
  BridgeAddress,
  DepositStatus,
  FaucetGift,
  GasPrice,
  ProxyWallet,
  Withdrawal,
  WithdrawalQuote,
  WithdrawalsPage,
} from './answers/funding';
import type { LedgerEntry, LedgerPage } from './answers/ledger';
import type {
  Categories,
  Book,
  Candles,
  EventDetail,
  EventEntry,
  EventsPage,
  Market,
  MarketsPage,
} from './answers/market';
import type { NonceOutcome, Order, OrdersPage } from './answers/order';
import type { Preview } from './answers/preview';
import type { Trade, TradesPage } from './answers/trade';
import { Caller, pathOf } from './http/caller';
import type { Receipt } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import { entriesOf } from './pages';
import type {
  CandlesQuery,
  CatalogueQuery,
  DebugSignatureRequest,
  FaucetRequest,
  OrdersQuery,
  PageQuery,
  PreviewRequest,
  WithdrawRequest,
} from './requests';

/**
 * Public queries to the gateway. Every method retries by the retry policy and then fails with `BellwetherError`,
 * `ConnectionError` or `InvalidAnswerError`.
 */
export class PublicClient {
  private readonly caller: Caller;

  constructor(options: ConnectionOptions) {
    this.caller = new Caller(options);
  }

  /** Newest first, or by `sort`. */
  markets(query: CatalogueQuery = {}, options?: CallOptions): Promise<MarketsPage> {
    return this.caller.read('/v1/markets', ['markets'], { ...options, query: { ...query } });
  }

  /** All matching events, one after the other. */
  eachMarket(query: CatalogueQuery = {}, options?: CallOptions): AsyncGenerator<EventEntry, void> {
    const read = (before?: string) => this.markets(withCursor(query, before), options);
    return entriesOf(read, ({ markets }) => markets, query.before);
  }

  events(query: CatalogueQuery = {}, options?: CallOptions): Promise<EventsPage> {
    return this.caller.read('/v1/events', ['events'], { ...options, query: { ...query } });
  }

  eachEvent(query: CatalogueQuery = {}, options?: CallOptions): AsyncGenerator<EventEntry, void> {
    const read = (before?: string) => this.events(withCursor(query, before), options);
    return entriesOf(read, ({ events }) => events, query.before);
  }

  categories(options?: CallOptions): Promise<Categories> {
    return this.caller.read('/v1/categories', ['categories'], options);
  }

  event(eventId: string, options?: CallOptions): Promise<EventDetail> {
    return this.caller.read(pathOf`/v1/events/${eventId}`, ['event_id', 'outcomes'], options);
  }

  market(marketId: string, options?: CallOptions): Promise<Market> {
    return this.caller.read(pathOf`/v1/markets/${marketId}`, ['market_id', 'yes_price'], options);
  }

  /** @param options `depth` 1 to 500: levels a side, all if absent */
  book(marketId: string, options: CallOptions & { readonly depth?: number } = {}): Promise<Book> {
    const query = { depth: options.depth };
    return this.caller.read(pathOf`/v1/markets/${marketId}/book`, ['yes', 'no', 'seq'], {
      ...options,
      query,
    });
  }

  /** Newest first. */
  marketTrades(
    marketId: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): Promise<TradesPage> {
    return this.caller.read(pathOf`/v1/markets/${marketId}/trades`, ['trades'], {
      ...options,
      query: { ...query },
    });
  }

  eachMarketTrade(
    marketId: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Trade, void> {
    const read = (before?: string) =>
      this.marketTrades(marketId, withCursor(query, before), options);
    return entriesOf(read, ({ trades }) => trades, query.before);
  }

  /** Oldest first; without a range the last 200. */
  candles(marketId: string, query: CandlesQuery, options?: CallOptions): Promise<Candles> {
    return this.caller.read(pathOf`/v1/markets/${marketId}/candles`, ['candles'], {
      ...options,
      query: { ...query },
    });
  }

  /** Zeros for an unknown user. */
  balance(user: string, options?: CallOptions): Promise<Balance> {
    return this.caller.read(pathOf`/v1/balance/${user}`, ['available', 'locked'], options);
  }

  position(marketId: string, user: string, options?: CallOptions): Promise<Position> {
    const path = pathOf`/v1/position/${marketId}/${user}`;
    return this.caller.read(path, ['yes_contracts', 'no_contracts'], options);
  }

  nonces(user: string, options?: CallOptions): Promise<Nonces> {
    return this.caller.read(pathOf`/v1/nonce/${user}`, ['order', 'cancel_all'], options);
  }

  /** Newest first. `status: 'open'` is live, every other list comes from history. */
  orders(user: string, query: OrdersQuery = {}, options?: CallOptions): Promise<OrdersPage> {
    return this.caller.read(pathOf`/v1/orders/${user}`, ['orders'], {
      ...options,
      query: { ...query },
    });
  }

  eachOrder(
    user: string,
    query: OrdersQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Order, void> {
    const read = (before?: string) => this.orders(user, withCursor(query, before), options);
    return entriesOf(read, ({ orders }) => orders, query.before);
  }

  order(user: string, orderId: number, options?: CallOptions): Promise<Order> {
    return this.caller.read(pathOf`/v1/orders/${user}/${orderId}`, ['order_id', 'status'], options);
  }

  /** The outcome of a nonce. `ORDER_NOT_FOUND`: it has none. `HISTORY_UNAVAILABLE`: not known yet. */
  orderByNonce(user: string, nonce: number, options?: CallOptions): Promise<NonceOutcome> {
    const path = pathOf`/v1/orders/${user}/by-nonce/${nonce}`;
    return this.caller.read(path, ['outcome', 'nonce'], options);
  }

  /** Newest first. */
  trades(user: string, query: PageQuery = {}, options?: CallOptions): Promise<TradesPage> {
    return this.caller.read(pathOf`/v1/trades/${user}`, ['trades'], {
      ...options,
      query: { ...query },
    });
  }

  eachTrade(
    user: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Trade, void> {
    const read = (before?: string) => this.trades(user, withCursor(query, before), options);
    return entriesOf(read, ({ trades }) => trades, query.before);
  }

  /** A user's statement: every movement of its money, newest first, each with the resulting balance. */
  ledger(user: string, query: PageQuery = {}, options?: CallOptions): Promise<LedgerPage> {
    return this.caller.read(pathOf`/v1/ledger/${user}`, ['entries'], {
      ...options,
      query: { ...query },
    });
  }

  eachLedgerEntry(
    user: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<LedgerEntry, void> {
    const read = (before?: string) => this.ledger(user, withCursor(query, before), options);
    return entriesOf(read, ({ entries }) => entries, query.before);
  }

  /** The outcome of an order as the next command. A predicted refusal is an answer, not an error. */
  async previewOrder(order: PreviewRequest, options?: CallOptions): Promise<Preview> {
    const change = { path: '/v1/preview', body: JSON.stringify(order), effect: 'read' } as const;
    return (await this.caller.change<Preview>(change, ['order', 'refusal'], options)).answer;
  }

  /** Why a signature does not verify; test network only. */
  async debugSignature(
    request: DebugSignatureRequest,
    options?: CallOptions,
  ): Promise<SignatureDiagnosis> {
    const path = '/v1/debug/signature';
    const change = { path, body: JSON.stringify(request), effect: 'read' } as const;
    const fields = ['message', 'mistakes'] as const;
    return (await this.caller.change<SignatureDiagnosis>(change, fields, options)).answer;
  }

  fees(options?: CallOptions): Promise<Fees> {
    return this.caller.read('/v1/fees', ['categories'], options);
  }

  time(options?: CallOptions): Promise<ServerTime> {
    return this.caller.read('/v1/time', ['time'], options);
  }

  status(options?: CallOptions): Promise<ExchangeStatus> {
    return this.caller.read('/v1/status', ['mode', 'limits'], options);
  }

  solvency(options?: CallOptions): Promise<Solvency> {
    return this.caller.read('/v1/solvency', ['liabilities', 'assets'], options);
  }

  /**
   * The user's deposit address on the external chain, which never changes. The exchange watches it from the first
   * request.
   */
  bridgeAddress(user: string, options?: CallOptions): Promise<BridgeAddress> {
    const path = pathOf`/v1/deposit/bridge-address/${user}`;
    return this.caller.read(path, ['address'], { ...options, isWrapped: true });
  }

  depositStatus(user: string, options?: CallOptions): Promise<DepositStatus> {
    return this.caller.read(pathOf`/v1/deposit/status/${user}`, ['deposits'], options);
  }

  /** The cost of a withdrawal accepted now. Nothing is signed or carried out. */
  async quoteWithdrawal(
    user: string,
    { amount, recipient_ext, recipient_main }: WithdrawRequest,
    options?: CallOptions,
  ): Promise<WithdrawalQuote> {
    const body = JSON.stringify({ main_address: user, amount, recipient_ext, recipient_main });
    const change = { path: '/v1/withdraw/quote', body, effect: 'read', isWrapped: true } as const;
    const fields = ['gas_micro_usdc', 'gas_items'] as const;
    return (await this.caller.change<WithdrawalQuote>(change, fields, options)).answer;
  }

  withdrawal(withdrawalId: string, options?: CallOptions): Promise<Withdrawal> {
    return this.caller.read(pathOf`/v1/withdraw/${withdrawalId}`, ['withdrawal_id', 'status'], {
      ...options,
      isWrapped: true,
    });
  }

  /** Newest first. */
  withdrawals(
    user: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): Promise<WithdrawalsPage> {
    return this.caller.read(pathOf`/v1/withdrawals/${user}`, ['withdrawals'], {
      ...options,
      query: { ...query },
    });
  }

  eachWithdrawal(
    user: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Withdrawal, void> {
    const read = (before?: string) => this.withdrawals(user, withCursor(query, before), options);
    return entriesOf(read, ({ withdrawals }) => withdrawals, query.before);
  }

  proxyWallet(user: string, options?: CallOptions): Promise<ProxyWallet> {
    const path = pathOf`/v1/proxy/${user}`;
    return this.caller.read(path, ['proxy_wallet'], { ...options, isWrapped: true });
  }

  gasPrice(options?: CallOptions): Promise<GasPrice> {
    return this.caller.read('/v1/gas/price', ['markup_bps'], { ...options, isWrapped: true });
  }

  /** Test money on a chain; test network only. Not repeated if it may have been given. */
  async faucet(gift: FaucetRequest, options?: CallOptions): Promise<Receipt<FaucetGift>> {
    const body = JSON.stringify(gift);
    const change = { path: '/v1/faucet', body, effect: 'once', isWrapped: true } as const;
    return this.caller.change(change, ['tx_signature'], options);
  }
}

const withCursor = <Q extends PageQuery>(query: Q, before: string | undefined): Q =>
  before === undefined ? query : { ...query, before };
