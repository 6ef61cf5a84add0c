import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EventPublisher, Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { Logger, Metrics } from '@bellwether/runtime';
import type { MatchingEngineConfig } from './config';
import { Engine } from './engine';
import { EngineMetrics } from './engine-metrics';
import { EngineShard } from './engine-shard';
import type { SignatureChecks } from './signature-checks';

export interface MatchingEngineParts {
  readonly config: Pick<MatchingEngineConfig, 'network' | 'shard' | 'streamReplicas'>;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly signatures: SignatureChecks;
  /** Something of which the engine cannot go on: the process must stop. */
  readonly fail: (reason: unknown) => void;
}

/** The one place where the engine's parts meet: which clock, which streams. */
@Module({})
export class MatchingEngineModule {
  static with({ config, bus, log, metrics, signatures, fail }: MatchingEngineParts): DynamicModule {
    const { network, shard, streamReplicas: replicas } = config;
    const clock = Date.now;
    return {
      module: MatchingEngineModule,
      providers: [
        { provide: Exchange, useFactory: () => new Exchange({ network }) },
        {
          provide: Journal,
          useFactory: () => new Journal({ network, shard, replicas }, { bus, log }),
        },
        {
          provide: EventPublisher,
          useFactory: () => new EventPublisher({ shard, replicas }, { bus, log, onBroken: fail }),
        },
        {
          provide: Engine,
          inject: [Exchange, Journal, EventPublisher],
          useFactory: (exchange: Exchange, journal: Journal, publisher: EventPublisher) =>
            new Engine(
              {},
              {
                exchange,
                journal,
                publisher,
                signatures,
                clock,
                log,
                metrics: new EngineMetrics(metrics),
              },
            ),
        },
        {
          provide: EngineShard,
          inject: [Engine, Exchange, Journal, EventPublisher],
          useFactory: (
            engine: Engine,
            exchange: Exchange,
            journal: Journal,
            publisher: EventPublisher,
          ) =>
            new EngineShard(
              { shard },
              { engine, catchUp: { exchange, journal, publisher, clock, log }, bus, log },
            ),
        },
      ],
    };
  }
}
