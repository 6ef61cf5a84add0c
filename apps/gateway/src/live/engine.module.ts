import { Module } from '@nestjs/common';
import { EngineClient } from '@bellwether/bus';
import { EngineTimeModule } from '@bellwether/nest-bus';
import { provide } from '@bellwether/runtime';
import { NetworkOfExchange } from '../exchange/network';
import { SameNetwork } from '../exchange/same-network';
import { SharedQueries } from './shared-queries';

/** The engine client, which shares one query among all concurrent readers of the same thing. */
@Module({
  imports: [EngineTimeModule],
  providers: [
    provide(SharedQueries, [EngineClient], (engine) => new SharedQueries(engine)),
    provide(NetworkOfExchange, [SharedQueries], (engine) => new NetworkOfExchange(engine)),
    SameNetwork,
  ],
  exports: [NetworkOfExchange, SharedQueries],
})
export class EngineModule {}
