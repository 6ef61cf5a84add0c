import { Inject, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Bus, EngineClient, FollowedClock } from '@bellwether/bus';
import { Database, TradedHoursHistory } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { Failure } from '../failure';
import { GATEWAY_CONFIG, LOGGER } from '../tokens';
import { AccountViews } from './account-views';
import { DayLoader } from './day-loader';
import { LiveViews } from './live-views';

/** The gateway's own copy of public data, loaded when an engine answers. */
@Module({
  providers: [
    provide(
      LiveViews,
      [Bus, EngineClient, GATEWAY_CONFIG, FollowedClock, LOGGER],
      (bus, engine, { shard }, clock, log) => new LiveViews({ bus, engine, shard, clock, log }),
    ),
    provide(
      AccountViews,
      [LiveViews, EngineClient],
      (live, engine) => new AccountViews(live, engine),
    ),
    provide(
      DayLoader,
      [LiveViews, Database, GATEWAY_CONFIG, LOGGER],
      (live, database, { shard }, log) =>
        new DayLoader({ live, history: new TradedHoursHistory(database, shard), log }),
    ),
  ],
  exports: [AccountViews, LiveViews],
})
export class LiveModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(LiveViews) private readonly live: LiveViews,
    @Inject(DayLoader) private readonly days: DayLoader,
    @Inject(Failure) private readonly failure: Failure,
  ) {}

  onApplicationBootstrap(): void {
    this.live.start(this.failure.fail);
    this.days.start(this.failure.fail);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.days.stop();
    await this.live.stop();
  }
}
