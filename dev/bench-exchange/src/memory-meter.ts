/** Resident memory of processes, as Linux counts it. Elsewhere there are no figures. */
import { processesOf, readProc } from './cpu-meter';
import type { Parts } from './cpu-meter';

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
const KB_PER_MB = 1_024;

/** Megabytes by part. Memory that processes of a part have in common, such as PostgreSQL's buffers, counts in each. */
export function residentMb(parts: Parts): Record<string, number> {
  const entries = Object.entries(parts).map(([name, pids]): [string, number] => {
    const kb = processesOf(pids).map((pid) =>
      Number(RESIDENT.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0),
    );
    return [name, Math.round(kb.reduce((sum, one) => sum + one, 0) / KB_PER_MB)];
  });
  return Object.fromEntries(entries.filter(([, mb]) => mb > 0));
}
