/** The content of a channel, for a client that joins it. */
import {
  SNAPSHOT_CASES,
  SNAPSHOT_ENTRIES,
  SNAPSHOT_TRADES,
  presentBookSnapshot,
  presentCasesSnapshot,
  presentDepositsSnapshot,
  presentMarketsSnapshot,
  presentTradesSnapshot,
  presentUserSnapshot,
  snapshotText,
  tradeOf,
} from '@bellwether/api';
import type { Channel, SnapshotData, Trade } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import type { ChainNames, DepositsOfUser } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { MAX_PRICE_BPS } from '@bellwether/exchange';
import type { AsOf, SequencedEvent } from '@bellwether/exchange';
import type { ListedEvent } from '@bellwether/market-data';
import type { ChangedDeposits, TradeHistory } from '@bellwether/persistence';
import type { HistoryProgress } from '../account/history-progress';
import type { EngineReader } from '../live/shared-queries';
import { MAX_CATALOGUE_SNAPSHOT_BYTES } from './limits';
import type { Snapshot } from './live-channel';
import type { LiveSource } from './live-source';
import { textFrame } from './text-frame';

export interface SnapshotParts {
  readonly source: LiveSource;
  readonly engine: EngineReader;
  readonly trades: Pick<TradeHistory, 'ofMarket'>;
  readonly history: Pick<HistoryProgress, 'seq'>;
  readonly deposits: DepositsSource;
  /** What the streams have applied, and up to which event. */
  readonly taken: {
    readonly asOf: AsOf;
    newestTradesOf(marketId: Uint8Array, count: number): readonly SequencedEvent[];
    /** Every event after this one is known. */
    readonly since: number;
  };
}

/** The funding apps' records. */
export interface DepositsSource {
  readonly names: ChainNames;
  /** @throws CodedError FUNDING_NOT_CONFIGURED, HISTORY_UNAVAILABLE */
  readonly of: (user: Uint8Array) => Promise<Omit<DepositsOfUser, 'user'>>;
  /** @throws as `of` */
  readonly changedAfter: (ms: number | null) => Promise<ChangedDeposits>;
  /** By the user's key in hex. @throws as `of` */
  readonly marksOf: (users: readonly Uint8Array[]) => Promise<ReadonlyMap<string, string>>;
}

interface State extends AsOf {
  readonly data: SnapshotData;
}

export class Snapshots {
  constructor(private readonly parts: SnapshotParts) {}

  /** @throws CodedError MARKET_NOT_FOUND; ENGINE_UNAVAILABLE and similar if another part must be queried */
  async take(channel: Channel): Promise<Snapshot> {
    const { data, seq, timestampMs } = await this.state(channel);
    const frame = textFrame(snapshotText(channel.name, { seq, timestampMs }, data));
    return { seq, timestampMs, frame };
  }

  private state(channel: Channel): State | Promise<State> {
    switch (channel.kind) {
      case 'book':
        return this.book(channel.marketId);
      case 'trades':
        return this.trades(channel.marketId);
      case 'user':
        return this.user(channel.user);
      case 'deposits':
        return this.deposits(channel.user);
      case 'markets':
        return this.markets();
      case 'cases':
        return this.cases();
    }
  }

  private book(marketId: Uint8Array): State {
    const book = this.parts.source.book(marketId, MAX_PRICE_BPS);
    if (book === undefined) throw noMarket(marketId);
    const { view, seq, timestampMs } = book;
    return { data: presentBookSnapshot({ ...view, marketId }), seq, timestampMs };
  }

  /** The user's account comes from the engine, as no view here has every user's orders. */
  private async user(user: Uint8Array): Promise<State> {
    const { view, seq, timestampMs } = await this.parts.engine.query('account', { user });
    const { nextOrders: lastKey, ...account } = view;
    return { data: presentUserSnapshot({ user, ...account, lastKey }), seq, timestampMs };
  }

  /** As of what this gateway had applied when it read them. */
  private async deposits(user: Uint8Array): Promise<State> {
    const { source, deposits } = this.parts;
    const { seq, timestampMs } = source.asOf;
    const records = await deposits.of(user);
    return {
      data: presentDepositsSnapshot({ user, ...records }, deposits.names),
      seq,
      timestampMs,
    };
  }

  private markets(): State {
    const { catalogue, asOf, hour } = this.parts.source;
    const newest = catalogue.events.slice(-SNAPSHOT_ENTRIES).toReversed();
    const shown = withinBytes(newest.map((event) => event.listed(hour)));
    const last = shown.length < catalogue.events.length ? shown.at(-1) : undefined;
    const data = presentMarketsSnapshot({ markets: shown, lastKey: last?.createdSeq ?? null });
    return { data, ...asOf };
  }

  private async cases(): Promise<State> {
    const { view, ...asOf } = await this.parts.engine.query('cases', { limit: SNAPSHOT_CASES });
    return { data: presentCasesSnapshot(view), ...asOf };
  }

  /**
   * Trades from history, and those that it does not have yet from the events stored here. If history cannot answer, or
   * is further behind than the stored events reach, only these are sent, and the snapshot says that more exist.
   */
  private async trades(marketId: Uint8Array): Promise<State> {
    const { source, taken } = this.parts;
    if (source.catalogue.market(marketId) === undefined) throw noMarket(marketId);
    const old = await this.pastTrades(marketId);
    const { asOf } = taken;
    const known = new Map<number, Trade>();
    for (const trade of old?.items ?? []) {
      if (trade.seq <= asOf.seq) known.set(trade.tradeId, trade);
    }
    // One more than is shown: it shows whether there are more.
    for (const { event, ...of } of taken.newestTradesOf(marketId, SNAPSHOT_TRADES + 1)) {
      if (event.kind !== 'trade') continue;
      const trade = tradeOf(event, of);
      known.set(trade.tradeId, trade);
    }
    const newest = [...known.values()].toSorted((a, b) => b.tradeId - a.tradeId);
    const items = newest.slice(0, SNAPSHOT_TRADES);
    const hasMore = newest.length > items.length || old === null || old.hasMore;
    return { data: presentTradesSnapshot({ items, hasMore }), ...asOf };
  }

  private async pastTrades(marketId: Uint8Array) {
    try {
      const reached = await this.parts.history.seq();
      const page = await this.parts.trades.ofMarket(marketId, { limit: SNAPSHOT_TRADES });
      return reached < this.parts.taken.since ? null : page;
    } catch (error) {
      if (error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE') return null;
      throw error;
    }
  }
}

export const noMarket = (marketId: Uint8Array): CodedError =>
  new CodedError('MARKET_NOT_FOUND', { market_id: toHex(marketId) });

/** The approximate JSON size of an entry, without its texts. */
const ENTRY_BYTES = 400;
const OUTCOME_BYTES = 580;

/** The first events that fit, at least one. */
function withinBytes(events: readonly ListedEvent[]): readonly ListedEvent[] {
  let bytes = 0;
  const count = events.findIndex(({ question, imageUrl, markets }) => {
    const labels = markets.reduce((sum, { label }) => sum + label.length, 0);
    bytes +=
      ENTRY_BYTES +
      question.length +
      (imageUrl?.length ?? 0) +
      markets.length * OUTCOME_BYTES +
      labels;
    return bytes > MAX_CATALOGUE_SNAPSHOT_BYTES;
  });
  return count === -1 ? events : events.slice(0, Math.max(1, count));
}
