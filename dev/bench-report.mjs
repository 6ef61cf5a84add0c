/**
 * Figures of the benchmarks as tables (those of the whole exchange: bench-exchange-report.mjs), each ratio beside its target: for the terminal and for docs/figures/benchmarks.md.
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

/** Decisions: the p99 of every page of history, at any depth. */
export const PAGE_P99_MS = 50;

export function historyReport({ machine, trades, markets, users, databaseBytes, rows, writing }) {
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
    `Writing ${number(writing.orders)} orders behind these rows, a thousand a transaction, µs of CPU an order: PostgreSQL ${number(writing.postgresUs)}, projection ${number(writing.projectionUs)}; WAL ${number(writing.walBytes)} bytes.`,
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
