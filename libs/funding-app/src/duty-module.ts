import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DutyCounters, DutyRunner } from '@bellwether/runtime';
import type { Alarms, Duty, Logger, Metrics, Reader } from '@bellwether/runtime';
import type { FundingAlarmKind } from './funding-parts';

export interface Work {
  readonly duties: readonly Duty[];
  readonly readers: readonly Reader[];
}

/** An app of duties and readers. */
@Module({})
export class DutyModule {
  static with(
    work: Work,
    parts: {
      readonly alarms: Pick<Alarms<FundingAlarmKind>, 'raise'>;
      readonly log: Logger;
      readonly metrics: Metrics;
    },
  ): DynamicModule {
    const { alarms, log, metrics } = parts;
    const counters = new DutyCounters(metrics);
    const alarm = (details: object): void => alarms.raise('work_failed', details);
    const useFactory = (): DutyRunner => new DutyRunner(work, { log, counters, alarm });
    return { module: DutyModule, providers: [{ provide: DutyRunner, useFactory }] };
  }
}
