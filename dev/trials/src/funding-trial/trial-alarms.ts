/** Alarms that the funding apps raised, read from their logs while these grow: a log that is full begins anew. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const APPS = ['deposit-listener', 'bridge-relayer', 'withdraw-worker'] as const;
const LOOK_PAUSE_MS = 1_000;

/**
 * What the faults of a trial themselves bring about, and a person would be right to look at: nodes that lie beside honest
 * ones, attestations that are none, payouts that a chain which stood still did not take in time.
 */
export const EXPECTED_ALARMS: readonly string[] = [
  'chain_contradiction',
  'vaa_refused',
  'payout_expired',
  'transaction_failed',
];

export class TrialAlarms {
  readonly counts: Record<string, number> = {};
  /** The first line of each kind. */
  readonly examples: Record<string, string> = {};
  private readonly logs: readonly Log[];
  private isOver = false;
  private readonly looking: Promise<void>;

  constructor(dataDir: string) {
    this.logs = APPS.map((app) => new Log(join(dataDir, 'logs', `${app}.log`)));
    this.looking = this.look();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.looking;
    this.read();
    for (const log of this.logs) log.close();
  }

  private async look(): Promise<void> {
    while (!this.isOver) {
      this.read();
      await sleep(LOOK_PAUSE_MS);
    }
  }

  private read(): void {
    for (const line of this.logs.flatMap((log) => log.newLines())) {
      const [, kind] = /"alarm":"(\w+)"/.exec(line) ?? [];
      if (kind === undefined) continue;
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
      this.examples[kind] ??= line;
    }
  }
}

/** A file that is renamed when it is full, and begun again under its name. */
class Log {
  private file: number;
  private at = 0;
  private rest = '';

  constructor(private readonly path: string) {
    this.file = openSync(path, 'r');
    this.at = fstatSync(this.file).size;
  }

  newLines(): readonly string[] {
    const text = this.rest + this.readOn();
    const lines = text.split('\n');
    this.rest = lines.pop() ?? '';
    return lines;
  }

  close(): void {
    closeSync(this.file);
  }

  private readOn(): string {
    const old = this.readToEnd();
    const next = openSync(this.path, 'r');
    if (fstatSync(next).ino === fstatSync(this.file).ino) {
      closeSync(next);
      return old;
    }
    closeSync(this.file);
    this.file = next;
    this.at = 0;
    return old + this.readToEnd();
  }

  private readToEnd(): string {
    const { size } = fstatSync(this.file);
    if (size <= this.at) return '';
    const bytes = Buffer.alloc(size - this.at);
    const read = readSync(this.file, bytes, 0, bytes.length, this.at);
    this.at += read;
    return bytes.toString('utf8', 0, read);
  }
}
