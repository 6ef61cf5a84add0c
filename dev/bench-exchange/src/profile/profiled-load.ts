import type { CpuMs, Parts } from '../cpu-meter';
import type { Machine } from '../machine';

/** What the processes did while they profiled themselves. */
export interface ProfiledLoad {
  readonly machine: Machine;
  readonly orders: number;
  readonly parts: Parts;
  readonly cpuMs: CpuMs;
}
