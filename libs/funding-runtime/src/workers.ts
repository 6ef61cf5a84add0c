/** Runs workers and readers of the process while the application is up. */
import { Inject } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { BusServer } from '@bellwether/nest-bus';
import { WorkerRunner } from '@bellwether/runtime';
import type { Worker, WorkerRunnerParts, Reader } from '@bellwether/runtime';
import { MessageReader } from './message-reader';
import type { MessageReaderParts } from './message-reader';
import { WORKER_OPTIONS } from './tokens';

export interface Work {
  readonly workers: readonly Worker[];
  /** Beside those of the controllers' messages. */
  readonly readers: readonly Reader[];
}

export interface WorkerOptions {
  readonly work: Work;
  readonly runner: WorkerRunnerParts;
  readonly messages: MessageReaderParts;
  /** Gets what the process must not survive. */
  readonly fail: (reason: unknown) => void;
}

export class Workers implements OnApplicationBootstrap, OnApplicationShutdown {
  private runner: WorkerRunner | undefined;

  constructor(
    @Inject(WORKER_OPTIONS) private readonly options: WorkerOptions,
    @Inject(BusServer) private readonly server: BusServer,
  ) {}

  onApplicationBootstrap(): void {
    const { work, runner: parts, messages, fail } = this.options;
    const consumers = this.server.consumers();
    const readers = [
      ...consumers.map((consumer) => new MessageReader(consumer, messages)),
      ...work.readers,
    ];
    const runner = new WorkerRunner({ ...work, readers }, parts);
    runner.start(fail);
    // A request may be work for the workers.
    this.server.setOnProcessingStartHook((_transport, _request, done) => {
      runner.wake();
      void done();
    });
    this.runner = runner;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner?.stop();
  }

  /** The work whose last attempt failed, with what it threw. */
  get failing(): ReadonlyMap<string, unknown> {
    return this.runner?.failing ?? new Map();
  }
}
