/** What all modules share: configuration and database. The bus is a module of its own. */
import { Global, Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { ChainNames } from '@bellwether/api';
import { Database, openDatabase } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import type { SignerConfig } from './config';
import { NETWORK, SIGNER_CONFIG } from './tokens';

@Global()
@Module({})
export class InfrastructureModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static with(config: SignerConfig, log: Logger): DynamicModule {
    const { databaseUrl, databasePool: poolMax, chainNames, network } = config;
    const providers = [
      { provide: SIGNER_CONFIG, useValue: config },
      { provide: NETWORK, useValue: network },
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
