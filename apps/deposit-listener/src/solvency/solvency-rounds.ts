/**
 * Checks every minute whether the chains hold what the exchange owes. Two rounds in a row with a difference raise an
 * alarm and pause withdrawals. Only an operator resumes them.
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
import { ROUNDS_KEPT_MS, SECOND_LOOK_MS, SOLVENCY_PAUSE_MS } from './limits';
import type { SolvencyMetrics } from './solvency-metrics';
import type { TakenRound } from './take-round';

export interface SolvencyRoundsParts {
  readonly take: () => Promise<TakenRound>;
  readonly solvency: Pick<SolvencyStore, 'append' | 'latest' | 'purge'>;
  readonly engine: Pick<EngineClient, 'send'>;
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

  /** @returns 0: the next round is not due at once */
  async round(): Promise<number> {
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
    if (alarm) await this.raise(round, input, last);
    else if (last !== undefined) this.report(round, last);
    // Last, so that after a crash before it the round is made again.
    await solvency.append({ ...round, alarm, timestampMs: now() });
    metrics.made(round, alarm, now());
    await solvency.purge(now() - ROUNDS_KEPT_MS);
  }

  private async raise(
    round: ReportedRound,
    input: TakenRound['input'],
    last: StoredSolvencyRound | undefined,
  ): Promise<void> {
    const { alarms } = this.parts;
    if (needsPause(round, last)) await this.pauseWithdrawals();
    alarms.raise('solvency_difference', { ...round, in_flight: input });
  }

  /** Idempotent. */
  private async pauseWithdrawals(): Promise<void> {
    const command = { kind: 'set_withdrawals', paused: true } as const;
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

  private report(round: ReportedRound, last: StoredSolvencyRound): void {
    const { log } = this.parts;
    if (round.differenceMicroUsdc !== 0) {
      log.info(round, 'solvency: a difference, looked at again soon');
    } else if (last.alarm) {
      log.info(
        round,
        'solvency: equal again; withdrawals stay paused until an operator says otherwise',
      );
    }
  }
}

const dueMs = (last: StoredSolvencyRound | undefined): number => {
  if (last === undefined) return 0;
  const isUnsure = last.differenceMicroUsdc !== 0 && !last.alarm;
  return last.timestampMs + (isUnsure ? SECOND_LOOK_MS : SOLVENCY_INTERVAL_MS);
};

/**
 * When the alarm begins, and when money has gone missing since, anywhere. An operator who resumes withdrawals has seen
 * the difference: while it does not grow, it does not pause them again.
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
