/** An app of the trial: started as it is shipped, started again when it ends, as its supervisor would, and its log read. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import { z } from 'zod';

const DIST = fileURLToPath(new URL('../../../../dist/apps', import.meta.url));
/** As an orchestrator does after a first failure. */
const RESTART_MS = 300;

export interface LogLine {
  readonly atMs: number;
  readonly process: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A process that ended by itself. */
export interface Ending {
  readonly atMs: number;
  readonly process: string;
  readonly code: number | null;
  /** The error it said that it cannot go on from: class and words. */
  readonly kind: string;
  readonly reason: string;
}

export interface TrialProcessOptions {
  readonly name: string;
  readonly app: 'matching-engine' | 'gateway';
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** True for the message of a process that goes on by itself from there. */
  readonly isReady: (message: string) => boolean;
}

export class TrialProcess {
  readonly log: LogLine[] = [];
  readonly endings: Ending[] = [];
  private process: ManagedProcess | undefined;
  private isStopping = false;
  private supervised: Promise<void> | undefined;

  constructor(private readonly options: TrialProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  async start(): Promise<void> {
    const process = await this.launch((line) => this.options.isReady(parse(line).message));
    this.supervised = this.supervise(process);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.process?.stop();
    await this.supervised;
  }

  /** What its process of now, or the last one, said last of those messages; undefined where none did. */
  lastOf(...messages: readonly string[]): LogLine | undefined {
    return this.log.findLast(({ message }) => messages.includes(message));
  }

  /** @param isReady absent: as soon as it runs */
  private async launch(isReady?: (line: string) => boolean): Promise<ManagedProcess> {
    const { name, app, folder, env } = this.options;
    this.process = await startManagedProcess({
      name,
      command: process.execPath,
      args: [join(DIST, app, 'main.js')],
      recordFile: join(folder, `${name}.json`),
      env: { ...env },
      ...(isReady === undefined ? {} : { isReady }),
      log: (line) => this.log.push({ atMs: performance.now(), process: name, ...parse(line) }),
    });
    return this.process;
  }

  private async supervise(first: ManagedProcess): Promise<void> {
    for (let current = first; ; current = await this.launch()) {
      const { code } = await current.exited;
      if (this.isStopping) return;
      this.noteEnding(code);
      await sleep(RESTART_MS);
      if (this.isStopping) return;
    }
  }

  private noteEnding(code: number | null): void {
    const sinceMs = this.endings.at(-1)?.atMs ?? 0;
    const fatal = this.log.findLast(
      ({ atMs, facts }) => facts['level'] === 'fatal' && atMs > sinceMs,
    );
    const error = errorOf.safeParse(fatal?.facts['err']).data;
    this.endings.push({
      atMs: performance.now(),
      process: this.name,
      code,
      kind: error?.type ?? '',
      reason: error?.message ?? fatal?.message ?? '',
    });
  }
}

const errorOf = z.object({ type: z.string(), message: z.string() });
const lineOf = z.looseObject({ msg: z.string().default('') });

function parse(line: string): { message: string; facts: Readonly<Record<string, unknown>> } {
  try {
    const facts = lineOf.parse(JSON.parse(line));
    return { message: facts.msg, facts };
  } catch {
    return { message: line, facts: {} }; // a word of Node.js itself
  }
}
