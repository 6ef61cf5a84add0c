import { Module } from '@nestjs/common';
import { FollowedClock } from '@bellwether/bus';
import { provide } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { NetworkOfExchange } from '../exchange/network';
import { EngineModule } from '../live/engine.module';
import { GATEWAY_CONFIG } from '../tokens';
import { SessionController } from './session.controller';
import { Sessions } from './sessions';

/** Who may read what is an owner's. */
@Module({
  imports: [EngineModule],
  controllers: [SessionController],
  providers: [
    provide(
      Sessions,
      [GATEWAY_CONFIG, NetworkOfExchange, FollowedClock],
      ({ hasPublicUserReads: isForEverybody }, exchange, clock) =>
        new Sessions({
          isForEverybody,
          network: () => exchange.network(),
          nowMs: clock.nowMs,
          verify,
        }),
    ),
  ],
  exports: [Sessions],
})
export class SessionModule {}
