import { Module } from '@nestjs/common';
import { FollowedClock, FundingClient } from '@bellwether/bus';
import { BuilderOutflow, Database } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import { DelegatedKeys } from '../keys/delegated-keys';
import { KeysModule } from '../keys/keys.module';
import { UserLinks } from '../keys/user-links';
import { SIGNER_CONFIG } from '../tokens';
import { BuilderFunding } from './builder-funding';
import { DepositController } from './deposit.controller';
import { WithdrawalController } from './withdrawal.controller';

/** Deposits and withdrawals of builders' users. */
@Module({
  imports: [KeysModule],
  controllers: [DepositController, WithdrawalController],
  providers: [
    provide(
      BuilderFunding,
      [SIGNER_CONFIG, DelegatedKeys, UserLinks, FundingClient, Database, FollowedClock],
      ({ network, hasFunding }, keys, links, client, database, { nowMs: now }) => {
        const apps = hasFunding ? client : null;
        const outflow = new BuilderOutflow(database);
        return new BuilderFunding({ network, keys, links, apps, outflow, now });
      },
    ),
  ],
})
export class FundingModule {}
