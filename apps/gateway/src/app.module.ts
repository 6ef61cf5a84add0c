/** The gateway's modules, one for each folder beside this file. */
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { BusModule } from '@bellwether/nest-bus';
import { AccountModule } from './account/account.module';
import { AdminModule } from './admin/admin.module';
import { CasesModule } from './cases/cases.module';
import { CatalogueModule } from './catalogue/catalogue.module';
import { FundingModule } from './funding/funding.module';
import { SeriesModule } from './series/series.module';
import { StreamModule } from './stream/stream.module';
import { TradingModule } from './trading/trading.module';
import { InfrastructureModule } from './infrastructure.module';
import type { GatewayInfrastructure } from './infrastructure.module';

@Module({})
export class GatewayModule {
  static with(infrastructure: GatewayInfrastructure): DynamicModule {
    const { adminKeyHashes, natsNkeySeed, natsServers, natsToken, shard } = infrastructure.config;
    const hasAdmin = adminKeyHashes.length > 0;
    const connection = {
      servers: natsServers,
      // The admin role has its own NATS permissions. A process that serves both roles has both.
      name: hasAdmin ? 'gateway-admin' : 'gateway',
      nkeySeed: natsNkeySeed,
      token: natsToken,
      shard,
      log: infrastructure.log,
    };
    return {
      module: GatewayModule,
      imports: [
        InfrastructureModule.with(infrastructure),
        BusModule.forRootAsync({ useFactory: () => connection }),
        CatalogueModule,
        AccountModule,
        CasesModule,
        SeriesModule,
        FundingModule,
        TradingModule,
        StreamModule,
        ...(hasAdmin ? [AdminModule] : []),
      ],
    };
  }
}
