import { Module } from '@nestjs/common';
import { FollowedClock, FundingClient } from '@bellwether/bus';
import { BuilderOutflow, Database } from '@bellwether/persistence';
import type { SignerConfig } from '../config';
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
    {
      provide: BuilderFunding,
      inject: [SIGNER_CONFIG, DelegatedKeys, UserLinks, FundingClient, Database, FollowedClock],
      useFactory: (
        { network, hasFunding }: SignerConfig,
        keys: DelegatedKeys,
        links: UserLinks,
        client: FundingClient,
        database: Database,
        { nowMs: now }: FollowedClock,
      ) => {
        const apps = hasFunding ? client : null;
        const outflow = new BuilderOutflow(database);
        return new BuilderFunding({ network, keys, links, apps, outflow, now });
      },
    },
  ],
})
export class FundingModule {}
