import { Global, Module } from '@nestjs/common';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { Bus, EngineClient, FundingClient } from '@bellwether/bus';
import { BusModule } from '@bellwether/nest-bus';
import type { BusModuleOptions } from '@bellwether/nest-bus';
import { WorkerCounters } from '@bellwether/runtime';
import type { Alarms } from '@bellwether/runtime';
import { Workers } from './workers';
import type { WorkerOptions, Work } from './workers';
import type { FundingAlarmKind, FundingDependencies } from './funding-parts';
import type { MessageReaderParts } from './message-reader';
import { WORKER_OPTIONS, PARTS } from './tokens';

export interface FundingAppParts extends MessageReaderParts {
  readonly alarms: Pick<Alarms<FundingAlarmKind>, 'raise'>;
}

export interface FundingAppWork<Parts> {
  /** Opens no connection. */
  readonly assemble: (world: FundingDependencies) => Promise<Parts>;
  readonly workOf: (parts: Parts) => Work;
  /** Its controllers on the bus, made of `PARTS` and of `providers`. */
  readonly controllers?: readonly Type[];
  readonly providers?: readonly Provider[];
}

interface FundingAppModuleOptions extends Omit<FundingDependencies, 'bus' | 'engine' | 'funding'> {
  readonly bus: BusModuleOptions;
  readonly timeIsKnown: () => Promise<void>;
  readonly fail: (reason: unknown) => void;
}

export const madeOfParts = <Parts>(service: new (parts: Parts) => unknown): Provider => ({
  provide: service,
  inject: [PARTS],
  useFactory: (parts: Parts) => new service(parts),
});

@Global()
@Module({})
export class FundingAppModule {
  static with<Parts extends FundingAppParts>(
    { assemble, workOf, controllers = [], providers = [] }: FundingAppWork<Parts>,
    { bus: connection, timeIsKnown, fail, ...world }: FundingAppModuleOptions,
  ): DynamicModule {
    const { log, metrics } = world;
    return {
      module: FundingAppModule,
      imports: [BusModule.forRootAsync({ useFactory: () => connection })],
      controllers: [...controllers],
      providers: [
        {
          provide: PARTS,
          inject: [Bus, EngineClient, FundingClient],
          useFactory: async (bus: Bus, engine: EngineClient, funding: FundingClient) => {
            await timeIsKnown();
            return assemble({ ...world, bus, engine, funding });
          },
        },
        {
          provide: WORKER_OPTIONS,
          inject: [PARTS],
          useFactory: (parts: Parts): WorkerOptions => {
            const alarm = (details: object): void => parts.alarms.raise('work_failed', details);
            const runner = { log, counters: new WorkerCounters(metrics), alarm };
            return { work: workOf(parts), runner, messages: parts, fail };
          },
        },
        Workers,
        ...providers,
      ],
    };
  }
}
