import { Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Bus, Journal } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import { BusModule } from '@bellwether/nest-bus';
import { provide } from '@bellwether/runtime';
import type { Logger, Metrics } from '@bellwether/runtime';
import { Archiver } from './archiver';
import { ArchiverMetrics } from './archiver-metrics';
import type { ArchiverConfig } from './config';

export interface ArchiverModuleParts {
  readonly config: ArchiverConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborts waiting for NATS. */
  readonly signal: AbortSignal;
  /** Gets errors that the process must not survive. */
  readonly fail: (reason: unknown) => void;
}

const FAIL = Symbol('what gets that which the process must not survive');

/** Wires the archiver: journal, folder, clock. */
@Module({})
export class ArchiverModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(Archiver) private readonly archiver: Archiver,
    @Inject(FAIL) private readonly fail: ArchiverModuleParts['fail'],
  ) {}

  static with({ config, log, metrics, signal, fail }: ArchiverModuleParts): DynamicModule {
    const { network, shard, archiveDir, natsServers, natsNkeySeed, natsToken } = config;
    const connection = {
      servers: natsServers,
      name: 'journal-archiver',
      nkeySeed: natsNkeySeed,
      token: natsToken,
      shard,
      log,
      signal,
    };
    return {
      module: ArchiverModule,
      imports: [BusModule.forRootAsync({ useFactory: () => connection })],
      providers: [
        { provide: FAIL, useValue: fail },
        provide(
          Archiver,
          [Bus],
          (bus) =>
            new Archiver({
              journal: new Journal({ network, shard }, { bus, log }),
              archive: new ArchiveFolder(archiveDir),
              metrics: new ArchiverMetrics(metrics),
              elapsedMs: () => performance.now(),
              log,
            }),
        ),
      ],
    };
  }

  /** The application is up when it follows the journal. */
  async onApplicationBootstrap(): Promise<void> {
    await this.archiver.start(this.fail);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.archiver.stop();
  }
}
