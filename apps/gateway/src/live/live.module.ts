import { Inject, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Bus, EngineClient } from '@bellwether/bus';
import { LOG } from '@bellwether/nest-bus';
import type { Logger } from '@bellwether/runtime';
import type { GatewayConfig } from '../config';
import { Failure } from '../failure';
import { GATEWAY_CONFIG } from '../tokens';
import { AccountViews } from './account-views';
import { LiveViews } from './live-views';

/** The gateway's own copy of what the engine tells everyone; it is loaded when there is an engine. */
@Module({
  providers: [
    {
      provide: LiveViews,
      inject: [Bus, EngineClient, GATEWAY_CONFIG, LOG],
      useFactory: (bus: Bus, engine: EngineClient, { shard }: GatewayConfig, log: Logger) =>
        new LiveViews({ bus, engine, shard, log }),
    },
    {
      provide: AccountViews,
      inject: [LiveViews, EngineClient],
      useFactory: (live: LiveViews, engine: EngineClient) => new AccountViews(live, engine),
    },
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
