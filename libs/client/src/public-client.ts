import type {
  Balance,
  Book,
  BridgeAddress,
  Candles,
  Categories,
  DebugSignatureRequest,
  EventDetail,
  EventEntry,
  EventsPage,
  ExchangeStatus,
  FaucetGift,
  FaucetRequest,
  Fees,
  GasPrice,
  HeldPosition,
  ListCandlesQuery,
  ListMarketsQuery,
  ListPositionsQuery,
  Market,
  MarketsPage,
  Nonces,
  Position,
  PositionsPage,
  Preview,
  PreviewRequest,
  ProxyWallet,
  ServerTime,
  SignatureDiagnosis,
  Solvency,
  Trade,
  TradesPage,
  Withdrawal,
  WithdrawalQuote,
  WithdrawalsPage,
} from './generated/interface';
import type { PageQuery, WithdrawRequest } from './requests';
import { pathOf } from './http/caller';
import type { Credentials, Receipt } from './http/caller';
import type { CallOptions } from './http/http-sender';
import { OwnerReads } from './owner-reads';
import { entriesOf, withCursor } from './pages';
import { quotedTermsOf } from './payment-terms';

/**
 * Public queries to the gateway. Every method retries by the retry policy and then fails with `BellwetherError`,
 * `ConnectionError` or `InvalidAnswerError`.
 */
export class PublicClient extends OwnerReads {
  /** Newest first, or by `sort`. */
  markets(query: ListMarketsQuery = {}, options?: CallOptions): Promise<MarketsPage> {
    return this.caller.read('/v1/markets', ['markets'], { ...options, query: { ...query } });
  }

  /** All matching events, one after the other. */
  eachMarket(
    query: ListMarketsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<EventEntry, void> {
    const read = (before?: string) => this.markets(withCursor(query, before), options);
    return entriesOf(read, ({ markets }) => markets, query.before);
  }

  events(query: ListMarketsQuery = {}, options?: CallOptions): Promise<EventsPage> {
    return this.caller.read('/v1/events', ['events'], { ...options, query: { ...query } });
  }

  eachEvent(query: ListMarketsQuery = {}, options?: CallOptions): AsyncGenerator<EventEntry, void> {
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
  candles(marketId: string, query: ListCandlesQuery, options?: CallOptions): Promise<Candles> {
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

  /** All positions with cost and proceeds, last opened first. From history, moments behind `position` (see `seq`). */
  positions(
    user: string,
    query: ListPositionsQuery = {},
    options?: CallOptions,
  ): Promise<PositionsPage> {
    return this.caller.read(pathOf`/v1/positions/${user}`, ['positions'], {
      ...options,
      query: { ...query },
    });
  }

  eachPosition(
    user: string,
    query: ListPositionsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<HeldPosition, void> {
    const read = (before?: string) => this.positions(user, withCursor(query, before), options);
    return entriesOf(read, ({ positions }) => positions, query.before);
  }

  nonces(user: string, options?: CallOptions): Promise<Nonces> {
    return this.caller.read(pathOf`/v1/nonce/${user}`, ['order', 'cancel_all'], options);
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

  /**
   * The outcome of an order as the next command. A predicted refusal is an answer, not an error. The orders that its user
   * has open count as own ones with a session of the user, else as those of others.
   */
  async previewOrder(order: PreviewRequest, options?: CallOptions): Promise<Preview> {
    const change = { path: '/v1/preview', body: JSON.stringify(order), effect: 'read' } as const;
    const ask = async (credentials?: Credentials): Promise<Preview> => {
      const asked = credentials === undefined ? change : { ...change, credentials };
      return (await this.caller.change<Preview>(asked, ['order', 'refusal'], options)).answer;
    };
    const { user } = order;
    if (user === undefined) return ask();
    // No request requires a session here: it is opened before, if that is possible.
    await this.sessions?.tokenOf(user, options).catch(() => null);
    return this.asOwner(user, options, ask);
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

  /** The user's permanent deposit address on the external chain. The exchange watches it from the first request. */
  bridgeAddress(user: string, options?: CallOptions): Promise<BridgeAddress> {
    const path = pathOf`/v1/deposit/bridge-address/${user}`;
    return this.caller.read(path, ['address'], { ...options, isWrapped: true });
  }

  /** The cost of a withdrawal accepted now. Nothing is signed or carried out. */
  async quoteWithdrawal(
    user: string,
    withdraw: WithdrawRequest,
    options?: CallOptions,
  ): Promise<WithdrawalQuote> {
    const body = JSON.stringify({ main_address: user, ...quotedTermsOf(withdraw) });
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
