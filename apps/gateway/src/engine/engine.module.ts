import { Module } from '@nestjs/common';
import { EngineClient } from '@bellwether/bus';
import { EngineTimeModule } from '@bellwether/nest-bus';
import { NetworkOfExchange } from '../exchange/network';
import { SharedQueries } from './shared-queries';

/** The engine, asked once for all who ask the same at the same moment. */
@Module({
  imports: [EngineTimeModule],
  providers: [
    {
      provide: SharedQueries,
      inject: [EngineClient],
      useFactory: (engine: EngineClient) => new SharedQueries(engine),
    },
    {
      provide: NetworkOfExchange,
      inject: [SharedQueries],
      useFactory: (engine: SharedQueries) => new NetworkOfExchange(engine),
    },
  ],
  exports: [NetworkOfExchange, SharedQueries],
})
export class EngineModule {}
