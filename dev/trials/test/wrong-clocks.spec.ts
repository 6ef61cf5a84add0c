/**
 * Every app's clock is wrong at once, each in its own way, and jumps again each round, while users trade through both
 * edges and the leading engine is killed. nats-server's and PostgreSQL's clocks are right: an app that must know the
 * time gets it from there. No request is refused for a clock that is not the client's, and what has a time begins and
 * ends at it.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trader } from '@bellwether/client';
import { Random } from '@bellwether/seeded-random';
import { expectOk, nonceOutcome } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { killPart } from '../../e2e/src/processes';
import type { PartName } from '../../e2e/src/processes';
import {
  historyCaughtUp,
  newBuilder,
  newEvent,
  newMarket,
  solvencyOf,
} from '../../e2e/src/scenario';
import { TradingLoad, fundedUsers } from '../../e2e/src/trading-load';
import { AppClocks } from '../src/app-clocks';
import type { Wrong } from '../src/app-clocks';
import { OwnExchange, QUICK_CHAINS } from '../src/own-exchange';
import { SignedTradingLoad, fundedTrader } from '../src/signed-trading-load';

const ROUNDS = Number(process.env['CLOCK_ROUNDS'] ?? 2);
const SEED = Number(process.env['CLOCK_SEED'] ?? 20_261_125);
const HOUR_MS = 3_600_000;
/** A second an hour is a bad quartz; this is a hundred times as bad. */
const DRIFT = 0.03;
const WRONG: readonly Wrong[] = [
  { shiftMs: HOUR_MS },
  { shiftMs: -HOUR_MS },
  { shiftMs: 5_000 },
  { shiftMs: -5_000 },
  { drift: DRIFT },
  { shiftMs: -HOUR_MS, drift: -DRIFT },
];
const APPS: readonly PartName[] = [
  'matching-engine',
  'matching-engine-standby',
  'gateway',
  'signer',
  'projector',
  'journal-archiver',
  'deposit-listener',
  'bridge-relayer',
  'withdraw-worker',
];
const USERS = 2;
const ORDERS_A_ROUND = 12;
/** From when something is made to when it begins or ends. */
const AHEAD_SECONDS = 6;
/** What a busy machine may be late by; a wrong clock would be by more, or early. */
const LATE_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'bellwether-wrong-clocks-'));
const random = new Random(SEED);
const clocks = new AppClocks(folder);
let own: OwnExchange;
let exchange: Exchange;

beforeAll(async () => {
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  const flags = ['--standby', '--archive', archive, ...QUICK_CHAINS];
  process.env['APP_NODE_OPTIONS'] = clocks.nodeOptions;
  own = await OwnExchange.start('wrong-clocks', flags);
  delete process.env['APP_NODE_OPTIONS'];
  ({ exchange } = own);
});
afterAll(async () => {
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
});

const setAllClocks = (): Promise<unknown> =>
  Promise.all(APPS.map((app) => clocks.set(exchange.dataDir, app, random.pick(WRONG))));

/** When `isSo` began to hold; it did not before `fromSeconds`, and no later than a busy machine explains. */
async function expectAt(fromSeconds: number, isSo: () => Promise<boolean>): Promise<void> {
  await eventually(isSo, (answer) => answer);
  const lateMs = Date.now() - fromSeconds * 1_000;
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(LATE_MS);
}

const inSeconds = (): number => Math.floor(Date.now() / 1_000) + AHEAD_SECONDS;
const statusOf = async (marketId: string): Promise<string> =>
  (await exchange.gateway.market(marketId)).status;

/** @returns what waits for both moments, once the event is there */
async function opensAndCloses(): Promise<() => Promise<void>> {
  const opensAt = inSeconds();
  const expiry = opensAt + AHEAD_SECONDS;
  const { marketIds } = await newEvent(exchange, { opens_at: opensAt, expiry });
  const [marketId = ''] = marketIds;
  return async () => {
    await expectAt(opensAt, async () => (await statusOf(marketId)) !== 'pending');
    await expectAt(expiry, async () => (await statusOf(marketId)) === 'closed');
  };
}

/** @returns what waits for the order's end, once it rests */
async function orderExpires(trader: Trader, marketId: string): Promise<() => Promise<void>> {
  const expiresAt = inSeconds();
  const { answer } = await trader.placeOrder({
    market_id: marketId,
    side: 'buy',
    outcome: 'yes',
    price: 1_000,
    size: 100,
    order_type: 'gtc',
    expires_at: expiresAt,
  });
  const read = async () =>
    expectOk(
      nonceOutcome,
      await exchange.get(`/v1/orders/${trader.user}/by-nonce/${answer.nonce}`),
    );
  return () => expectAt(expiresAt, async () => (await read()).order?.status === 'cancelled');
}

describe(`clocks that are all wrong, seed ${SEED}`, () => {
  it('refuse nobody, lose nothing, and open, close and end nothing at another time than its own', async () => {
    const { builder } = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const users = await fundedUsers(exchange, builder, USERS);
    const traders = await Promise.all(
      Array.from({ length: USERS + 1 }, () => fundedTrader(exchange)),
    );
    const [timed, ...trading] = traders as [Trader, ...Trader[]];
    const loads = [
      new TradingLoad({ exchange, builder }, marketId, users),
      new SignedTradingLoad(marketId, trading),
    ] as const;
    const rounds = async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        await setAllClocks();
        const traded = Promise.all(loads.map((load) => load.goesOn(ORDERS_A_ROUND)));
        const timely = await Promise.all([opensAndCloses(), orderExpires(timed, marketId)]);
        if (round % 2 === 0) await killPart(exchange.dataDir, 'matching-engine');
        await Promise.all([traded, ...timely.map((isOnTime) => isOnTime())]);
      }
    };
    await loads[0].during(() => loads[1].during(rounds));

    const answered = loads.flatMap((load) => load.answered);
    const ids = answered.map(({ answer }) => answer.order_id);
    expect(new Set(ids).size).toBe(ids.length);
    await historyCaughtUp(exchange);
    for (const { user, nonce, answer } of answered) {
      const { order } = await eventually(
        async () =>
          expectOk(nonceOutcome, await exchange.get(`/v1/orders/${user}/by-nonce/${nonce}`)),
        (outcome) => outcome.order !== null,
      );
      expect(order?.order_id).toBe(answer.order_id);
    }
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  });
});
