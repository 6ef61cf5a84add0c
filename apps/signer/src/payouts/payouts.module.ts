import { Module } from '@nestjs/common';
import { EngineClient, FundingClient } from '@bellwether/bus';
import { BuilderStore, Database, RevenuePayoutStore } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { EnvelopeModule } from '../envelope/envelope.module';
import { KeysModule } from '../keys/keys.module';
import { SIGNER_CONFIG } from '../tokens';
import { BuilderPayouts } from './builder-payouts';
import { PayoutsController } from './payouts.controller';

/** Payouts of builders' revenue. */
@Module({
  imports: [EnvelopeModule, KeysModule],
  controllers: [PayoutsController],
  providers: [
    provide(
      BuilderPayouts,
      [SIGNER_CONFIG, BuilderStore, Database, EngineClient, FundingClient],
      ({ hasFunding }, store, database, engine, client) => {
        const payouts = new RevenuePayoutStore(database);
        return new BuilderPayouts({ store, payouts, engine, apps: hasFunding ? client : null });
      },
    ),
  ],
})
export class PayoutsModule {}
