/**
 * All figures of the benchmarks as tables, each ratio beside its target: for the terminal and for docs/figures/benchmarks.md.
 * The targets of the exchange come with its figures (bench-exchange/src/rows.ts); those of the core stand here.
 */

/** By workload and contender: the least ratio to the peer, and for the core the longest command but one in a hundred. */
export const CORE_TARGETS = {
  's1k, core': { timesPeer: 15, p99Ns: 1_000 },
  's1k, object API': { timesPeer: 6 },
  'm1000, core': { timesPeer: 12, p99Ns: 3_000 },
  'm1000, object API': { timesPeer: 6 },
};

export const number = (value, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const LEFT_HEADS = new Set(['', 'figure', 'target', 'verdict']);

/** A Markdown table with aligned columns; numbers to the right. */
export function table(heads, rows) {
  const widths = heads.map((head, column) =>
    Math.max(3, ...[head, ...rows.map((row) => row[column])].map((cell) => cell.length)),
  );
  const isLeft = (column) => column === 0 || LEFT_HEADS.has(heads[column]);
  const line = (cells) =>
    `| ${cells
      .map((cell, column) =>
        isLeft(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isLeft(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(heads), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

export const verdict = (isMet) => (isMet ? 'met' : '**missed**');

/** What the core's JSON says; a void row has no figures. */
export function coreReport({ rounds, machine, rows }) {
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const tables = workloads.map((workload) => {
    const heads = ['', 'k commands/s', '× peer', 'target', '', 'p50 ns', 'p99 ns', 'target', ''];
    const cells = rows.filter((row) => row.workload === workload).map(coreCells);
    return `\`${workload}\`\n\n${table(heads, cells)}`;
  });
  return [`${machineLine(machine)} ${roundsLine(rounds)}`, ...tables].join('\n\n');
}

function coreCells({ workload, contender, isPartial, isVoid, commands, ...row }) {
  const name = isPartial ? `${contender} (first ${number(commands)} commands)` : contender;
  if (isVoid) return [`${name}: void, its totals are wrong`, ...Array(8).fill('')];
  const { timesPeer, p99Ns } = CORE_TARGETS[`${workload}, ${contender}`] ?? {};
  return [
    name,
    number(row.perSecond / 1_000),
    number(row.timesPeer, 1),
    ...(timesPeer === undefined
      ? ['', '']
      : [`≥ ${timesPeer}`, verdict(row.timesPeer >= timesPeer)]),
    number(row.latencyNs.p50),
    number(row.latencyNs.p99),
    ...(p99Ns === undefined
      ? ['', '']
      : [`≤ ${number(p99Ns)}`, verdict(row.latencyNs.p99 <= p99Ns)]),
  ];
}

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
    'Microseconds of CPU a request, by process, at 64 under way:',
    cpuTable(rows.filter(({ lanes }) => lanes === 64)),
    ...(paces === null ? [] : [PACES, pacesTable(paces)]),
    ...(streams === null ? [] : [STREAMS, streamsTable(streams)]),
    ...(cancels === null ? [] : [CANCELS, cancelsTable(cancels)]),
    `${number(journal.orders)} orders were answered. The journal (${number(journal.records)} records), replayed, holds these ` +
      `orders and no other, each with the result that its answer had.`,
  ].join('\n\n');
}

/** What an order costs all processes of the exchange together, in microseconds of CPU. */
export const ORDER_CPU_US = 270;

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
    number(delays.p50Ms, 1),
    number(delays.p99Ms, 1),
    number(delays.worstMs, 1),
    given.target,
    verdict(given.isMet),
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
    number(delays.p50Ms, 1),
    number(delays.p99Ms, 1),
    number(delays.worstMs, 1),
    number(delays.quietP99Ms, 1),
    given.target,
    verdict(given.isMet),
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
  const heads = ['', ...parts, 'all'];
  const cells = rows.map(({ way, cpuUsPerRequest }) => {
    const all = Object.values(cpuUsPerRequest).reduce((sum, us) => sum + us, 0);
    const own = parts.map((part) => cpuUsPerRequest[part] ?? 0);
    return [way, ...own.map((us) => (us < 1 ? '' : number(us))), number(all)];
  });
  return table(heads, cells);
}

const range = ([low, high], digits) => `${number(low, digits)} – ${number(high, digits)}`;
const verdictCells = ({ verdict: given }) =>
  given === null ? ['', ''] : [given.target, verdict(given.isMet)];

/** Decisions: the p99 of every page of history, at any depth. */
export const PAGE_P99_MS = 50;

export function historyReport({ machine, trades, markets, users, databaseBytes, rows }) {
  const pages = [...new Set(rows.map(({ page, limit }) => `${page}|${limit}`))];
  const depths = [...new Set(rows.map(({ depth }) => depth))];
  const heads = [
    'p50 and p99 in ms, by depth',
    'rows',
    ...depths.flatMap((depth) => [depth, 'p99', 'fetched']),
    'target',
    '',
  ];
  const cells = pages.map((one) => {
    const found = rows.filter(({ page, limit }) => `${page}|${limit}` === one);
    const [{ page, limit }] = found;
    const isMet = found.every(({ p99Ms, scanned }) => p99Ms < PAGE_P99_MS && scanned.length === 0);
    return [
      page,
      number(limit),
      ...found.flatMap((row) => [
        number(row.p50Ms, 1),
        number(row.p99Ms, 1),
        number(row.rowsFetched),
      ]),
      `p99 < ${PAGE_P99_MS}`,
      verdict(isMet),
    ];
  });
  const size = number(databaseBytes / 2 ** 30, 1);
  return [
    `${machineLine(machine)} ${number(trades)} trades in ${number(markets)} markets by ${number(users)} users: ${size} GiB.`,
    table(heads, cells),
  ].join('\n\n');
}

/** How far history may be behind at a pace. */
export const BEHIND_MS = 1_000;

export function projectorReport({ machine, orders, rounds, desks, ordersPerSecond, rows }) {
  const heads = [
    '',
    'projector µs',
    'PostgreSQL µs',
    'WAL B',
    'orders/s',
    'behind ms',
    'target',
    '',
  ];
  const cells = rows.map((row) => [
    `${row.projector}, ${row.pace}`,
    number(row.projectorUs),
    number(row.postgresUs),
    number(row.walBytes),
    number(row.ordersPerSecond),
    number(row.behindMs),
    ...(row.pace === 'at a pace'
      ? [`behind ≤ ${number(BEHIND_MS)}`, verdict(row.behindMs <= BEHIND_MS)]
      : ['', '']),
  ]);
  return [
    `${machineLine(machine)} ${roundsLine(rounds)} ${number(orders)} orders a run by ${number(2 * desks)} users, ` +
      `at a pace of ${number(ordersPerSecond)}/s and as fast as they come. CPU of the projector and of its sessions, an order:`,
    table(heads, cells),
  ].join('\n\n');
}

/** `load15Minutes` and `measuredAt` where the figures have them. */
export function machineLine({ cpu, cores, node, load15Minutes, measuredAt }) {
  const when = measuredAt === undefined ? '' : `, ${measuredAt.slice(0, 10)}`;
  const load = load15Minutes === undefined ? '' : `, load average ${number(load15Minutes, 1)}`;
  return `${cpu}, ${cores} cores, Node ${node}${when}${load}.`;
}

export const roundsLine = (rounds) =>
  rounds === 1 ? 'One round.' : `Medians of ${rounds} interleaved rounds.`;

export function fundingReport({ machine, deposits, ...figures }) {
  const { extDetectionSeconds, mainCreditSlots, mainCreditedSeconds, extCreditedSeconds } = figures;
  const heads = ['', 'p50', 'p90', 'worst', 'target', ''];
  const row = (name, { p50, p90, worst, isMet }, digits, target = '') => [
    name,
    number(p50, digits),
    number(p90, digits),
    number(worst, digits),
    target,
    isMet === undefined ? '' : verdict(isMet),
  ];
  const rows = [
    row('seen on ext, s', extDetectionSeconds, 1, 'worst ≤ 10'),
    row("the vault's credit on main, slots", mainCreditSlots, 0, 'p50 ≤ 2'),
    row('credited, from main, s', mainCreditedSeconds, 1),
    row('credited, from ext over the bridge, s', extCreditedSeconds, 1),
  ];
  return [
    `${machineLine(machine)} ${deposits} deposits on each chain, each from the moment in which it is final there.`,
    table(heads, rows),
  ].join('\n\n');
}
