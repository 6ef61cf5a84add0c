/** The signer's modules, one for each folder beside this file. */
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { BusModule, EngineTimeModule } from '@bellwether/nest-bus';
import type { Logger, Metrics } from '@bellwether/runtime';
import type { SignerConfig } from './config';
import { BuilderModule } from './builder/builder.module';
import { EnvelopeModule } from './envelope/envelope.module';
import { FundingModule } from './funding/funding.module';
import { KeysModule } from './keys/keys.module';
import { PayoutsModule } from './payouts/payouts.module';
import { TradingModule } from './trading/trading.module';
import { InfrastructureModule } from './infrastructure.module';

export interface SignerReports {
  readonly log: Logger;
  readonly metrics: Metrics;
}

@Module({})
export class SignerModule {
  static with(config: SignerConfig, { log, metrics }: SignerReports): DynamicModule {
    const { natsNkeySeed, natsServers, natsToken, shard } = config;
    const connection = {
      servers: natsServers,
      name: 'signer',
      nkeySeed: natsNkeySeed,
      token: natsToken,
      shard,
      log,
      metrics,
    };
    return {
      module: SignerModule,
      imports: [
        InfrastructureModule.with(config, log),
        BusModule.forRootAsync({ useFactory: () => connection }),
        EngineTimeModule,
        EnvelopeModule,
        KeysModule,
        TradingModule,
        BuilderModule,
        FundingModule,
        PayoutsModule,
      ],
    };
  }
}
