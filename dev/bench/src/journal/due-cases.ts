/**
 * What cases cost that end by time: 50,000 markets, each with a proposal, of which as many fall due each second as end
 * all of them in an hour, and one user who trades another market through the gateway before and meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicClient } from '@bellwether/client';
import { toHex } from '@bellwether/codec';
import { Exchange } from '@bellwether/exchange';
import type { CommandOf, JournaledCommand } from '@bellwether/exchange';
import { voidUnless } from '../harness/scenario';
import type { Result, Run } from '../harness/scenario';
import { median, quantilesOf, rotated } from '../harness/statistics';
import { createEvent, order, testCredit } from '../load/commands';
import type { JournalWriter } from './journal-writer';
import { oneTrader } from './one-trader';

const MARKETS = 50_000;
const QUICK_MARKETS = 2_000;
/** All of them end in an hour. */
const DUE_A_SECOND = MARKETS / 3_600;
/** Before the first is due: for writing, for history, and for the orders before. */
const LEAD_MS_A_MARKET = 8;
const LEAD_MS = 120_000;
const BEFORE_MS = 60_000;
const BESIDE_MS = 300_000;
/** After its time a case has ended, else the engine falls behind. */
const LATEST_MS = 5_000;
const RICH_MICRO_USDC = 1_000_000_000_000;
const [YES_HOLDER, NO_HOLDER] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const CORE_ORDERS = 20_000;
const CORE_ROUNDS = 20;

export async function dueCases(run: Run): Promise<Result> {
  const count = run.number('markets', MARKETS, QUICK_MARKETS);
  const besideMs = run.isQuick ? BESIDE_MS / 10 : BESIDE_MS;
  const firstDueMs = Date.now() + LEAD_MS + count * LEAD_MS_A_MARKET;
  run.say(`writing ${count} markets with proposals`);
  const { reads, written, traded, peaks } = await oneTrader(run, async (writer) => {
    const markets = await writeCases(writer, count, firstDueMs);
    run.say('orders in the core');
    return { markets, core: coreMicroseconds(writer.exchange) };
  });
  const until = (endMs: number) => traded(() => Date.now() > endMs);
  voidUnless(Date.now() < firstDueMs - BEFORE_MS, 'cases were due before they were measured');
  await sleep(firstDueMs - BEFORE_MS - Date.now());
  run.say('orders before the first is due');
  const before = await until(firstDueMs - 1);
  run.say('orders while cases are due');
  const beside = await until(firstDueMs + besideMs);
  const ended = Math.floor(((besideMs - LATEST_MS) / 1_000) * DUE_A_SECOND);
  const { markets, core } = written;
  voidUnless(await isResolved(reads, markets[ended]!), `case ${ended} did not end in time`);
  voidUnless(!(await isResolved(reads, markets.at(-1)!)), 'the last one ended too early');
  return {
    figures: {
      markets: count,
      due_a_second: Number(DUE_A_SECOND.toFixed(1)),
      seconds: besideMs / 1_000,
      orders: { before: quantilesOf(before), beside: quantilesOf(beside) },
      core_us_an_order: core,
      peak_mib: peaks(),
    },
  };
}

const isResolved = async (reads: PublicClient, marketId: Uint8Array): Promise<boolean> =>
  (await reads.market(toHex(marketId))).status === 'resolved';

/** A second's worth at a time, under rules whose window ends in its second. @returns the markets, the next due first */
async function writeCases(
  writer: JournalWriter,
  count: number,
  firstDueMs: number,
): Promise<Uint8Array[]> {
  const admin = (command: JournaledCommand['command']) => ({ lane: 'admin', command }) as const;
  const rich = [YES_HOLDER, NO_HOLDER].map((user, number) =>
    admin(testCredit(user, RICH_MICRO_USDC, `holder-${number}`)),
  );
  await writer.write(rich);
  const markets: Uint8Array[] = [];
  for (let second = 0; markets.length < count; second++) {
    const windowSeconds = Math.ceil((firstDueMs - Date.now()) / 1_000) + second;
    const first = markets.length;
    const last = Math.min(count, Math.floor((second + 1) * DUE_A_SECOND));
    const numbers = Array.from({ length: last - first }, (_, index) => first + index);
    const rules = { name: '*', sub: '*', windowSeconds, stake: 0, rewardPct: 0, secondRole: false };
    await writer.write([
      admin({ kind: 'set_resolution_rules', rules: [rules] }),
      ...numbers.map((number) => admin(createEvent(`due-${number}`, ['Yes'], 0))),
    ]);
    const events = numbers.map((number) => writer.exchange.event(`due-${number}`)!);
    markets.push(...events.map((event) => event.markets[0]!.marketId));
    await writer.write(
      numbers.flatMap((number) => [
        ...pairOf(markets[number]!, number + 1),
        admin(proposal(markets[number]!)),
      ]),
    );
  }
  return markets;
}

/** Two holders of one contract each. */
const pairOf = (marketId: Uint8Array, nonce: number): JournaledCommand[] =>
  ([YES_HOLDER, NO_HOLDER] as const).map((user, index) => ({
    lane: 'order',
    command: order({
      ...({ user, marketId, nonce, side: 'buy', orderType: 'gtc', price: 5_000, size: 1 } as const),
      outcome: index === 0 ? 'yes' : 'no',
    }),
  }));

const proposal = (marketId: Uint8Array): CommandOf<'propose'> => ({
  kind: 'propose',
  subject: { kind: 'market', marketId },
  outcome: { kind: 'market', resolution: 'yes', price: null },
  by: 'bench',
  note: '',
});

/** CPU of an order that ends without a fill, by the rules alone: with all the cases open, and after each was withdrawn. */
function coreMicroseconds(exchange: Exchange): { open: number; none: number } {
  const state = exchange.snapshot();
  const [open, none] = [Exchange.restore(state), Exchange.restore(state)];
  const apply = (to: Exchange, { lane, command }: JournaledCommand): void => {
    to.apply({ seq: to.lastSeq + 1, timestampMs: exchange.lastTimestampMs, lane, command });
  };
  for (const { caseId } of none.cases())
    apply(none, {
      lane: 'admin',
      command: { kind: 'withdraw_case', caseId, by: 'bench', reason: 'x' },
    });
  const marketId = exchange.event('quiet')!.markets[0]!.marketId;
  const took = { open: [] as number[], none: [] as number[] };
  const both = [['open', open] as const, ['none', none] as const];
  for (let round = 0; round < CORE_ROUNDS; round++) {
    for (const [name, to] of rotated(both, round)) {
      const orders = Array.from({ length: CORE_ORDERS }, (_, number) =>
        passing(marketId, 1_000_000 + round * CORE_ORDERS + number),
      );
      const before = process.cpuUsage();
      for (const one of orders) apply(to, one);
      took[name].push(process.cpuUsage(before).user / CORE_ORDERS);
    }
  }
  const rounded = (values: readonly number[]) => Number(median(values).toFixed(2));
  return { open: rounded(took.open), none: rounded(took.none) };
}

const passing = (marketId: Uint8Array, nonce: number): JournaledCommand => ({
  lane: 'order',
  command: order({
    ...({ user: YES_HOLDER, marketId, nonce, side: 'buy', orderType: 'ioc' } as const),
    ...({ outcome: 'yes', price: 1_000, size: 1 } as const),
  }),
});
