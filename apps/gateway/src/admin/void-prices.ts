import { CodedError } from '@bellwether/errors';
import type { EngineClient } from '@bellwether/bus';
import type { EventView } from '@bellwether/exchange';
import { DEFAULT_VOID_PRICE_BPS, PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { Projection, TradeHistory } from '@bellwether/persistence';

/** What the void of a market pays, where its event says that the last trade before a time decides it. */
export class VoidPrices {
  constructor(
    private readonly engine: Pick<EngineClient, 'query'>,
    private readonly trades: Pick<TradeHistory, 'lastBefore'>,
    private readonly projection: Pick<Projection, 'cursor' | 'timestampMs'>,
    /** Unix time in milliseconds. */
    private readonly nowMs: () => number,
  ) {}

  /**
   * @param said null: what it is
   * @param asOf Unix seconds
   * @returns null where the event says it, or is not known: the engine refuses what is wrong then
   * @throws CodedError VALIDATION_FAILED where another price is said, HISTORY_UNAVAILABLE
   */
  async priceOf(
    marketId: Uint8Array,
    said: number | null,
    asOf: number | undefined,
  ): Promise<number | null> {
    const { view } = await this.engine.query('market', { marketId });
    if (view === null || !isAtLast(view.event)) {
      if (asOf === undefined || view === null) return said;
      throw wrong('price_as_of', asOf, 'absent: the event has a fixed price of a void');
    }
    const latest = Math.floor(this.nowMs() / 1_000);
    if (asOf === undefined || asOf > latest)
      throw wrong('price_as_of', asOf, `given: a time up to now, ${latest}`);
    const price = await this.lastBefore(marketId, asOf);
    if (said !== null && said !== price) throw wrong('price', said, `${price}, or absent`);
    return price;
  }

  /** In YES terms. Where nobody had traded it is worth as much as its opposite. */
  private async lastBefore(marketId: Uint8Array, asOf: number): Promise<number> {
    await this.requireHistory(asOf * 1_000);
    const trade = await this.trades.lastBefore(marketId, asOf * 1_000);
    if (trade === null) return DEFAULT_VOID_PRICE_BPS;
    return trade.outcome === 'yes' ? trade.price : PRICE_SCALE_BPS - trade.price;
  }

  /** All trades before that time are there: a later event is, or nothing has happened since. */
  private async requireHistory(beforeMs: number): Promise<void> {
    if ((await this.projection.timestampMs()) >= beforeMs) return;
    const { view } = await this.engine.query('status', {});
    const { seq } = await this.projection.cursor();
    if (seq >= view.lastEventSeq) return;
    throw new CodedError('HISTORY_UNAVAILABLE', { seq, needed: view.lastEventSeq });
  }
}

const isAtLast = ({ voidAtLast, mutuallyExclusive }: EventView): boolean =>
  voidAtLast === true && !mutuallyExclusive;

const wrong = (field: string, value: number | undefined, expected: string): CodedError =>
  new CodedError('VALIDATION_FAILED', { field, value: value ?? null, expected });
