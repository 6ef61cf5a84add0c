/** All figures of the whole exchange as tables: requests, CPU by process, paces, streams, cancels in a flood. */
import { machineLine, number, roundsLine, table, verdict } from './bench-report.mjs';

export function exchangeReport(figures) {
  const { machine, effort, isQuick, rows, paces, streams, cancels, journal } = figures;
  const many = rows.filter(({ lanes }) => lanes > 1);
  const alone = rows.filter(({ lanes }) => lanes === 1);
  const short = isQuick ? ' A quick run: too short to mean much.' : '';
  return [
    `${machineLine(machine)} ${roundsLine(effort.rounds)}${short}`,
    table(
      ['', 'under way', 'requests/s', 'range', '× bare', 'range', 'p50 ms', 'p99 ms', 'target', ''],
      many.map((row) => [
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
    ),
    'One request at a time:',
    table(
      ['', 'p50 ms', 'p99 ms', 'target', ''],
      alone.map((row) => [
        row.way,
        number(row.p50Ms, 2),
        number(row.p99Ms, 2),
        ...verdictCells(row),
      ]),
    ),
    'Microseconds of CPU a request, by process, at 64 under way (places and cancels: 16):',
    cpuTable(rows.filter(({ lanes }) => lanes === 64 || lanes === 16)),
    ...(paces === null ? [] : [PACES, pacesTable(paces)]),
    ...(streams === null ? [] : [STREAMS, streamsTable(streams)]),
    ...(cancels === null ? [] : [CANCELS, cancelsTable(cancels)]),
    `${number(journal.orders)} orders were answered. The journal (${number(journal.records)} records), replayed, holds these ` +
      `orders and no other, each with the result that its answer had.`,
  ].join('\n\n');
}

/** What an order costs all processes of the exchange together, in microseconds of CPU. */
export const ORDER_CPU_US = 270;
/** What it costs the engine's main thread, which cannot be two. */
export const ENGINE_THREAD_US = 30;

/** Without the load generator, which is no part of the exchange. */
export const exchangeCpuUs = ({ cpuUsPerRequest }) =>
  Object.entries(cpuUsPerRequest).reduce(
    (sum, [name, us]) => (name === 'load generator' ? sum : sum + us),
    0,
  );

const PACES =
  'Orders over HTTP at an even pace, latencies as of when each was due, by the share of what 64 in flight reach:';

function pacesTable({ capacity, paces }) {
  const heads = [
    '% of capacity',
    'orders/s',
    'seconds',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'worst ms',
    'history behind s',
  ];
  const cells = paces.map((pace) => [
    number(100 * pace.share),
    number(pace.perSecond),
    number(pace.seconds),
    number(pace.p50Ms, 2),
    number(pace.p99Ms, 2),
    number(pace.p999Ms, 2),
    number(pace.worstMs, 1),
    number(pace.historySeconds, 1),
  ]);
  return `${table(heads, cells)}\n\nThe capacity: ${number(capacity)} orders/s.`;
}

const STREAMS = 'From the answer of an order to its update at each subscriber of the book:';

function streamsTable({ subscribers, updatesPerSecond, cores, verdict: given, ...delays }) {
  const parts = Object.entries(cores).filter(([, share]) => share >= 0.01);
  const heads = ['subscribers', 'updates/s', 'p50 ms', 'p99 ms', 'worst ms', 'target', ''];
  const row = [
    number(subscribers),
    number(updatesPerSecond),
    ...delayCells(delays),
    ...verdictCells({ verdict: given }),
  ];
  const cpu = parts.map(([name, share]) => `${name} ${number(share * 100)}`).join(', ');
  return `${table(heads, [row])}\n\nPer cent of a core meanwhile: ${cpu}.`;
}

const CANCELS = 'Cancels, forty a second through the gateway, while orders and reads flood:';

function cancelsTable({ cancels, succeeded, orders, reads, verdict: given, ...delays }) {
  const heads = [
    'cancels',
    'succeeded',
    'p50 ms',
    'p99 ms',
    'worst ms',
    'p99 without',
    'target',
    '',
  ];
  const row = [
    number(cancels),
    number(succeeded),
    ...delayCells(delays),
    number(delays.quietP99Ms, 1),
    ...verdictCells({ verdict: given }),
  ];
  const floodOf = (name, { askedPerSecond, donePerSecond, refusedPerSecond }) =>
    `${name} ${number(askedPerSecond)} asked, ${number(donePerSecond)} done, ${number(refusedPerSecond)} refused`;
  const flood = `${floodOf('orders', orders)}; ${floodOf('reads', reads)}`;
  const stolen =
    delays.stolenPercent === undefined
      ? ''
      : ` The host kept ${number(delays.stolenPercent, 1)} % of the cores' time from this machine meanwhile.`;
  return `${table(heads, [row])}\n\nThe flood, a second: ${flood}.${stolen}`;
}

function cpuTable(rows) {
  const parts = [...new Set(rows.flatMap(({ cpuUsPerRequest }) => Object.keys(cpuUsPerRequest)))];
  const heads = ['', ...parts, 'all', 'engine’s main thread'];
  const cells = rows.map(({ way, cpuUsPerRequest, engineThreadUs }) => {
    const all = Object.values(cpuUsPerRequest).reduce((sum, us) => sum + us, 0);
    const own = parts.map((part) => cpuUsPerRequest[part] ?? 0);
    const shown = [...own, all, engineThreadUs].map((us) => (us < 1 ? '' : number(us)));
    return [way, ...shown];
  });
  return table(heads, cells);
}

const delayCells = ({ p50Ms, p99Ms, worstMs }) =>
  [p50Ms, p99Ms, worstMs].map((ms) => number(ms, 1));
const range = ([low, high], digits) => `${number(low, digits)} – ${number(high, digits)}`;
const verdictCells = ({ verdict: given }) =>
  given === null ? ['', ''] : [given.target, verdict(given.isMet)];
