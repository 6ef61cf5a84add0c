import { existsSync, readFileSync } from 'node:fs';

/** How long a process may show no progress before its starter gives up. */
const STILL_MS = 60_000;
/** The same where the CPU time of another process cannot be read. */
const STILL_UNSEEN_MS = 600_000;
/** No start takes this long, however slow the machine: it is in an endless loop. */
const LONGEST_MS = 3_600_000;

/** Fields of /proc/<pid>/stat after the command's closing bracket: user and kernel CPU time, in ticks. */
const USER_FIELD = 11;
const KERNEL_FIELD = 12;
/** Ticks per second in /proc: the same on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

export interface ProgressWatchOptions {
  /** Default one minute if its CPU time can be read, else ten. */
  readonly stillMs?: number | undefined;
  readonly now?: () => number;
  readonly cpuSeconds?: (pid: number) => number | null;
}

/**
 * A time-out for a starting process that depends on its progress, not on the clock: on a slow machine a start takes
 * minutes. Progress is another second of CPU time, or a change in the signs that the caller observes. An idle process
 * that polls uses less.
 */
export class ProgressWatch {
  private readonly pid: number;
  private readonly stillMs: number | undefined;
  private readonly now: () => number;
  private readonly cpuSeconds: (pid: number) => number | null;
  private readonly startedMs: number;
  private workedMs: number;
  private seen = '';

  constructor(pid: number, options: ProgressWatchOptions = {}) {
    const { stillMs, now = () => performance.now(), cpuSeconds = cpuSecondsOf } = options;
    this.pid = pid;
    this.stillMs = stillMs;
    this.now = now;
    this.cpuSeconds = cpuSeconds;
    this.startedMs = now();
    this.workedMs = this.startedMs;
  }

  /**
   * Call it about every second.
   * @param signs values that change with progress: output lines, answers
   * @returns why to stop waiting, or null
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

/** Whole seconds of CPU time that a process has used; null if the system does not report it. */
function cpuSecondsOf(pid: number): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_FIELD]) + Number(fields[KERNEL_FIELD]);
    return Math.floor(ticks / TICKS_A_SECOND);
  } catch {
    return 0; // it has ended: the caller learns that elsewhere
  }
}
