import { Module } from '@nestjs/common';
import { FollowedClock } from '@bellwether/bus';
import { BuilderRevenueHistory, BuilderStore, Database } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
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
    provide(
      BuilderReads,
      [BuilderStore, BuilderRevenueHistory, FollowedClock],
      (store, history, { nowMs }) => new BuilderReads(store, history, nowMs),
    ),
  ],
})
export class BuilderModule {}
