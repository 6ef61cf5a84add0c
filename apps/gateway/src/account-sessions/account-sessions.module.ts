import { Module } from '@nestjs/common';
import { FollowedClock } from '@bellwether/bus';
import { sameBytes } from '@bellwether/codec';
import { provide } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { NetworkOfExchange } from '../exchange/network';
import { EngineModule } from '../live/engine.module';
import { SharedQueries } from '../live/shared-queries';
import { GATEWAY_CONFIG } from '../tokens';
import { AccountSessionController } from './account-session.controller';
import { AccountSessions } from './account-sessions';
import { OperatorReads } from './operator-reads';
import { OwnerGuard } from './owner.guard';

/** Decides who may read the data of an account's owner. */
@Module({
  imports: [EngineModule],
  controllers: [AccountSessionController],
  providers: [
    provide(
      AccountSessions,
      [GATEWAY_CONFIG, NetworkOfExchange, FollowedClock, SharedQueries],
      ({ hasPublicUserReads: isForEverybody }, exchange, clock, engine) =>
        new AccountSessions({
          isForEverybody,
          network: () => exchange.network(),
          nowMs: clock.nowMs,
          verify,
          mayTrade: async (user, tradingKey) => {
            const { view: keys } = await engine.query('trading_keys', { user });
            return keys.some((key) => key.ended === null && sameBytes(key.tradingKey, tradingKey));
          },
        }),
    ),
    OperatorReads,
    OwnerGuard,
  ],
  exports: [AccountSessions, OperatorReads, OwnerGuard],
})
export class AccountSessionsModule {}
