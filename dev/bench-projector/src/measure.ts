/** Runs of builds in turns. */
import { cpuBetween } from '../../bench-exchange/src/cpu-meter';
import type { Contender } from './contender';
import type { RecordedEvents } from './recorded-events';

/** `at a pace`: so many orders a second. `catching up`: as many as the stream takes. */
export type Pace = 'at a pace' | 'catching up';

export interface Run {
  readonly contender: string;
  readonly pace: Pace;
  readonly round: number;
  /** CPU an order. */
  readonly projectorUs: number;
  readonly postgresUs: number;
  readonly walBytesPerOrder: number;
  readonly transactions: number;
  /** From the first event published to the last one in history. */
  readonly ordersPerSecond: number;
  /** From the last event published to the last one in history. */
  readonly behindMs: number;
}

export interface Effort {
  readonly orders: number;
  readonly rounds: number;
  readonly ordersPerSecond: number;
}

/** The first round warms up and does not count. */
export async function measure(
  contenders: readonly Contender[],
  recorded: RecordedEvents,
  { orders, rounds, ordersPerSecond }: Effort,
  say: (run: Run) => void,
): Promise<Run[]> {
  const runs: Run[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const pace of ['at a pace', 'catching up'] as const) {
      const events = recorded.next(orders);
      const rate = pace === 'at a pace' ? ordersPerSecond : 0;
      for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
        const run = { pace, round, ...(await runOnce(contender, events, rate)) };
        say(run);
        if (round > 0) runs.push(run);
      }
    }
  }
  return runs;
}

async function runOnce(
  contender: Contender,
  events: ReturnType<RecordedEvents['next']>,
  rate: number,
): Promise<Omit<Run, 'pace' | 'round'>> {
  const [cpuBefore, before] = [await contender.cpu(), await contender.written()];
  const startedMs = performance.now();
  await contender.publish(events, rate);
  const publishedMs = performance.now();
  await contender.whenHistoryHas(events.at(-1)!.at(-1)!);
  const endedMs = performance.now();
  const [cpuAfter, after] = [await contender.cpu(), await contender.written()];
  const orders = events.length;
  // A session may be closed when it is idle, and another one opened: each counts from where it was.
  const { projector = 0, ...sessions } = cpuBetween(cpuBefore, cpuAfter);
  const postgres = Object.values(sessions).reduce((sum, ms) => sum + ms, 0);
  return {
    contender: contender.name,
    projectorUs: (projector * 1_000) / orders,
    postgresUs: (postgres * 1_000) / orders,
    walBytesPerOrder: (after.walBytes - before.walBytes) / orders,
    transactions: after.transactions - before.transactions,
    ordersPerSecond: (orders * 1_000) / (endedMs - startedMs),
    behindMs: endedMs - publishedMs,
  };
}
