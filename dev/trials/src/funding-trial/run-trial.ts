/** A whole trial: users deposit and withdraw while faults occur everywhere, then all sums are checked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@bellwether/seeded-random';
import pLimit from 'p-limit';
import { eventually } from '../../../e2e/src/eventually';
import type { Exchange } from '../../../e2e/src/exchange';
import { Books, fundedSolvencyOf } from '../../../e2e/src/funding-scenario';
import { LocalChainRpc, chainServicesOf } from '../../../e2e/src/local-chains';
import { balanceOf } from '../../../e2e/src/scenario';
import { doubtfulNodesOf } from './doubtful-nodes';
import { flood } from './dust-flood';
import type { Flooded } from './dust-flood';
import { SendGate } from './send-gate';
import { TrialAlarms } from './trial-alarms';
import { TrialFaults } from './trial-faults';
import { earnRevenue, payOutAll, payoutSums } from './trial-payouts';
import type { PaidRevenue, PayoutSums } from './trial-payouts';
import { planUsers } from './trial-plan';
import { liveThrough } from './trial-user';
import type { TrialUser, TrialWorld } from './trial-user';
import { book, depositSums, dustLeft, withdrawalSums } from './trial-verdict';
import type { TrialSums } from './trial-verdict';

/** Users active at the same time. */
const USERS_AT_ONCE = 12;
const SOLVENCY_TIMEOUT_MS = 300_000;
const SETTLING_TIMEOUT_MS = 300_000;

export interface TrialOptions {
  readonly seed: number;
  readonly deposits: number;
  /** Dust transactions, once on each chain; 0 for none. */
  readonly dust: number;
  /** Payouts of a builder's revenue and of protocol fees; 0 for none. */
  readonly payouts: number;
  readonly pauseMs: number;
  readonly report: (line: string) => void;
}

export interface TrialResult extends TrialSums {
  readonly payouts: PayoutSums;
  readonly seconds: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly alarms: Readonly<Record<string, number>>;
  readonly alarmExamples: Readonly<Record<string, string>>;
  readonly books: Awaited<ReturnType<Books['compare']>>;
  readonly solvency: Awaited<ReturnType<typeof fundedSolvencyOf>>;
  readonly leftOpen: { readonly withdrawing: number; readonly gasDebt: number };
  /** For each flooded address, its balance minus the expected one. */
  readonly dustDifference: readonly number[];
}

export async function runTrial(exchange: Exchange, options: TrialOptions): Promise<TrialResult> {
  const { seed, deposits, dust, payouts: count, pauseMs, report } = options;
  const random = new Random(seed);
  const plan = planUsers(deposits, random);
  const rpc = {
    ext: new LocalChainRpc(exchange, 'ext'),
    main: new LocalChainRpc(exchange, 'main'),
  };
  const tokenMint = chainServicesOf(exchange).ext.tokens[1]!.mint;
  const world: TrialWorld = { exchange, rpc, gate: new SendGate(), tokenMint };
  const payers = await earnRevenue(exchange, count);
  const books = await Books.open(exchange);
  const startedMs = performance.now();
  const doubtful = await doubtfulNodesOf(exchange);
  const alarms = new TrialAlarms(exchange.dataDir);
  const { gate } = world;
  const faults = new TrialFaults({ exchange, doubtful, gate, random, pauseMs });
  let isOver = false;
  const failing = faults.run(() => isOver);
  const progress = reporting(() => isOver, report, faults);
  try {
    const [users, floods, payouts] = await Promise.all([
      liveAll(world, plan, progress.done),
      floodAll(world, dust),
      payOutAll(world, payers, { count, random: new Random(seed) }),
    ]);
    isOver = true;
    await failing;
    return await verdict({ world, books, users, floods, payouts, faults, alarms, startedMs });
  } finally {
    isOver = true;
    await Promise.allSettled([failing, progress.whenOver, alarms.stop()]);
    await doubtful.stop();
  }
}

interface Ended {
  readonly world: TrialWorld;
  readonly books: Books;
  readonly users: readonly TrialUser[];
  readonly floods: readonly Flooded[];
  readonly payouts: readonly PaidRevenue[];
  readonly faults: TrialFaults;
  readonly alarms: TrialAlarms;
  readonly startedMs: number;
}

async function verdict(ended: Ended): Promise<TrialResult> {
  const { world, books, users, floods, payouts, faults, alarms, startedMs } = ended;
  const { exchange } = world;
  book(books, { users, floods });
  for (const { to, record } of payouts) if (to !== 'user') books.payRevenue(record);
  const everybody = [...users, ...floods].map(({ depositor }) => depositor.user);
  // A gas charge or a withdrawal's settlement may still be under way.
  const compared = await eventually(
    () => books.compare(),
    ({ grown, expected }) => JSON.stringify(grown) === JSON.stringify(expected),
    SETTLING_TIMEOUT_MS,
  ).catch(() => books.compare());
  const sinceSeconds = Math.floor(Date.now() / 1_000);
  const solvency = await eventually(
    () => fundedSolvencyOf(exchange),
    ({ chain }) => chain.available && chain.timestamp > sinceSeconds,
    SOLVENCY_TIMEOUT_MS,
  );
  const balances = await Promise.all(everybody.map((user) => balanceOf(exchange, user)));
  const dustDifference = await Promise.all(
    floods.map(
      async (one) => (await dustLeft(world, one)) - (one.chain === 'ext' ? one.microUsdc : 0),
    ),
  );
  await alarms.stop();
  return {
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    deposits: depositSums({ users, floods }),
    withdrawals: await withdrawalSums(world, { users, floods }),
    payouts: await payoutSums(world, payouts),
    dust: {
      transactions: floods.reduce((sum, one) => sum + one.count, 0),
      microUsdc: floods.reduce((sum, one) => sum + one.microUsdc, 0),
    },
    faults: faults.counts,
    alarms: alarms.counts,
    alarmExamples: alarms.examples,
    books: compared,
    solvency,
    leftOpen: {
      withdrawing: balances.reduce((sum, one) => sum + one.withdrawing, 0),
      gasDebt: balances.reduce((sum, one) => sum + one.gas_debt, 0),
    },
    dustDifference,
  };
}

async function liveAll(
  world: TrialWorld,
  plan: ReturnType<typeof planUsers>,
  done: () => void,
): Promise<readonly TrialUser[]> {
  return pLimit(USERS_AT_ONCE).map(plan, async (next) => {
    const user = await liveThrough(world, next);
    done();
    return user;
  });
}

async function floodAll(world: TrialWorld, dust: number): Promise<readonly Flooded[]> {
  if (dust === 0) return [];
  return [await flood(world, 'ext', dust), await flood(world, 'main', dust)];
}

const REPORT_PAUSE_MS = 30_000;
const LOOK_PAUSE_MS = 1_000;

function reporting(isOver: () => boolean, report: (line: string) => void, faults: TrialFaults) {
  let users = 0;
  const startedMs = performance.now();
  const work = async (): Promise<void> => {
    let publishedMs = startedMs;
    while (!isOver()) {
      await sleep(LOOK_PAUSE_MS);
      if (performance.now() - publishedMs < REPORT_PAUSE_MS) continue;
      publishedMs = performance.now();
      const met = Object.values(faults.counts).reduce((sum, count) => sum + count, 0);
      report(
        `${Math.round((publishedMs - startedMs) / 1_000)} s: ${users} users done, ${met} faults`,
      );
    }
  };
  return { done: () => void users++, whenOver: work() };
}
