import { Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Bus, EngineClient } from '@bellwether/bus';
import { BusModule } from '@bellwether/nest-bus';
import { CaseHistory, LedgerHistory, Projection } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import type { Logger, Metrics } from '@bellwether/runtime';
import type { ProjectorConfig } from './config';
import { Lag } from './lag';
import { MAX_REMEMBERED_TAILS } from './limits';
import { Projector } from './projector';
import { ProjectorMetrics } from './projector-metrics';

export interface ProjectorParts {
  readonly config: ProjectorConfig;
  readonly database: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborts waiting for NATS. */
  readonly signal: AbortSignal;
  /** Gets errors that the process must not survive. */
  readonly fail: (reason: unknown) => void;
}

const FAIL = Symbol('what gets that which the process must not survive');

/** Wires the projector: database, stream, clock. */
@Module({})
export class ProjectorModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(Projector) private readonly projector: Projector,
    @Inject(FAIL) private readonly fail: ProjectorParts['fail'],
  ) {}

  static with({ config, database, log, metrics, signal, fail }: ProjectorParts): DynamicModule {
    const { shard, natsServers, natsNkeySeed, natsToken } = config;
    const connection = {
      servers: natsServers,
      name: 'projector',
      nkeySeed: natsNkeySeed,
      token: natsToken,
      shard,
      log,
      signal,
    };
    return {
      module: ProjectorModule,
      imports: [BusModule.forRootAsync({ useFactory: () => connection })],
      providers: [
        { provide: FAIL, useValue: fail },
        provide(
          Projector,
          [Bus, EngineClient],
          (bus, engine) =>
            new Projector(
              { shard },
              {
                bus,
                projection: new Projection(database, shard),
                ledger: new LedgerHistory(database),
                cases: new CaseHistory(database),
                nowMs: () => Date.now(),
                engine,
                lag: new Lag(MAX_REMEMBERED_TAILS),
                metrics: new ProjectorMetrics(metrics),
                clock: () => performance.now(),
                log,
              },
            ),
        ),
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.projector.start(this.fail);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.projector.stop();
  }
}
