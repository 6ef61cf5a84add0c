/**
 * A part is killed with -9 while users trade. At worst they get retryable errors; then everything recovers by itself,
 * everything answered is there exactly once, and history has all of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, expectOk } from '../../e2e/src/answers';
import { whenWell } from '../../e2e/src/app-processes';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { foreignHttp } from '../../e2e/src/http';
import { LocalChainRpc, chainServicesOf } from '../../e2e/src/local-chains';
import { killPart } from '../../e2e/src/processes';
import type { PartName } from '../../e2e/src/processes';
import {
  bookOf,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
  submit,
} from '../../e2e/src/scenario';
import { TradingLoad, fundedUsers } from '../../e2e/src/trading-load';
import { expectNothingLostOrDoubled } from '../src/nothing-lost';
import { OwnExchange, QUICK_CHAINS } from '../src/own-exchange';

const USERS = 6;
const BEFORE_MS = 700;
const AFTER_MS = 1_500;
const READ_EVERY_MS = 20;
/** Without these users trade on: at most a try that a busy machine was too slow for. */
const UNFELT: readonly PartName[] = ['projector', 'PostgreSQL'];
let own: OwnExchange;
let exchange: Exchange;

beforeAll(async () => {
  own = await OwnExchange.start('chaos', QUICK_CHAINS);
  exchange = own.exchange;
});
afterAll(() => own.stop());

/** Trades while `part` is killed. */
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

/** Also the parts without which it stays ready. */
const isWellAgain = ({ file }: Exchange) => whenWell(() => file.gateway_url);

describe('kill -9 under load', () => {
  it.each(['matching-engine', 'nats-server', 'projector', 'PostgreSQL', 'signer'] as const)(
    'of the %s: nothing answered is lost or doubled, and everything comes back by itself',
    async (part) => {
      const { users, marketId, answered, before, failedTries } = await tradeThrough(part);
      expect(UNFELT.includes(part) ? failedTries : 0).toBeLessThanOrEqual(USERS);
      expect(before).toBeGreaterThan(USERS);
      expect(answered.length).toBeGreaterThan(before);
      await historyCaughtUp(exchange);
      await expectNothingLostOrDoubled(exchange, { users, marketId, answered });
    },
  );

  it('of the matching-engine: reads of a book go on, as of their seq', async () => {
    const { builder } = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const user = await fundedUser(exchange, builder);
    const terms = { market_id: marketId, side: 'buy', outcome: 'yes', price: 100 } as const;
    const { seq } = await submit(builder, user, {
      ...terms,
      size: 100,
      order_type: 'gtc',
      nonce: 1,
    });
    const { yes } = await bookOf(exchange, marketId);
    let isBack = false;
    const seqs: number[] = [seq];
    const reading = (async () => {
      while (!isBack) {
        const shown = expectOk(book, await exchange.get(`/v1/markets/${marketId}/book`));
        expect(shown.yes).toEqual(yes);
        seqs.push(shown.seq);
        await sleep(READ_EVERY_MS);
      }
    })();
    await killPart(exchange.dataDir, 'matching-engine');
    await isWellAgain(exchange);
    isBack = true;
    await reading;
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });

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
      () => foreignHttp(`${swapUrl}/swap/v1/quote?${asked.toString()}`),
      ({ status }) => status === 200,
    );
    expect(quote.body).toMatchObject({ outAmount: '150000000' });
    const unknown = await foreignHttp(`${guardiansUrl}/v1/signed_vaa/1/${'0'.repeat(64)}/0`);
    expect(unknown.status).toBe(404);
  });
});
