import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { LedgerHistory, Projection } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import type { Logger, Metrics } from '@bellwether/runtime';
import type { ProjectorConfig } from './config';
import { Lag } from './lag';
import { MAX_REMEMBERED_TAILS } from './limits';
import { Projector } from './projector';
import { ProjectorMetrics } from './projector-metrics';

export interface ProjectorParts {
  readonly config: Pick<ProjectorConfig, 'shard'>;
  readonly bus: Bus;
  readonly database: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The one place where the projector's parts meet: which database, which stream, which clock. */
@Module({})
export class ProjectorModule {
  static with({ config, bus, database, log, metrics }: ProjectorParts): DynamicModule {
    const { shard } = config;
    return {
      module: ProjectorModule,
      providers: [
        { provide: Projection, useFactory: () => new Projection(database, shard) },
        {
          provide: Projector,
          inject: [Projection],
          useFactory: (projection: Projection) =>
            new Projector(
              { shard },
              {
                bus,
                projection,
                ledger: new LedgerHistory(database),
                engine: new EngineClient({ bus, shard }),
                lag: new Lag(MAX_REMEMBERED_TAILS),
                metrics: new ProjectorMetrics(metrics),
                clock: () => performance.now(),
                log,
              },
            ),
        },
      ],
    };
  }
}
