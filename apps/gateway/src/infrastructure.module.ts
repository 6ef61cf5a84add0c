/** What all modules share: configuration, database, rate limits. The bus is a module of its own. */
import { Global, Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { ChainNames } from '@bellwether/api';
import { Database, openDatabase } from '@bellwether/persistence';
import { Metrics } from '@bellwether/runtime';
import type { Logger } from '@bellwether/runtime';
import type { GatewayConfig } from './config';
import { Failure } from './failure';
import { GatewayLimits } from './rate-limits/gateway-limits';
import { GATEWAY_CONFIG, LOGGER } from './tokens';

export interface GatewayInfrastructure {
  readonly config: GatewayConfig;
  readonly failure: Failure;
  readonly limits: GatewayLimits;
  readonly log: Logger;
  readonly metrics: Metrics;
}

@Global()
@Module({})
export class InfrastructureModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static with({ config, failure, limits, log, metrics }: GatewayInfrastructure): DynamicModule {
    const { chainNames, databasePool: poolMax, databaseUrl } = config;
    const providers = [
      { provide: GATEWAY_CONFIG, useValue: config },
      { provide: LOGGER, useValue: log },
      { provide: Failure, useValue: failure },
      { provide: GatewayLimits, useValue: limits },
      { provide: Metrics, useValue: metrics },
      { provide: ChainNames, useValue: new ChainNames(chainNames) },
      {
        provide: Database,
        useFactory: () => openDatabase({ url: databaseUrl.reveal(), poolMax, log }),
      },
    ];
    return { module: InfrastructureModule, providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
