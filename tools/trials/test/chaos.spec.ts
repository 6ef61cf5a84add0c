/**
 * A part dies by kill -9 while users trade. They see errors they may retry, at worst; then everything is back by
 * itself, what was answered is there once, and history has all of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trade } from '@bellwether/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOk, nonceOutcome, nonces, orders } from '../../e2e/src/answers';
import { whenWell } from '../../e2e/src/app-processes';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { http } from '../../e2e/src/http';
import { LocalChainRpc, chainServicesOf } from '../../e2e/src/local-chains';
import { killPart } from '../../e2e/src/processes';
import type { PartName } from '../../e2e/src/processes';
import {
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
  positionOf,
  solvencyOf,
} from '../../e2e/src/scenario';
import type { Answered } from '../../e2e/src/load';
import { TradingLoad, fundedUsers } from '../../e2e/src/trading-load';
import { OwnExchange } from '../src/own-exchange';

const USERS = 6;
const BEFORE_MS = 700;
const AFTER_MS = 1_500;
let own: OwnExchange;
let exchange: Exchange;

beforeAll(async () => {
  own = await OwnExchange.start('chaos', ['--slot-ms', '100', '--blocks', 'on-demand']);
  exchange = own.exchange;
});
afterAll(() => own.stop());

/** Trades through the death of `part`. */
async function tradeThrough(part: PartName) {
  const { builder } = await newBuilder(exchange);
  const marketId = await newMarket(exchange);
  const users = await fundedUsers(exchange, builder, USERS);
  const load = new TradingLoad({ exchange, builder }, marketId, users);
  const before = await load.during(async () => {
    await sleep(BEFORE_MS);
    await load.goesOn(2 * USERS);
    const answered = load.answered.length;
    await killPart(exchange.dataDir, part);
    await sleep(AFTER_MS);
    await load.goesOn(USERS);
    return answered;
  });
  await isWellAgain(exchange);
  return { marketId, users, answered: load.answered, before, failedTries: load.failedTries };
}

/** Also what it stays ready without. */
const isWellAgain = ({ file }: Exchange) => whenWell(() => file.gateway_url);

async function allTradesOf(marketId: string) {
  const found: Trade[] = [];
  const newestFirst = exchange.gateway.eachMarketTrade(marketId, { limit: 1_000 });
  for await (const trade of newestFirst) found.push(trade);
  return found;
}

/** Every answer is still the truth, for its order, its fills and its nonce. */
async function expectNothingLostOrDoubled(
  users: readonly string[],
  marketId: string,
  answered: readonly Answered[],
) {
  const ids = answered.map(({ answer }) => answer.order_id);
  expect(new Set(ids).size).toBe(ids.length);
  const fills = answered.flatMap(({ answer }) => answer.fills);
  const history = await allTradesOf(marketId);
  expect(history.map(({ trade_id }) => trade_id).toSorted(ascending)).toEqual(
    fills.map(({ trade_id }) => trade_id).toSorted(ascending),
  );
  for (const user of users) {
    const own = answered.filter((one) => one.user === user);
    const last = own.at(-1);
    expect(expectOk(nonces, await exchange.get(`/v1/nonce/${user}`)).order).toBe(last?.nonce);
    const stored = expectOk(orders, await exchange.get(`/v1/orders/${user}?limit=1000`)).orders;
    expect(stored.map(({ order_id }) => order_id).toReversed()).toEqual(
      own.map(({ answer }) => answer.order_id),
    );
    const path = `/v1/orders/${user}/by-nonce/${last?.nonce}`;
    const outcome = expectOk(nonceOutcome, await exchange.get(path));
    expect(outcome.order?.order_id).toBe(last?.answer.order_id);
    const bought = history
      .filter(({ maker, taker }) => maker === user || taker === user)
      .reduce((sum, { size }) => sum + size, 0);
    const held = await positionOf(exchange, marketId, user);
    expect(held.yes_contracts + held.no_contracts).toBe(bought);
  }
  expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
}

const ascending = (a: number, b: number): number => a - b;

describe('kill -9 under load', () => {
  it.each(['matching-engine', 'nats-server', 'projector', 'PostgreSQL', 'signer'] as const)(
    'of the %s: nothing answered is lost or doubled, and everything comes back by itself',
    async (part) => {
      const { users, marketId, answered, before } = await tradeThrough(part);
      expect(before).toBeGreaterThan(USERS);
      expect(answered.length).toBeGreaterThan(before);
      await historyCaughtUp(exchange);
      await expectNothingLostOrDoubled(users, marketId, answered);
    },
  );

  it.each(['projector', 'PostgreSQL'] as const)(
    'of %s is not felt by those who trade',
    async (part) => {
      const { failedTries } = await tradeThrough(part);
      expect(failedTries).toBe(0);
    },
  );

  it('of the gateway: reads come back', async () => {
    await killPart(exchange.dataDir, 'gateway');
    await isWellAgain(exchange);
    expect((await exchange.get('/v1/status')).status).toBe(200);
  });

  it.each(['ext', 'main'] as const)(
    'of the %s chain: what it answered is there when it comes back',
    async (chain) => {
      const rpc = new LocalChainRpc(exchange, chain);
      const { builder } = await newBuilder(exchange);
      const user = await fundedUser(exchange, builder);
      await rpc.mint(user, 3);
      await killPart(exchange.dataDir, `${chain}-chain`);
      const held = await eventually(
        () => rpc.usdcOf(user),
        (amount) => amount > 0,
      );
      expect(held).toBe(3);
      const slot = await rpc.call('getSlot');
      await eventually(
        () => rpc.call('getSlot'),
        (later) => Number(later) > Number(slot),
      );
    },
  );

  it('of guardians and swap: they are back where they were', async () => {
    await killPart(exchange.dataDir, 'chain-services');
    const { swapUrl, guardiansUrl } = chainServicesOf(exchange);
    const native = 'So11111111111111111111111111111111111111112';
    const asked = new URLSearchParams({
      inputMint: native,
      outputMint: exchange.file.usdc_ext,
      amount: '1000000000',
    });
    const quote = await eventually(
      () => http(`${swapUrl}/swap/v1/quote?${asked.toString()}`),
      ({ status }) => status === 200,
    );
    expect(quote.body).toMatchObject({ outAmount: '150000000' });
    const unknown = await http(`${guardiansUrl}/v1/signed_vaa/1/${'0'.repeat(64)}/0`);
    expect(unknown.status).toBe(404);
  });
});
