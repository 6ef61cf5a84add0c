import { ConfigurableModuleBuilder, Global, Inject, Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  Bus,
  EngineClient,
  FollowedClock,
  FundingClient,
  SignerAdminClient,
  connectBus,
} from '@bellwether/bus';
import type { BusOptions } from '@bellwether/bus';
import type { Metrics } from '@bellwether/runtime';
import { BusServer } from './bus-server';
import { RequestMetrics } from './request-metrics';
import { LOG } from './tokens';

export interface BusModuleOptions extends BusOptions {
  /** Whose engine is asked; default 0. */
  readonly shard?: number;
  /** Of an app that answers requests. */
  readonly metrics?: Metrics;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<BusModuleOptions>().setClassMethodName('forRoot').build();

/**
 * One connection to NATS, one client of each part that is asked over it, one server of what is asked here. The application
 * is made when NATS is there.
 */
@Global()
@Module({
  providers: [
    { provide: Bus, inject: [MODULE_OPTIONS_TOKEN], useFactory: connectBus },
    { provide: LOG, inject: [MODULE_OPTIONS_TOKEN], useFactory: (o: BusModuleOptions) => o.log },
    { provide: FollowedClock, useFactory: () => new FollowedClock() },
    {
      provide: EngineClient,
      inject: [MODULE_OPTIONS_TOKEN, Bus, FollowedClock],
      useFactory: ({ shard = 0 }: BusModuleOptions, bus: Bus, time: FollowedClock) =>
        new EngineClient({ shard, bus, time }),
    },
    { provide: FundingClient, inject: [Bus], useFactory: (bus: Bus) => new FundingClient(bus) },
    {
      provide: SignerAdminClient,
      inject: [Bus],
      useFactory: (bus: Bus) => new SignerAdminClient(bus),
    },
    {
      provide: RequestMetrics,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ metrics }: BusModuleOptions) => metrics && new RequestMetrics(metrics),
    },
    {
      provide: BusServer,
      inject: [Bus, LOG],
      useFactory: (bus: Bus, log: BusModuleOptions['log']) => new BusServer(bus, log),
    },
  ],
  exports: [
    Bus,
    LOG,
    BusServer,
    EngineClient,
    FollowedClock,
    FundingClient,
    RequestMetrics,
    SignerAdminClient,
  ],
})
export class BusModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(@Inject(Bus) private readonly bus: Bus) {
    super();
  }

  /** Last of all but what it is made of: modules that import it have let go by then. */
  async onApplicationShutdown(): Promise<void> {
    await this.bus.close();
  }
}
