import { Module } from '@nestjs/common';
import { FollowedClock } from '@bellwether/bus';
import {
  BuilderRevenueHistory,
  BuilderStore,
  Database,
  TradeHistory,
} from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { SignerLimits } from '../envelope/signer-limits';
import { EnvelopeModule } from '../envelope/envelope.module';
import { KeysModule } from '../keys/keys.module';
import { BuilderController } from './builder.controller';
import { BuilderReads } from './builder-reads';

/** A builder's own record, users and revenue. */
@Module({
  imports: [EnvelopeModule, KeysModule],
  controllers: [BuilderController],
  providers: [
    provide(BuilderRevenueHistory, [Database], (database) => new BuilderRevenueHistory(database)),
    provide(TradeHistory, [Database], (database) => new TradeHistory(database)),
    provide(
      BuilderReads,
      [BuilderStore, BuilderRevenueHistory, TradeHistory, SignerLimits, FollowedClock],
      (store, history, trades, limits, { nowMs }) =>
        new BuilderReads(store, history, trades, limits, nowMs),
    ),
  ],
})
export class BuilderModule {}
