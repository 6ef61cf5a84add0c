import { existsSync, readFileSync } from 'node:fs';

/** How long a process may show no sign of work before whoever waits for it gives up. */
const STILL_MS = 60_000;
/** The same where nobody tells the CPU time of another process. */
const STILL_UNSEEN_MS = 600_000;
/** No part takes so long, however busy the machine: it goes round in circles. */
const LONGEST_MS = 3_600_000;

/** Fields of /proc/<pid>/stat after the command's closing bracket: CPU time as user and in the kernel, in ticks. */
const USER_FIELD = 11;
const KERNEL_FIELD = 12;
/** Of the clock that /proc counts in: the same on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

export interface PatienceOptions {
  /** Default one minute where its CPU time can be read, else ten. */
  readonly stillMs?: number | undefined;
  readonly now?: () => number;
  readonly cpuSeconds?: (pid: number) => number | null;
}

/**
 * Patience with a process that starts, which follows what it does and not the clock: on a busy machine a start takes
 * minutes. A sign of work is another second of CPU time, or another of the signs that the one who waits sees itself.
 * An idle process that looks around now and then uses less.
 */
export class Patience {
  private readonly pid: number;
  private readonly stillMs: number | undefined;
  private readonly now: () => number;
  private readonly cpuSeconds: (pid: number) => number | null;
  private readonly startedMs: number;
  private workedMs: number;
  private seen = '';

  constructor(pid: number, options: PatienceOptions = {}) {
    const { stillMs, now = () => performance.now(), cpuSeconds = cpuSecondsOf } = options;
    this.pid = pid;
    this.stillMs = stillMs;
    this.now = now;
    this.cpuSeconds = cpuSeconds;
    this.startedMs = now();
    this.workedMs = this.startedMs;
  }

  /**
   * To be asked every second or so.
   * @param signs what changes when the process gets on: lines it wrote, what it answers
   * @returns why to wait no longer, or null
   */
  end(...signs: readonly (string | number)[]): string | null {
    const cpuSeconds = this.cpuSeconds(this.pid);
    const seen = JSON.stringify([cpuSeconds, signs]);
    const nowMs = this.now();
    if (seen !== this.seen) this.workedMs = nowMs;
    this.seen = seen;
    const stillMs = this.stillMs ?? (cpuSeconds === null ? STILL_UNSEEN_MS : STILL_MS);
    const quietMs = nowMs - this.workedMs;
    if (quietMs >= stillMs)
      return `it did nothing for ${seconds(quietMs)}, ${seconds(nowMs - this.startedMs)} after its start`;
    const isTooLong = nowMs - this.startedMs >= Math.max(LONGEST_MS, stillMs);
    return isTooLong ? `it was not ready ${seconds(nowMs - this.startedMs)} after its start` : null;
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;

/** Whole seconds of CPU time that a process has used; null where the system does not tell. */
function cpuSecondsOf(pid: number): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_FIELD]) + Number(fields[KERNEL_FIELD]);
    return Math.floor(ticks / TICKS_A_SECOND);
  } catch {
    return 0; // it has ended: whoever waits learns that otherwise
  }
}
