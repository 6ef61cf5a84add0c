/** The tables of a profile: what an order costs in each process, by library and by function. */
import type { RunFigures } from '../exchange/measured';
import { table } from '../harness/markdown';
import type { CodePlace } from './code-place';

export interface ProfiledTime extends CodePlace {
  readonly us: number;
}

/** The threads of a process together. */
type TimesByProcess = ReadonlyMap<string, readonly ProfiledTime[]>;

const ROWS_SHOWN = 12;

/**
 * Shares are of the samples. Microseconds are those shares of the CPU time that the system counted, as samples also
 * include time in which a busy machine made the process wait.
 */
export function profilePage(
  { requests, cpuUsPerRequest }: Pick<RunFigures, 'requests' | 'cpuUsPerRequest'>,
  times: TimesByProcess,
): string[] {
  const costs = Object.entries(cpuUsPerRequest);
  const all = costs.reduce((sum, [, us]) => sum + us, 0);
  return [
    `${requests.toLocaleString('en')} orders by \`POST /v1/orders\`, 64 in flight. The processes profiled themselves ` +
      `meanwhile, which costs some per cent. Only Node.js processes have samples.`,
    table(
      ['process', 'µs an order'],
      [...costs, ['**all**', all] as const].map(([name, us]) => [name, us.toFixed(0)]),
    ),
    ...costs.flatMap(([name, us]) =>
      times.has(name) ? sectionOf(name, us, times.get(name)!) : [],
    ),
  ];
}

function sectionOf(name: string, usAnOrder: number, times: readonly ProfiledTime[]): string[] {
  const sampled = times.reduce((sum, { us }) => sum + us, 0);
  const row = ([what, us]: readonly [string, number]): string[] => [
    what,
    ((us / sampled) * usAnOrder).toFixed(1),
    `${((us / sampled) * 100).toFixed(1)} %`,
  ];
  const shown = (what: string, keyOf: (time: ProfiledTime) => string) => {
    const rows = summed(times, keyOf).slice(0, ROWS_SHOWN).map(row);
    return table([what, 'µs an order', 'share'], rows);
  };
  return [
    `## ${name}`,
    shown('part', ({ part }) => part),
    shown('function', ({ part, name: of }) => `\`${of}\` of ${part}`),
  ];
}

function summed(
  times: readonly ProfiledTime[],
  keyOf: (time: ProfiledTime) => string,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const time of times) sums.set(keyOf(time), (sums.get(keyOf(time)) ?? 0) + time.us);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
