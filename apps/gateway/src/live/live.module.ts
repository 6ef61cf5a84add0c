import { Inject, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Bus, EngineClient } from '@bellwether/bus';
import { provide } from '@bellwether/runtime';
import { Failure } from '../failure';
import { GATEWAY_CONFIG, LOGGER } from '../tokens';
import { AccountViews } from './account-views';
import { LiveViews } from './live-views';

/** The gateway's own copy of public data, loaded when an engine answers. */
@Module({
  providers: [
    provide(
      LiveViews,
      [Bus, EngineClient, GATEWAY_CONFIG, LOGGER],
      (bus, engine, { shard }, log) => new LiveViews({ bus, engine, shard, log }),
    ),
    provide(
      AccountViews,
      [LiveViews, EngineClient],
      (live, engine) => new AccountViews(live, engine),
    ),
  ],
  exports: [AccountViews, LiveViews],
})
export class LiveModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(LiveViews) private readonly live: LiveViews,
    @Inject(Failure) private readonly failure: Failure,
  ) {}

  onApplicationBootstrap(): void {
    this.live.start(this.failure.fail);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.live.stop();
  }
}
