import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { Logger, Metrics } from '@bellwether/runtime';
import { Archiver } from './archiver';
import { ArchiverMetrics } from './archiver-metrics';
import type { ArchiverConfig } from './config';

export interface ArchiverModuleParts {
  readonly config: Pick<ArchiverConfig, 'network' | 'shard' | 'archiveDir'>;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The one place where the archiver's parts meet: which journal, which folder, which clock. */
@Module({})
export class ArchiverModule {
  static with({ config, bus, log, metrics }: ArchiverModuleParts): DynamicModule {
    const { network, shard, archiveDir } = config;
    return {
      module: ArchiverModule,
      providers: [
        {
          provide: Archiver,
          useFactory: () =>
            new Archiver({
              journal: new Journal({ network, shard }, { bus, log }),
              archive: new ArchiveFolder(archiveDir),
              metrics: new ArchiverMetrics(metrics),
              elapsedMs: () => performance.now(),
              log,
            }),
        },
      ],
    };
  }
}
