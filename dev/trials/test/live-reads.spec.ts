/** Reads from a gateway's memory: never older than what was answered, and without a break while the engine is dead. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, expectOk } from '../../e2e/src/answers';
import { whenWell } from '../../e2e/src/app-processes';
import type { Exchange } from '../../e2e/src/exchange';
import { killPart } from '../../e2e/src/processes';
import {
  balanceOf,
  bookOf,
  fundedUser,
  newBuilder,
  newMarket,
  submit,
} from '../../e2e/src/scenario';
import { OwnExchange } from '../src/own-exchange';

const WRITES = 100;
/** Between two writes at most: some come in a quiet moment, some in a crowd. */
const QUIET_MS = 150;
let own: OwnExchange;
let exchange: Exchange;

beforeAll(async () => {
  own = await OwnExchange.start('reads', ['--slot-ms', '100', '--blocks', 'on-demand']);
  exchange = own.exchange;
});
afterAll(() => own.stop());

const bid = (marketId: string, nonce: number) =>
  ({
    market_id: marketId,
    side: 'buy',
    outcome: 'yes',
    price: 100 + (nonce % 50),
    size: 100,
    order_type: 'gtc',
    nonce,
  }) as const;

/** A user of a new builder, with money, and a market. */
async function floor() {
  const { builder } = await newBuilder(exchange);
  const marketId = await newMarket(exchange);
  return { builder, marketId, user: await fundedUser(exchange, builder) };
}

const ordersIn = (levels: readonly { readonly orders: number }[]): number =>
  levels.reduce((sum, { orders }) => sum + orders, 0);

describe('reads', () => {
  it('at the gateway show what the signer has answered, in quiet moments and in crowds', async () => {
    const { builder, marketId, user } = await floor();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) await bookOf(exchange, marketId);
    })();
    for (let nonce = 1; nonce <= WRITES; nonce++) {
      await sleep((nonce * 37) % QUIET_MS);
      const { seq } = await submit(builder, user, bid(marketId, nonce));
      const [shown, balance] = await Promise.all([
        bookOf(exchange, marketId),
        balanceOf(exchange, user),
      ]);
      expect(shown.seq).toBeGreaterThanOrEqual(seq);
      expect(ordersIn(shown.yes.bids)).toBe(nonce);
      expect(balance.seq).toBeGreaterThanOrEqual(seq);
    }
    isOver = true;
    await reading;
  });

  it('of a book go on while the engine is dead, as of their seq', async () => {
    const { builder, marketId, user } = await floor();
    const { seq } = await submit(builder, user, bid(marketId, 1));
    const { yes } = await bookOf(exchange, marketId);
    let isBack = false;
    const seqs: number[] = [];
    const reading = (async () => {
      while (!isBack) {
        const shown = expectOk(book, await exchange.get(`/v1/markets/${marketId}/book`));
        expect(shown.yes).toEqual(yes);
        seqs.push(shown.seq);
      }
    })();
    await killPart(exchange.dataDir, 'matching-engine');
    await whenWell(() => exchange.file.gateway_url);
    isBack = true;
    await reading;
    expect(seqs.every((one, at) => one >= (seqs[at - 1] ?? seq))).toBe(true);
  });
});
