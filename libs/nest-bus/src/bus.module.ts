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
import { provide } from '@bellwether/runtime';
import type { Metrics, Token } from '@bellwether/runtime';
import { BusServer } from './bus-server';
import { REQUEST_METRICS, RequestMetrics } from './request-metrics';
import { LOG } from './tokens';

export interface BusModuleOptions extends BusOptions {
  /** The shard whose engine is queried; default 0. */
  readonly shard?: number;
  /** Of an app that answers requests. */
  readonly metrics?: Metrics;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<BusModuleOptions>().setClassMethodName('forRoot').build();

const OPTIONS: Token<BusModuleOptions> = MODULE_OPTIONS_TOKEN as never;

/**
 * One connection to NATS, one client of each service over it, one server for requests to this process. The application
 * is made once NATS is connected.
 */
@Global()
@Module({
  providers: [
    provide(Bus, [OPTIONS], connectBus),
    provide(LOG, [OPTIONS], ({ log }) => log),
    provide(FollowedClock, [], () => new FollowedClock()),
    provide(
      EngineClient,
      [OPTIONS, Bus, FollowedClock],
      ({ shard = 0 }, bus, time) => new EngineClient({ shard, bus, time }),
    ),
    provide(FundingClient, [Bus], (bus) => new FundingClient(bus)),
    provide(SignerAdminClient, [Bus], (bus) => new SignerAdminClient(bus)),
    provide(REQUEST_METRICS, [OPTIONS], ({ metrics }) => metrics && new RequestMetrics(metrics)),
    provide(BusServer, [Bus, LOG], (bus, log) => new BusServer(bus, log)),
  ],
  exports: [
    Bus,
    BusServer,
    EngineClient,
    FollowedClock,
    FundingClient,
    LOG,
    REQUEST_METRICS,
    SignerAdminClient,
  ],
})
export class BusModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(@Inject(Bus) private readonly bus: Bus) {
    super();
  }

  /** Runs after the modules that import this one: they no longer use the connection. */
  async onApplicationShutdown(): Promise<void> {
    await this.bus.close();
  }
}
