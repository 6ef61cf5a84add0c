import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from '@bellwether/local-services';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** A service that ran this long was well: the next delay starts small again. */
const WELL_AFTER_MS = 10_000;

export interface ServiceDefinition {
  readonly name: string;
  /** Where it says why it ended. */
  readonly logFile?: string;
  /** Starts one process of it; the same folders and ports each time. */
  launch(): Promise<ManagedProcess>;
  /** Rejects when the service does not become ready; asked at the first start only. */
  ready?(process: ManagedProcess): Promise<void>;
}

/** Keeps one service alive: whenever its process ends, it is started again, later and later while that keeps happening. */
export class SupervisedService {
  private readonly definition: ServiceDefinition;
  private readonly report: (line: string) => void;
  private readonly stopping = new AbortController();
  private process: ManagedProcess | null = null;
  /** Settles when nothing of the service runs any more and nothing will. */
  private life: Promise<void> = Promise.resolve();

  constructor(definition: ServiceDefinition, report: (line: string) => void) {
    this.definition = definition;
    this.report = report;
  }

  /** @throws Error when the first process does not start or does not become ready */
  async start(): Promise<void> {
    const launching = this.launch();
    this.life = launching.then(
      (process) => this.keepAlive(process),
      () => undefined, // thrown below
    );
    const process = await launching;
    await this.definition.ready?.(process);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.process?.stop();
    await this.life;
  }

  private async launch(): Promise<ManagedProcess> {
    const process = await this.definition.launch();
    this.process = process;
    if (this.isStopping) await process.stop(); // the stop came while it started
    return process;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepAlive(first: ManagedProcess): Promise<void> {
    let process: ManagedProcess | null = first;
    let delayMs = FIRST_DELAY_MS;
    while (!this.isStopping) {
      const startedMs = performance.now();
      if (process !== null) {
        const { code, signal } = await process.exited;
        if (this.isStopping) return;
        this.report(
          `${this.definition.name} ended (${signal ?? `code ${code}`}): starting it again${this.seeLog()}`,
        );
      }
      if (performance.now() - startedMs > WELL_AFTER_MS) delayMs = FIRST_DELAY_MS;
      await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      if (!this.isStopping) process = await this.launchAgain();
    }
  }

  private async launchAgain(): Promise<ManagedProcess | null> {
    try {
      return await this.launch();
    } catch (error) {
      this.report(`${this.definition.name} did not start: ${String(error)}${this.seeLog()}`);
      return null;
    }
  }

  private seeLog(): string {
    const { logFile } = this.definition;
    return logFile === undefined ? '' : `; its log is ${logFile}`;
  }
}
