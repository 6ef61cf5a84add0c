/**
 * Results with two engines, whose clocks are two hours apart, and whose leader is killed at every step of a case: while
 * the step is under way, and again when it is done. What was answered holds, every engine says the same of a case, and
 * holders are paid once.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutcomeUnknownError } from '@bellwether/client';
import type { AdminClient, ResolutionRulesRequest, Trader } from '@bellwether/client';
import { writeFigures } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import { z } from 'zod';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import { eventually } from '../../e2e/src/eventually';
import { Exchange } from '../../e2e/src/exchange';
import {
  USDC,
  balanceOf,
  historyCaughtUp,
  newEvent,
  newJudge,
  solvencyOf,
} from '../../e2e/src/scenario';
import { AppClocks } from '../src/app-clocks';
import { ENGINES, EnginePair, engineLog } from '../src/engine-pair';
import { QUICK_CHAINS } from '../src/own-exchange';
import { fundedTrader } from '../src/signed-trading-load';

const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_129);
const ROOT = join(import.meta.dirname, '../../..');
/** Three slices of payments. */
const HOLDERS = Number(process.env['CASE_HOLDERS'] ?? 600);
const AT_ONCE = 25;
const HOUR_MS = 3_600_000;
/** An admin command takes some of it: the leader dies before, in or after it. */
const LONGEST_LEAD_MS = 12;
const WINDOW_SECONDS = 15;
/** To find out who leads. */
const AIM_MS = 2_000;
/** Before a case is due the leader dies so long, and nobody leads when it is. */
const LONGEST_BEFORE_MS = 400;
const run = promisify(execFile);
const random = new Random(SEED);

let folder: string;
let running: Awaited<ReturnType<typeof startExchange>>;
let exchange: Exchange;
let pair: EnginePair;
let judge: AdminClient;
let clocks: AppClocks;
let installed: ResolutionRulesRequest['rules'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-cases-'));
  clocks = new AppClocks(folder);
  const flags = ['--empty', '--standby', '--archive', join(folder, 'archive'), '--no-rate-limits'];
  process.env['APP_NODE_OPTIONS'] = clocks.nodeOptions;
  running = await startExchange({
    dataDir: folder,
    port: await freePorts(),
    flags: [...flags, ...QUICK_CHAINS],
  });
  delete process.env['APP_NODE_OPTIONS'];
  exchange = new Exchange(folder);
  pair = new EnginePair(folder);
  judge = await newJudge(exchange);
  await wholeAgain(0);
});
afterAll(async () => {
  await running?.end('SIGTERM');
  await removeUnlessKept(folder);
});

/** Both engines are there. A process that has just begun has the right time, so its clock is set wrong again. */
async function wholeAgain(after: number): Promise<void> {
  await pair.whole(after);
  const [one = 0, other = 0] = random.chance(0.5) ? [HOUR_MS, -HOUR_MS] : [-HOUR_MS, HOUR_MS];
  await clocks.set(folder, ENGINES[0]!, { shiftMs: one });
  await clocks.set(folder, ENGINES[1]!, { shiftMs: other });
}

async function leaderDies(): Promise<void> {
  const { epoch, fire } = await pair.aim();
  await fire();
  await wholeAgain(epoch);
}

interface Subject {
  readonly marketId: string;
  readonly eventId: string;
  readonly users: readonly Trader[];
}

/** A market that so many hold YES of, the first of `users` all of NO. Others of `users` hold 1 to 5 contracts. */
async function heldMarket(sub: string, holders: number): Promise<Subject> {
  const category = { name: 'tests', sub };
  const { eventId, marketIds } = await newEvent(exchange, { category });
  const [marketId = ''] = marketIds;
  const maker = await fundedTrader(exchange);
  const terms = { market_id: marketId, side: 'buy', price: 5_000, order_type: 'gtc' } as const;
  const numbers = Array.from({ length: holders }, (_, index) => index);
  const size = numbers.reduce((sum, number) => sum + sizeOf(number), 0);
  await maker.placeOrder({ ...terms, outcome: 'no', size });
  const users = [maker];
  for (let first = 0; first < holders; first += AT_ONCE) {
    const some = numbers.slice(first, first + AT_ONCE).map(async (number) => {
      const trader = await fundedTrader(exchange);
      await trader.placeOrder({ ...terms, outcome: 'yes', size: sizeOf(number) });
      return trader;
    });
    users.push(...(await Promise.all(some)));
  }
  return { marketId, eventId, users };
}

const sizeOf = (number: number): number => 1 + (number % 5);
/** What `users[index]` is paid if the result is yes. */
const paidYes = (index: number): number => (index === 0 ? 0 : sizeOf(index - 1) * USDC);
const entryOf = (marketId: string) => exchange.gateway.market(marketId);

/** What everybody is answered of a case, and what the engine holds of it, but for time and place of the answer. */
async function picture({ marketId, users }: Subject, caseId: number) {
  await historyCaughtUp(exchange);
  const { status, case_id, due, resolution, open_interest } = await entryOf(marketId);
  const { stakes, dispute_fund } = await solvencyOf(exchange);
  const some = await Promise.all(users.slice(0, 3).map(({ user }) => balanceOf(exchange, user)));
  const balances = some.map(({ available, staked, total }) => ({ available, staked, total }));
  const market = { status, case_id, due, resolution, open_interest };
  return {
    case: await exchange.gateway.case(caseId),
    market,
    funds: { stakes, dispute_fund },
    balances,
  };
}

interface Step {
  readonly what: string;
  /** Sends it, about this case. */
  readonly act: (caseId: number) => Promise<unknown>;
  /** Of the market when it is done; it is another one before. */
  readonly status: string;
}

/**
 * Takes a step while the leader dies. What was lost with it is sent again, what was carried out is not: the market shows
 * which. @returns the case
 */
async function takeStep(subject: Subject, step: Step, known: number): Promise<number> {
  const statusNow = async () => (await entryOf(subject.marketId)).status;
  expect(await statusNow()).not.toBe(step.status);
  const { epoch, fire } = await pair.aim();
  const answer = step.act(known).then(
    () => null,
    (error: unknown) => error,
  );
  await sleep(random.between(0, LONGEST_LEAD_MS));
  await fire();
  await wholeAgain(epoch);
  const lost = await answer;
  await historyCaughtUp(exchange);
  const other = lost instanceof OutcomeUnknownError ? null : lost;
  expect([step.what, other]).toEqual([step.what, null]);
  const isDone = (await statusNow()) === step.status;
  fates[lost === null ? 'answered' : isDone ? 'unanswered' : 'lost']++;
  if (lost !== null && !isDone) await step.act(known);
  expect([step.what, await statusNow()]).toEqual([step.what, step.status]);
  return (await entryOf(subject.marketId)).case_id ?? known;
}
const fates = { answered: 0, unanswered: 0, lost: 0 };

/** Another engine, and gateways that follow it, say the same. */
async function expectSameAfterDeath(subject: Subject, caseId: number): Promise<void> {
  const before = await picture(subject, caseId);
  await leaderDies();
  expect(await picture(subject, caseId)).toEqual(before);
}

type Said = 'yes' | 'no';
const propose = ({ marketId }: Subject, outcome: Said = 'yes'): Step => ({
  what: 'propose',
  act: () => exchange.operator.proposeMarket(marketId, { outcome, note: 'It was so.' }),
  status: 'proposed',
});
const challenge = (trader: Trader, stake: number, claim: Said = 'no'): Step => ({
  what: 'challenge',
  act: (case_id) => trader.challenge({ case_id, claim, reason: 'No.', stake_micro_usdc: stake }),
  status: 'disputed',
});
const decide = (
  status: string,
  decision: Omit<Parameters<AdminClient['decideCase']>[1], 'reason'>,
): Step => ({
  what: decision.verdict,
  act: (caseId) => judge.decideCase(caseId, { ...decision, reason: 'It was read again.' }),
  status,
});

/** Each holder is paid once, what its contracts are worth. @returns when those of a sample were, in Unix seconds */
async function expectPaidOnce(
  { marketId, users }: Subject,
  before: readonly number[],
  worth: (index: number) => number,
): Promise<number[]> {
  const paidAt: number[] = [];
  await historyCaughtUp(exchange);
  for (const [index, { user, gateway }] of users.entries()) {
    const { available, locked } = await balanceOf(exchange, user);
    expect([index, available, locked]).toEqual([index, before[index]! + worth(index), 0]);
    if (index % 20 > 1) continue;
    const { entries } = await gateway.ledger(user, { limit: 50 });
    const paid = entries.filter(
      ({ kind, market_id }) => kind === 'payout' && market_id === marketId,
    );
    const moved = paid.filter(({ amount }) => amount !== 0);
    const amounts = moved.map(({ amount }) => amount);
    expect([index, amounts]).toEqual([index, worth(index) === 0 ? [] : [worth(index)]]);
    paidAt.push(...moved.map(({ time }) => time));
  }
  return paidAt;
}

const availableOf = async ({ users }: Subject): Promise<number[]> => {
  const found: number[] = [];
  for (const { user } of users) found.push((await balanceOf(exchange, user)).available);
  return found;
};
const sizes = ({ users }: Subject): number =>
  users.slice(1).reduce((sum, _, number) => sum + sizeOf(number), 0);

const sleepUntil = (ms: number): Promise<void> => sleep(Math.max(0, ms - Date.now()));
/** The leader dies a moment before the case is due. @returns the epoch that ended */
async function dieWhenDue({ marketId }: Subject): Promise<number> {
  const { due } = await entryOf(marketId);
  await sleepUntil(due! * 1_000 - AIM_MS);
  const { epoch, fire } = await pair.aim();
  await sleepUntil(due! * 1_000 - random.between(0, LONGEST_BEFORE_MS));
  void fire();
  return epoch;
}
const isDecided = ({ marketId }: Subject) =>
  eventually(
    () => entryOf(marketId),
    ({ status }) => status === 'resolved',
  );

describe(`results while engines die (seed ${SEED})`, () => {
  it('come about as the installation’s file says, however often it is sent', async () => {
    const text = await readFile(
      join(ROOT, 'k8s/overlays/production/resolution-rules.json'),
      'utf8',
    );
    ({ rules: installed } = JSON.parse(text) as ResolutionRulesRequest);
    for (let time = 1; time <= 2; time++) {
      await exchange.operator.setResolutionRules({ rules: installed });
      expect((await exchange.gateway.resolutionRules()).rules).toEqual(installed);
    }
    const { marketIds } = await newEvent(exchange, { category: { name: 'any', sub: 'thing' } });
    const { name: _, sub: __, ...terms } = installed[0]!;
    expect((await entryOf(marketIds[0]!)).resolution_rules).toEqual(terms);
    const resolving = exchange.operator.resolveMarket(marketIds[0]!, { outcome: 'yes' });
    await expect(resolving).rejects.toMatchObject({ code: 'RESOLUTION_BY_PROPOSAL' });
    const rowOf = (sub: string, window_seconds: number) => {
      const own = { name: 'tests', sub, window_seconds };
      return { ...installed[0]!, ...own };
    };
    const rules = [...installed, rowOf('short', WINDOW_SECONDS)];
    await exchange.operator.setResolutionRules({ rules });
  });

  it('go every way by operators once, and are the same to every engine', async () => {
    const subject = await heldMarket('long', 2);
    const stake = installed[0]!.stake_micro_usdc;
    const [, one, other] = subject.users as [Trader, Trader, Trader];
    const withdraw: Step = {
      what: 'withdraw',
      act: (caseId) => exchange.operator.withdrawCase(caseId, { reason: 'Too early.' }),
      status: 'paused',
    };
    const expiry = Math.floor(Date.now() / 1_000) + 2 * 86_400;
    const ways: readonly (readonly [Step, isLookedAt: boolean])[] = [
      [propose(subject), true],
      [withdraw, true],
      [propose(subject), false],
      [challenge(one, stake), true],
      [decide('active', { verdict: 'reopen', expiry }), true],
      [propose(subject), false],
      [challenge(other, stake), false],
    ];
    const before = await availableOf(subject);
    let caseId = 0;
    for (const [step, isLookedAt] of ways) {
      caseId = await takeStep(subject, step, caseId);
      if (isLookedAt) await expectSameAfterDeath(subject, caseId);
    }
    const { dispute_fund: fund } = await solvencyOf(exchange);
    await takeStep(subject, decide('resolved', { verdict: 'uphold' }), caseId);
    await expectSameAfterDeath(subject, caseId);
    expect((await solvencyOf(exchange)).dispute_fund).toBe(fund + stake);
    const lost = [0, 0, stake];
    await expectPaidOnce(
      subject,
      before.map((amount, index) => amount - lost[index]!),
      paidYes,
    );
    const { cases } = await exchange.gateway.marketResolution(subject.marketId);
    expect(cases.map(({ status }) => status)).toEqual(['final', 'reopened', 'withdrawn']);
    expect((await entryOf(subject.marketId)).expiry).toBe(expiry);
  });

  it(`pay ${HOLDERS} holders once, though the leader dies while they are paid`, async () => {
    const subject = await heldMarket('long', HOLDERS);
    const stake = installed[0]!.stake_micro_usdc;
    const [right, wrong] = [await fundedTrader(exchange), await fundedTrader(exchange)];
    const own = await balanceOf(exchange, right.user);
    const { dispute_fund: fund } = await solvencyOf(exchange);
    let caseId = await takeStep(subject, propose(subject, 'no'), 0);
    caseId = await takeStep(subject, challenge(right, stake, 'yes'), caseId);
    await takeStep(subject, decide('proposed', { verdict: 'overturn', outcome: 'yes' }), caseId);
    await expectSameAfterDeath(subject, caseId);
    const rewarded = Math.min((stake * installed[0]!.reward_pct) / 100, fund);
    expect(await balanceOf(exchange, right.user)).toMatchObject({
      available: own.available + rewarded,
      staked: 0,
    });
    await challenge(wrong, stake, 'no').act(caseId);
    const before = await availableOf(subject);
    const { epoch, fire } = await pair.aim();
    // Answered with the first slice of payments; the next ones are to come.
    // The judge has proposed it; so another one decides.
    await exchange.operator.decideCase(caseId, { verdict: 'uphold', reason: 'It is so.' });
    const diedAt = Date.now() / 1_000;
    await fire();
    await wholeAgain(epoch);
    await eventually(
      () => entryOf(subject.marketId),
      ({ open_interest }) => open_interest === 0,
    );
    const paidAt = await expectPaidOnce(subject, before, paidYes);
    expect(await exchange.gateway.case(caseId)).toMatchObject({
      status: 'final',
      round: 2,
      paid_micro_usdc: sizes(subject) * USDC,
      challenges: [{ state: 'rewarded', reward_micro_usdc: rewarded }, { state: 'forfeited' }],
    });
    expect((await solvencyOf(exchange)).dispute_fund).toBe(fund - rewarded + stake);
    writeFigures('cases', {
      seed: SEED,
      kills: pair.kills,
      steps: fates,
      holders: HOLDERS,
      looked_at: {
        paid: paidAt.length,
        after_the_death: paidAt.filter((at) => at > diedAt).length,
      },
      paid_twice: 0, // else the test has failed
    });
  });

  it('end at their time though nobody leads then: who challenges later is late', async () => {
    const subject = await heldMarket('short', 3);
    const [, late] = subject.users as [Trader, Trader];
    const { answer } = await exchange.operator.proposeMarket(subject.marketId, {
      outcome: 'yes',
      note: 'It was so.',
    });
    const before = await availableOf(subject);
    const epoch = await dieWhenDue(subject);
    await sleepUntil((answer.due! + 1) * 1_000);
    const { act } = challenge(late, installed[0]!.stake_micro_usdc);
    await expect(act(answer.case_id!)).rejects.toMatchObject({ code: 'CASE_ENDED' });
    await wholeAgain(epoch);
    await isDecided(subject);
    await expectPaidOnce(subject, before, paidYes);
    expect((await exchange.gateway.case(answer.case_id!)).history.map(({ what }) => what)).toEqual([
      'proposed',
      'final',
    ]);
  });

  it('leave one state, which the journal and its archive replay to', async () => {
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0, stakes: 0 });
    await running.end('SIGTERM');
    const logs = await Promise.all(ENGINES.map((engine) => engineLog(folder, engine)));
    const hashes = logs.flat().filter(({ state_hash }) => state_hash !== undefined);
    const last = Math.max(...hashes.map(({ seq = 0 }) => seq));
    const replayed = z.object({
      seq: z.int(),
      state_hash: z.string(),
      breaches: z.array(z.never()),
    });
    const file = join(ROOT, 'dist/tools/replay/main.js');
    const args = ['--archive', join(folder, 'archive'), '--check', '--at', String(last)];
    const { stdout } = await run(process.execPath, [file, ...args]);
    const found = replayed.parse(JSON.parse(stdout.split('\n', 1)[0] ?? ''));
    const same = hashes.filter(({ seq }) => seq === last).map(({ state_hash }) => state_hash);
    expect(found).toMatchObject({ seq: last, state_hash: same[0] });
    expect(new Set(same).size).toBe(1);
  });
});
