/**
 * Checks every minute whether the chains hold what the exchange owes. Two rounds in a row with a difference raise an
 * alarm and pause withdrawals. Only an operator resumes them, except after a restore of older rows: a difference of
 * that alone ends when the rows have caught up.
 */
import { refusalError } from '@bellwether/bus';
import type { EngineClient } from '@bellwether/bus';
import {
  SOLVENCY_INTERVAL_MS,
  SOLVENCY_ROUNDS_BEFORE_ALARM,
  donatedMicroUsdc,
  isSolvencyAlarm,
} from '@bellwether/funding';
import type { SolvencyPlace } from '@bellwether/funding';
import type { AdvisoryLock, SolvencyStore, StoredSolvencyRound } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import { CATCHING_UP_MS, ROUNDS_RETENTION_MS, SECOND_LOOK_MS, SOLVENCY_PAUSE_MS } from './limits';
import type { SolvencyMetrics } from './solvency-metrics';
import type { TakenRound } from './take-round';

export interface SolvencyRoundsParts {
  readonly take: () => Promise<TakenRound>;
  readonly solvency: Pick<
    SolvencyStore,
    'append' | 'latest' | 'purge' | 'rowsBehindMs' | 'hasOperatorPaused'
  >;
  readonly engine: Pick<EngineClient, 'query' | 'send'>;
  /** One process at a time makes rounds: two at once would find one difference twice. */
  readonly lock: Pick<AdvisoryLock, 'hold' | 'release'>;
  readonly alarms: Alarms;
  readonly metrics: SolvencyMetrics;
  readonly log: { info(fields: object, message: string): void };
  readonly now: () => number;
}

type ReportedRound = Omit<TakenRound, 'input'>;

export class SolvencyRounds implements Worker {
  readonly name = 'solvency';
  readonly pauseMs = SOLVENCY_PAUSE_MS;

  constructor(private readonly parts: SolvencyRoundsParts) {}

  /** @returns 0: the next tick is not due at once */
  async tick(): Promise<number> {
    const { lock, solvency, now } = this.parts;
    if (!(await lock.hold())) return 0;
    const earlier = await solvency.latest(SOLVENCY_ROUNDS_BEFORE_ALARM - 1);
    if (now() < dueMs(earlier.at(-1))) return 0;
    await this.make(earlier);
    return 0;
  }

  stop(): Promise<void> {
    return this.parts.lock.release();
  }

  private async make(earlier: readonly StoredSolvencyRound[]): Promise<void> {
    const { take, solvency, metrics, now } = this.parts;
    const { input, ...round } = await take();
    const alarm = isSolvencyAlarm([...earlier, round]);
    const last = earlier.at(-1);
    this.reportDonation(round, last);
    let resumesSinceMs = last?.resumesSinceMs ?? null;
    if (alarm) resumesSinceMs = await this.raise(round, input, last);
    else if (last !== undefined) resumesSinceMs = await this.report(round, last);
    // Last, so that after a crash before it the round is made again.
    await solvency.append({ ...round, alarm, resumesSinceMs, timestampMs: now() });
    metrics.made(round, alarm, now());
    await solvency.purge(now() - ROUNDS_RETENTION_MS);
  }

  private async raise(
    round: ReportedRound,
    input: TakenRound['input'],
    last: StoredSolvencyRound | undefined,
  ): Promise<number | null> {
    const { alarms } = this.parts;
    let resumesSinceMs = last?.resumesSinceMs ?? null;
    if (needsPause(round, last)) {
      resumesSinceMs = await this.resumableSince(resumesSinceMs);
      await this.setWithdrawals(true);
    }
    alarms.raise('solvency_difference', { ...round, in_flight: input });
    return resumesSinceMs;
  }

  /** Null: the pause is not of rows that are behind, or somebody else paused before. */
  private async resumableSince(earlierMs: number | null): Promise<number | null> {
    const { engine, solvency, now } = this.parts;
    const behindMs = await solvency.rowsBehindMs();
    if (behindMs === null || now() - behindMs > CATCHING_UP_MS) return null;
    if (earlierMs !== null) return earlierMs;
    const { view } = await engine.query('status', {});
    return view.withdrawalsPaused ? null : now();
  }

  /** Idempotent. */
  private async setWithdrawals(paused: boolean): Promise<void> {
    const command = { kind: 'set_withdrawals', paused } as const;
    const { reply } = await this.parts.engine.send('deposit', command, { requestId: 'solvency' });
    if (reply.body.kind === 'refused') throw refusalError(reply.body);
  }

  /** Anyone may send it, and it harms nobody: no difference, so no alarm. */
  private reportDonation(
    { lines, slot }: ReportedRound,
    last: StoredSolvencyRound | undefined,
  ): void {
    const donated = donatedMicroUsdc(lines);
    if (donated === donatedMicroUsdc(last?.lines ?? [])) return;
    this.parts.log.info(
      { donated_micro_usdc: donated, slot },
      'solvency: what the vault was donated has changed',
    );
  }

  /** @returns since when the pause may end by itself */
  private async report(round: ReportedRound, last: StoredSolvencyRound): Promise<number | null> {
    const { log, solvency } = this.parts;
    const { resumesSinceMs } = last;
    const isEqualTwice = round.differenceMicroUsdc === 0 && last.differenceMicroUsdc === 0;
    if (isEqualTwice && resumesSinceMs !== null) {
      if (await solvency.hasOperatorPaused(resumesSinceMs)) return null;
      await this.setWithdrawals(false);
      log.info(round, 'solvency: rows that were behind have caught up; withdrawals are resumed');
      return null;
    }
    if (round.differenceMicroUsdc !== 0) {
      log.info(round, 'solvency: a difference, looked at again soon');
    } else if (last.alarm) {
      log.info(
        round,
        resumesSinceMs === null
          ? 'solvency: equal again; withdrawals stay paused until an operator says otherwise'
          : 'solvency: equal again, as rows that were behind have caught up',
      );
    }
    return resumesSinceMs;
  }
}

const dueMs = (last: StoredSolvencyRound | undefined): number => {
  if (last === undefined) return 0;
  const isUnsure = last.differenceMicroUsdc !== 0 && !last.alarm;
  return last.timestampMs + (isUnsure ? SECOND_LOOK_MS : SOLVENCY_INTERVAL_MS);
};

/**
 * When the alarm begins, and when more money is missing since. An operator who resumes withdrawals has seen the
 * difference: unless it grows, it does not pause them again.
 */
const needsPause = (
  round: Pick<TakenRound, 'lines'>,
  last: StoredSolvencyRound | undefined,
): boolean =>
  last === undefined ||
  !last.alarm ||
  round.lines.some(
    ({ place, differenceMicroUsdc }) => differenceMicroUsdc < differenceAt(place, last),
  );

const differenceAt = (place: SolvencyPlace, { lines }: StoredSolvencyRound): number =>
  lines.find((line) => line.place === place)?.differenceMicroUsdc ?? 0;
