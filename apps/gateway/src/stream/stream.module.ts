import { Inject, Module } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { ChainNames } from '@bellwether/api';
import { Bus, EngineClient, FollowedClock } from '@bellwether/bus';
import { Database, DepositMarks, TradeHistory } from '@bellwether/persistence';
import { Metrics, provide, tokenOf } from '@bellwether/runtime';
import { HistoryProgress } from '../account/history-progress';
import { EngineModule } from '../live/engine.module';
import { SharedQueries } from '../live/shared-queries';
import { Failure } from '../failure';
import { FundingModule } from '../funding/funding.module';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';
import { HistoryModule } from '../history/history.module';
import { LiveModule } from '../live/live.module';
import { LiveViews } from '../live/live-views';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { GATEWAY_CONFIG, LOGGER } from '../tokens';
import { OrderOperations } from '../trading/order-operations';
import { TradingModule } from '../trading/trading.module';
import { AccountSessionsModule } from '../account-sessions/account-sessions.module';
import { AccountSessions } from '../account-sessions/account-sessions';
import type { DepositsSource } from './snapshots';
import { StreamController } from './stream.controller';
import { Streams } from './streams';

const DEPOSITS = tokenOf<DepositsSource>('deposits, as the streams read them');

/** The WebSocket streams. */
@Module({
  imports: [
    EngineModule,
    HistoryModule,
    LiveModule,
    AccountSessionsModule,
    TradingModule,
    FundingModule,
  ],
  controllers: [StreamController],
  providers: [
    provide(
      DEPOSITS,
      [Database, FundingRecords, FundingRequests, ChainNames],
      (database, records, requests, names): DepositsSource => {
        const marks = new DepositMarks(database);
        return {
          names,
          of: async (user) => {
            requests.requireConfigured();
            return records.depositStatus(user);
          },
          changedAfter: async (ms) => {
            requests.requireConfigured();
            return marks.changedAfter(ms);
          },
          marksOf: async (users) => {
            requests.requireConfigured();
            return marks.of(users);
          },
        };
      },
    ),
    provide(
      Streams,
      [
        GATEWAY_CONFIG,
        Bus,
        SharedQueries,
        LiveViews,
        TradeHistory,
        HistoryProgress,
        FollowedClock,
        AccountSessions,
        OrderOperations,
        GatewayLimits,
        LOGGER,
        Metrics,
        DEPOSITS,
        EngineClient,
      ],
      (
        config,
        bus,
        engine,
        live,
        trades,
        history,
        { nowMs },
        sessions,
        operations,
        rates,
        log,
        metrics,
        deposits,
        { standings },
      ) => {
        const { shard, streams: limits } = config;
        const views = { engine, live, trades, history, deposits };
        return new Streams({
          ...views,
          shard,
          limits,
          bus,
          nowMs,
          sessions,
          operations,
          standings,
          rates,
          log,
          metrics,
        });
      },
    ),
  ],
})
export class StreamModule implements OnModuleDestroy {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(Failure) private readonly failure: Failure,
  ) {}

  /** Before everything else stops, connected clients get the reason. */
  async onModuleDestroy(): Promise<void> {
    await this.streams.stop(this.failure.isHere ? 'GATEWAY_FAILED' : 'GATEWAY_STOPPING');
  }
}
