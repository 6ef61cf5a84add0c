import type { Trade, TradesSnapshot, TradesUpdate } from '../generated/interface';
import { MAX_LIVE_TRADES } from '../limits';
import { LiveView } from './live-view';
import type { ChannelHandle } from './live-view';
import { Listeners } from './listeners';
import type { Unlisten } from './listeners';

/** The stream no longer has the trades between these two: use `eachMarketTrade`. */
export interface MissedTrades {
  readonly after: Trade;
  readonly before: Trade;
}

interface TradeEvents {
  readonly trade: Trade;
  readonly missed: MissedTrades;
}

/** The newest trades of a market, and each new one exactly once, even across reconnects. */
export class LiveTrades extends LiveView<TradesSnapshot, TradesUpdate> {
  readonly marketId: string;
  private readonly tradeListeners = new Listeners<TradeEvents>();
  private newestFirst: readonly Trade[] = [];

  constructor(marketId: string, line: ChannelHandle) {
    super(`trades:${marketId}`, line);
    this.marketId = marketId;
  }

  /** Newest first. */
  get recent(): readonly Trade[] {
    return this.newestFirst;
  }

  /** Each trade from now on, in order. */
  onTrade(listener: (trade: Trade) => void): Unlisten {
    return this.tradeListeners.on('trade', listener);
  }

  /** Called after a break so long that the newest trades do not reach back to the last one received. */
  onMissed(listener: (missed: MissedTrades) => void): Unlisten {
    return this.tradeListeners.on('missed', listener);
  }

  protected replace({ trades, has_more: hasMore }: TradesSnapshot): void {
    const [last] = this.newestFirst;
    if (last === undefined) {
      this.newestFirst = trades.slice(0, MAX_LIVE_TRADES);
      return;
    }
    const newer = trades.filter((trade) => trade.trade_id > last.trade_id).toReversed();
    const [first] = newer;
    if (first !== undefined && hasMore && newer.length === trades.length) {
      this.tradeListeners.emit('missed', { after: last, before: first });
    }
    this.add(newer);
  }

  protected merge({ trades }: TradesUpdate): void {
    const last = this.newestFirst[0]?.trade_id ?? 0;
    this.add(trades.filter((trade) => trade.trade_id > last));
  }

  private add(trades: readonly Trade[]): void {
    this.newestFirst = [...trades.toReversed(), ...this.newestFirst].slice(0, MAX_LIVE_TRADES);
    for (const trade of trades) this.tradeListeners.emit('trade', trade);
  }
}
