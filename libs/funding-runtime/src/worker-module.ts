import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { WorkerCounters, WorkerRunner } from '@bellwether/runtime';
import type { Alarms, Worker, Logger, Metrics, Reader } from '@bellwether/runtime';
import type { FundingAlarmKind } from './funding-parts';

export interface Work {
  readonly workers: readonly Worker[];
  readonly readers: readonly Reader[];
}

/** An app of duties and readers. */
@Module({})
export class WorkerModule {
  static with(
    work: Work,
    parts: {
      readonly alarms: Pick<Alarms<FundingAlarmKind>, 'raise'>;
      readonly log: Logger;
      readonly metrics: Metrics;
    },
  ): DynamicModule {
    const { alarms, log, metrics } = parts;
    const counters = new WorkerCounters(metrics);
    const alarm = (details: object): void => alarms.raise('work_failed', details);
    const useFactory = (): WorkerRunner => new WorkerRunner(work, { log, counters, alarm });
    return { module: WorkerModule, providers: [{ provide: WorkerRunner, useFactory }] };
  }
}
