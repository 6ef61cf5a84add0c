/** The rows as tables: rates and latencies, one at a time, CPU by process. */
import { number, table, verdict } from '../harness/markdown';
import type { Row } from './rows';

export function tablesOf(rows: readonly Row[]): string[] {
  const alone = rows.filter(({ lanes }) => lanes === 1);
  return [
    manyTable(rows.filter(({ lanes }) => lanes > 1)),
    ...(alone.length === 0 ? [] : ['One request at a time:', aloneTable(alone)]),
    'Microseconds of CPU a request, by process, at 64 under way (places and cancels: 16):',
    cpuTable(rows.filter(({ lanes }) => lanes === 64 || lanes === 16)),
  ];
}

const manyTable = (rows: readonly Row[]): string =>
  table(
    ['', 'under way', 'requests/s', 'range', '× bare', 'range', 'p50 ms', 'p99 ms', 'target', ''],
    rows.map((row) => [
      row.way,
      String(row.lanes),
      number(row.perSecond),
      range(row.perSecondRange, 0),
      row.timesBare === null ? '' : number(row.timesBare, 2),
      row.timesBareRange === null ? '' : range(row.timesBareRange, 2),
      number(row.p50Ms, 2),
      number(row.p99Ms, 2),
      ...verdictCells(row),
    ]),
  );

const aloneTable = (rows: readonly Row[]): string =>
  table(
    ['', 'p50 ms', 'p99 ms', 'target', ''],
    rows.map((row) => [row.way, number(row.p50Ms, 2), number(row.p99Ms, 2), ...verdictCells(row)]),
  );

function cpuTable(rows: readonly Row[]): string {
  const parts = [...new Set(rows.flatMap(({ cpuUsPerRequest }) => Object.keys(cpuUsPerRequest)))];
  const cells = rows.map(({ way, cpuUsPerRequest, engineThreadUs }) => {
    const all = Object.values(cpuUsPerRequest).reduce((sum, us) => sum + us, 0);
    const own = parts.map((part) => cpuUsPerRequest[part] ?? 0);
    return [way, ...[...own, all, engineThreadUs].map((us) => (us < 1 ? '' : number(us)))];
  });
  return table(['', ...parts, 'all', 'engine’s main thread'], cells);
}

const range = ([low, high]: readonly [number, number], digits: number): string =>
  `${number(low, digits)} – ${number(high, digits)}`;

const verdictCells = ({ verdict: given }: Row): string[] =>
  given === null ? ['', ''] : [given.target, verdict(given.isMet)];
