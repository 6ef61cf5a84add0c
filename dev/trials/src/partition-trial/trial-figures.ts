/** What a trial of partitions came to, in figures, and in traces where something was wrong. */
import type { Attempt, Write } from './history';
import type { FaultReport, TrialResult } from './run-partition-trial';
import type { Ending } from './trial-process';

/** Traces of one kind that are printed: the first ones say it. */
const MAX_TRACES = 5;

/** An engine that another one fenced ends, as it must; every other end is counted. */
const FENCED = /another engine|fenced/i;
export const isFenced = ({ reason }: Ending): boolean => FENCED.test(reason);

export function figuresOf(result: TrialResult) {
  const { findings, faults, history, endings } = result;
  const withoutTrade = byKind(faults, (fault) => withoutTradeMs(result, fault));
  const takeovers = byKind(faults, (fault) => takeoverMs(result, fault));
  return {
    faults: countOf(faults.map(({ kind }) => kind)),
    seconds_cut: Math.round(sum(faults.map((f) => f.endedMs - f.startedMs)) / 1_000),
    orders_and_cancels_answered: findings.answered,
    reads: findings.reads,
    reads_without_answer: history.failedReads,
    attempts: countOf(history.writes.flatMap(({ attempts }) => attempts.map(nameOfAttempt))),
    stale: findings.stale.length,
    wrong: findings.wrong.length,
    lost: findings.lost.length,
    doubled: findings.doubled.length,
    refused_but_done: findings.refusedButDone.length,
    majorities_without_trade: faults.filter(({ resumed }) => resumed === false).length,
    processes_ended: countOf(
      endings.map(
        (one) => `${one.process.replace(/-\d$/, '')}: ${isFenced(one) ? 'fenced' : one.reason}`,
      ),
    ),
    ms_without_trade_of_a_healthy_majority: withoutTrade,
    ms_to_takeover: takeovers,
    ms_until_well_after_healing: spread(faults.map(({ recoveryMs }) => recoveryMs)),
  };
}

/** Of what must not be, the first cases. */
export function tracesOf(result: TrialResult): string[] {
  const { findings, endings, faults } = result;
  const during = (ms: number): string => whenOf(faults, ms);
  const writeOf = (write: Write): string =>
    `${write.kind} ${write.user.slice(0, 6)}/${write.number}: ${write.attempts
      .map(
        (a) =>
          `${a.gateway} ${nameOfAttempt(a)} ${during(a.startedMs)}+${Math.round(a.endedMs - a.startedMs)}`,
      )
      .join('; ')}`;
  return [
    ...some('stale', findings.stale, ({ read, latestSeq, knownSeq }) => {
      const { kind, user, gateway, startedMs, endedMs, value } = read;
      return `${kind} of ${user.slice(0, 6)} at ${gateway} ${during(startedMs)}+${Math.round(endedMs - startedMs)}: "${value.slice(0, 60)}" ended with seq ${latestSeq}, ${knownSeq} was known`;
    }),
    ...some(
      'wrong',
      findings.wrong,
      ({ kind, gateway, startedMs, value }) =>
        `${kind} at ${gateway} ${during(startedMs)}: ${value.slice(0, 60)}`,
    ),
    ...some('lost', findings.lost, writeOf),
    ...some('doubled', findings.doubled, writeOf),
    ...some('refused but done', findings.refusedButDone, writeOf),
    ...some(
      'ended',
      endings.filter((one) => !isFenced(one)),
      (one) => `${one.process} ${during(one.atMs)}: ${one.kind} ${one.reason}`,
    ),
    ...some(
      'without trade',
      faults.filter(({ resumed }) => resumed === false),
      ({ number, kind, healthy, circumstances }) =>
        [`fault ${number} ${kind}, healthy: ${healthy?.join()}`, ...circumstances].join('\n    '),
    ),
  ];
}

function some<T>(what: string, cases: readonly T[], line: (one: T) => string): string[] {
  return cases.slice(0, MAX_TRACES).map((one) => `${what} (${cases.length}): ${line(one)}`);
}

function whenOf(faults: readonly FaultReport[], ms: number): string {
  const last = faults.findLast(({ startedMs }) => startedMs <= ms);
  if (last === undefined) return 'before all faults';
  const { number, kind, startedMs, endedMs } = last;
  return ms < endedMs
    ? `${Math.round(ms - startedMs)} ms into ${number} ${kind}`
    : `${Math.round(ms - endedMs)} ms after ${number} ${kind}`;
}

const nameOfAttempt = ({ outcome, code }: Attempt): string =>
  code === '' ? outcome : `${outcome} ${code}`;

/** The longest time between two answers at gateways of a healthy majority; undefined where there is none. */
function withoutTradeMs({ history }: TrialResult, fault: FaultReport): number | undefined {
  const { healthy, startedMs, endedMs } = fault;
  if (healthy === null || healthy.length === 0) return undefined;
  const answered = history.writes
    .flatMap(({ attempts }) => attempts.slice(-1))
    .filter(({ outcome, gateway }) => outcome === 'answered' && healthy.includes(gateway))
    .map((attempt) => attempt.endedMs)
    .filter((ms) => ms > startedMs && ms < endedMs)
    .toSorted((a, b) => a - b);
  const moments = [startedMs, ...answered, endedMs];
  return Math.max(...moments.slice(1).map((ms, at) => ms - moments[at]!));
}

/** From the fault until the first answer of the engine that took over; undefined where none did. */
function takeoverMs({ history, truth }: TrialResult, fault: FaultReport): number | undefined {
  const { startedMs, endedMs, epochBefore } = fault;
  const answers = history.writes.flatMap((write) => {
    const last = write.attempts.at(-1);
    const seq = truth.orders.get(`${write.user} ${write.number}`)?.[0]?.seq;
    if (write.kind !== 'order' || last?.outcome !== 'answered' || seq === undefined) return [];
    const isNew = truth.epochOf(seq) > epochBefore;
    return isNew && last.endedMs > startedMs && last.endedMs < endedMs ? [last.endedMs] : [];
  });
  return answers.length === 0 ? undefined : Math.min(...answers) - startedMs;
}

/** Of all faults for which there is one, and of each kind. */
function byKind(
  faults: readonly FaultReport[],
  msOf: (fault: FaultReport) => number | undefined,
): Record<string, ReturnType<typeof spread>> {
  const all = faults.map((fault) => ({ kind: fault.kind, ms: msOf(fault) }));
  const known = all.flatMap(({ kind, ms }) => (ms === undefined ? [] : [{ kind, ms }]));
  const kinds = [...new Set(known.map(({ kind }) => kind))];
  const spreads = Object.fromEntries(
    kinds.map((one) => [one, spread(known.filter(({ kind }) => kind === one).map(({ ms }) => ms))]),
  );
  return { all: spread(known.map(({ ms }) => ms)), ...spreads };
}

function spread(values: readonly number[]) {
  const sorted = values.map(Math.round).toSorted((a, b) => a - b);
  return { count: sorted.length, p50: sorted[Math.floor(sorted.length / 2)], max: sorted.at(-1) };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
