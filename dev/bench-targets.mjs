/**
 * The figures that have a target, one row each with target and verdict: the tables at the head of docs/PERFORMANCE.md.
 * All figures of a benchmark are in its report (bench-report.mjs, bench-exchange-report.mjs).
 */
import { ENGINE_THREAD_US, ORDER_CPU_US, exchangeCpuUs } from './bench-exchange-report.mjs';
import {
  BEHIND_MS,
  CORE_TARGETS,
  PAGE_P99_MS,
  machineLine,
  number,
  roundsLine,
  table,
  verdict,
} from './bench-report.mjs';

/** @param rows name, figure, target, and whether it is met */
const targetsTable = (rows) =>
  table(
    ['', 'figure', 'target', 'verdict'],
    rows.map(([name, figure, target, isMet]) => [name, figure, target, verdict(isMet)]),
  );

export function coreTargets({ machine, rounds, rows }) {
  const judged = rows.flatMap(({ workload, contender, isVoid, timesPeer, latencyNs }) => {
    const target = CORE_TARGETS[`${workload}, ${contender}`];
    if (target === undefined || isVoid) return [];
    const rate = [
      `${contender}, \`${workload}\`: throughput`,
      `${number(timesPeer, 1)} × peer`,
      `≥ ${target.timesPeer} × peer`,
      timesPeer >= target.timesPeer,
    ];
    if (target.p99Ns === undefined) return [rate];
    const latency = [
      `${contender}, \`${workload}\`: p99 latency`,
      `${number(latencyNs.p99)} ns`,
      `≤ ${number(target.p99Ns)} ns`,
      latencyNs.p99 <= target.p99Ns,
    ];
    return [rate, latency];
  });
  return `${machineLine(machine)} ${roundsLine(rounds)}\n\n${targetsTable(judged)}`;
}

export function exchangeTargets({ machine, effort, isQuick, rows, streams, cancels }) {
  const judged = rows
    .filter((row) => row.verdict !== null)
    .map((row) => [
      `${row.way}, ${number(row.lanes)} in flight`,
      row.verdict.figure ?? figureOf(row),
      row.verdict.target,
      row.verdict.isMet,
    ]);
  const orders = rows.find(({ way, lanes }) => way === 'POST /v1/orders' && lanes === 64);
  if (orders !== undefined)
    judged.unshift(
      cpuTarget('CPU of an order, all processes', exchangeCpuUs(orders), ORDER_CPU_US),
      cpuTarget('… the engine’s main thread', orders.engineThreadUs, ENGINE_THREAD_US),
    );
  if (streams !== null)
    judged.push([
      `book updates, ${number(streams.subscribers)} subscribers`,
      `p99 ${number(streams.p99Ms, 1)} ms`,
      streams.verdict.target,
      streams.verdict.isMet,
    ]);
  if (cancels !== null)
    judged.push([
      'cancels in a flood',
      `p99 ${number(cancels.p99Ms, 1)} ms, ${number(cancels.succeeded)} of ${number(cancels.cancels)} succeed`,
      cancels.verdict.target,
      cancels.verdict.isMet,
    ]);
  const short = isQuick ? ' A quick run: too short to mean much.' : '';
  return `${machineLine(machine)} ${roundsLine(effort.rounds)}${short}\n\n${targetsTable(judged)}`;
}

const cpuTarget = (name, us, most) => [name, `${number(us)} µs`, `≤ ${most} µs`, us <= most];

/** What the row's target is about: latency alone, a share of the bare route, or requests a second. */
function figureOf({ lanes, timesBare, perSecond, p50Ms, p99Ms }) {
  if (lanes === 1) return `p50 ${number(p50Ms, 2)} ms, p99 ${number(p99Ms, 2)} ms`;
  return timesBare === null ? `${number(perSecond)}/s` : `${number(timesBare, 2)} × bare`;
}

/** Pages of one length together, by the slowest of them at any depth. */
export function historyTargets({ machine, trades, rows }) {
  const limits = [...new Set(rows.map(({ limit }) => limit))].toSorted((a, b) => a - b);
  const judged = limits.map((limit) => {
    const found = rows.filter((row) => row.limit === limit);
    const pages = new Set(found.map(({ page }) => page)).size;
    const worstMs = Math.max(...found.map(({ p99Ms }) => p99Ms));
    return [
      `${limit === 1 ? 'single rows' : `pages of up to ${number(limit)} rows`} (${pages} kinds), any depth`,
      `worst p99 ${number(worstMs, 1)} ms`,
      `p99 < ${PAGE_P99_MS} ms`,
      worstMs < PAGE_P99_MS && found.every(({ scanned }) => scanned.length === 0),
    ];
  });
  return `${machineLine(machine)} ${number(trades)} trades.\n\n${targetsTable(judged)}`;
}

export function fundingTargets({ machine, deposits, extDetectionSeconds, mainCreditSlots }) {
  const judged = [
    [
      'deposit on ext: seen after finality',
      `worst ${number(extDetectionSeconds.worst, 1)} s`,
      'worst ≤ 10 s',
      extDetectionSeconds.isMet,
    ],
    [
      'deposit on main: credit of the vault after finality',
      `p50 ${number(mainCreditSlots.p50)} slots`,
      'p50 ≤ 2 slots',
      mainCreditSlots.isMet,
    ],
  ];
  return `${machineLine(machine)} ${number(deposits)} deposits on each chain.\n\n${targetsTable(judged)}`;
}

export function projectorTargets({ machine, rounds, ordersPerSecond, rows }) {
  const judged = rows
    .filter(({ projector, pace }) => projector === 'this tree' && pace === 'at a pace')
    .map(({ behindMs }) => [
      `history at ${number(ordersPerSecond)} orders/s`,
      `${number(behindMs)} ms behind`,
      `≤ ${number(BEHIND_MS)} ms`,
      behindMs <= BEHIND_MS,
    ]);
  return `${machineLine(machine)} ${roundsLine(rounds)}\n\n${targetsTable(judged)}`;
}
