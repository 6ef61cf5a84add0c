import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const BYTES_PER_GIB = 2 ** 30;

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly node: string;
  readonly platform: string;
  /**
   * Processes that wanted to run during the last minutes, ours included. Above the number of cores, the machine was
   * shared.
   */
  readonly load15Minutes: number;
  readonly measuredAt: string;
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGib: Math.round(totalmem() / BYTES_PER_GIB),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  load15Minutes: loadavg()[2] ?? 0,
  measuredAt: new Date().toISOString(),
});

/**
 * The time that a virtual machine's host withheld: per cent of the cores' time since the call. A process notices only
 * that it was late (`steal`, proc_stat(5)). Undefined if the system does not report it.
 */
export function stolenTime(): () => number | undefined {
  const before = coreTime();
  return () => {
    const after = coreTime();
    if (before === undefined || after === undefined) return undefined;
    return (100 * (after.stolen - before.stolen)) / (after.all - before.all);
  };
}

function coreTime(): { readonly stolen: number; readonly all: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  // user nice system idle iowait irq softirq steal; guests' time is in the first two.
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}
