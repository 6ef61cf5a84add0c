/**
 * A gateway loads the markets from the engine, which does not store hours. So the trades before its start come from
 * history, and events update the day's figures from then on. Without PostgreSQL the figures stay unknown, and
 * everything else is served.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { compareOffsets } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { TradedHoursHistory } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import { DAY_LOOKS, DAY_RETRY_MS } from '../limits';
import type { LiveViews } from './live-views';

export interface DayLoaderParts {
  readonly live: LiveViews;
  readonly history: Pick<TradedHoursHistory, 'since'>;
  readonly log: Logger;
}

/** One more than the day, as the hour may pass meanwhile. */
const HOURS_LOADED = 24;

export class DayLoader {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(private readonly parts: DayLoaderParts) {}

  /** `fail` gets errors for which this process must stop. */
  start(fail: (reason: unknown) => void): void {
    this.loop = this.run().catch((error: unknown) => {
      if (!this.stopping.signal.aborted) fail(error);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { live, log } = this.parts;
    while (!live.isLoaded) await this.rest();
    const markets = live.catalogue.dayStart.markets.length;
    if (markets === 0) return;
    while (!(await this.attempt())) await this.rest();
    log.info({ markets }, "the day's figures are loaded");
  }

  /** @returns true if they are loaded */
  private async attempt(): Promise<boolean> {
    const { live } = this.parts;
    const { dayStart } = live.catalogue;
    dayStart.begin();
    const from = live.offsetNow();
    for (let look = 0; look < DAY_LOOKS; look++) {
      const past = await this.past();
      if (past !== null && compareOffsets(past.until, from) >= 0) {
        const hours = past.markets.map((market) => [byteKey(market.marketId), market] as const);
        return live.loadDay({ until: past.until, markets: new Map(hours) });
      }
      await this.rest();
    }
    return false;
  }

  /** Null: PostgreSQL does not answer. */
  private async past() {
    const { live, history, log } = this.parts;
    const ids = live.catalogue.dayStart.markets.map(({ marketId }) => marketId);
    try {
      return await history.since(live.hour - HOURS_LOADED, ids);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      log.warn({ code: error.code }, "the day's figures are not loaded yet");
      return null;
    }
  }

  private rest(): Promise<void> {
    return sleep(DAY_RETRY_MS, undefined, { signal: this.stopping.signal });
  }
}
