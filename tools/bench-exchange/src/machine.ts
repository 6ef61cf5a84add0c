import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const BYTES_PER_GIB = 2 ** 30;

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly node: string;
  readonly platform: string;
  /** Processes that wanted to run during the last minutes, ours included: above the cores the machine was shared. */
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
