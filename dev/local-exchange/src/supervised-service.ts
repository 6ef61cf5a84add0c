import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess, ProcessExit } from '@bellwether/local-services';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** A service that ran this long was well: the next delay starts small again. */
const WELL_AFTER_MS = 10_000;
/** How often a service is checked that can report that it runs but does not work. */
const STUCK_LOOK_MS = 1_000;
/** So often in a row, so that no moment of a start or of a busy machine ends it. */
const STUCK_LOOKS = 2;

export interface ServiceDefinition {
  readonly name: string;
  /** Where it says why it ended. */
  readonly logFile?: string;
  /** Starts one process of it; the same folders and ports each time. */
  launch(): Promise<ManagedProcess>;
  /** Rejects when the service does not become ready; asked at the first start only. */
  ready?(process: ManagedProcess): Promise<void>;
  /** Why a process that runs must be started again to work; null: it need not, or that would not help now. */
  stuck?(): Promise<string | null>;
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
        const { code, signal } = await this.untilEnded(process);
        if (this.isStopping) return;
        this.report(
          `${this.definition.name} ended (${signal ?? `code ${code}`}): starting it again${this.seeLog(process)}`,
        );
      }
      if (performance.now() - startedMs > WELL_AFTER_MS) delayMs = FIRST_DELAY_MS;
      await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      if (!this.isStopping) process = await this.launchAgain();
    }
  }

  /** Stops it where it is stuck. */
  private async untilEnded(process: ManagedProcess): Promise<ProcessExit> {
    const ended = new AbortController();
    void process.exited.then(() => ended.abort());
    for (let looks = 0; !ended.signal.aborted && this.definition.stuck !== undefined;) {
      await sleep(STUCK_LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      const why = ended.signal.aborted ? null : await this.definition.stuck();
      looks = why === null ? 0 : looks + 1;
      if (why === null || looks < STUCK_LOOKS || this.isStopping) continue;
      this.report(`${this.definition.name} is stopped, to be started again: ${why}`);
      await process.stop();
    }
    return process.exited;
  }

  private async launchAgain(): Promise<ManagedProcess | null> {
    try {
      return await this.launch();
    } catch (error) {
      this.report(`${this.definition.name} did not start: ${String(error)}${this.seeLog()}`);
      return null;
    }
  }

  private seeLog(ended?: ManagedProcess): string {
    const { logFile } = this.definition;
    const last = ended?.lastLine() ?? '';
    const where = logFile === undefined ? '' : `; its log is ${logFile}`;
    return last === '' ? where : `${where}\n${last}`;
  }
}
