/** The page of a profile: what an order costs in each process, by library and by function. */
import type { CodePlace } from './code-place';
import type { ProfiledLoad } from './profiled-load';

export interface ProfiledTime extends CodePlace {
  readonly us: number;
}

/** Of a process, its threads together. */
export type TimesByProcess = ReadonlyMap<string, readonly ProfiledTime[]>;

const PARTS_SHOWN = 12;
const FUNCTIONS_SHOWN = 12;

/**
 * Shares are of the samples; microseconds are those shares of the CPU time that the system counted. Samples alone also
 * count the time for which a busy machine let the process wait.
 */
export function profilePage(load: ProfiledLoad, times: TimesByProcess): string {
  const { machine, orders, cpuMs } = load;
  const costs = Object.entries(cpuMs).map(([name, ms]) => ({ name, us: (ms * 1_000) / orders }));
  const all = costs.reduce((sum, { us }) => sum + us, 0);
  const head = [
    '# Where an order spends its microseconds',
    '',
    `${orders.toLocaleString('en')} orders by \`POST /v1/orders\`, 64 in flight. ${machine.cpu}, ${machine.cores} cores, ` +
      `Node ${machine.node}, ${machine.measuredAt.slice(0, 10)}, load average ${machine.load15Minutes.toFixed(1)}.`,
    '',
    'The processes profiled themselves meanwhile, which costs some per cent. Only Node.js processes have samples.',
    '',
    ...table(
      ['process', 'µs an order'],
      [...costs, { name: '**all**', us: all }].map(({ name, us }) => [name, us.toFixed(0)]),
    ),
  ];
  const sections = costs
    .filter(({ name }) => times.has(name))
    .flatMap(({ name, us }) => sectionOf(name, us, times.get(name)!));
  return [...head, ...sections, ''].join('\n');
}

function sectionOf(name: string, usAnOrder: number, times: readonly ProfiledTime[]): string[] {
  const sampled = times.reduce((sum, { us }) => sum + us, 0);
  const row = ([what, us]: readonly [string, number]): string[] => [
    what,
    ((us / sampled) * usAnOrder).toFixed(1),
    `${((us / sampled) * 100).toFixed(1)} %`,
  ];
  const parts = summed(times, ({ part }) => part).slice(0, PARTS_SHOWN);
  const functions = summed(times, ({ part, name: of }) => `\`${of}\` of ${part}`);
  return [
    '',
    `## ${name}`,
    '',
    ...table(['part', 'µs an order', 'share'], parts.map(row)),
    '',
    ...table(['function', 'µs an order', 'share'], functions.slice(0, FUNCTIONS_SHOWN).map(row)),
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

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `| ${head.map((_, column) => (column === 0 ? '---' : '--:')).join(' | ')} |`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];
