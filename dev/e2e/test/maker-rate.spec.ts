/**
 * A maker whom an operator grants ten times the usual open orders moves 20 quotes 20 times a second: 400 orders a second,
 * and none is refused. `MAKER_SECONDS=30` with `FIGURES_DIR` is the measurement.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { KeyPair, Trader } from '@bellwether/client';
import { writeFigures } from '@bellwether/local-services';
import { quantilesOf } from '../../bench/src/harness/statistics';
import { suiteExchange } from '../src/exchange';
import { LOAD_RETRY } from '../src/load';
import { USDC, credit, newMarket } from '../src/scenario';

const SECONDS = Number(process.env['MAKER_SECONDS'] ?? 1);
const QUOTES = 20;
const A_SECOND = 20;
const OPEN_ORDERS = 10_000;

const exchange = suiteExchange();

it('400 orders a second of one maker are all carried out', async () => {
  const key = KeyPair.random();
  const { gateway_url: gatewayUrl } = exchange.file;
  const maker = new Trader({ gatewayUrl, key, network: 'test', retry: LOAD_RETRY });
  await credit(exchange, key.publicKey, 10_000 * USDC);
  await exchange.operator.setUserLimits(key.publicKey, { max_open_orders: OPEN_ORDERS });
  const markets = await Promise.all(Array.from({ length: QUOTES }, () => newMarket(exchange)));
  const terms = { side: 'buy', outcome: 'yes', price: 4_000, size: 10, order_type: 'gtc' } as const;
  const placed = await maker.batch(
    markets.map((market_id) => ({ place: { market_id, ...terms } })),
  );
  const orders = placed.answer.results.map(({ body }, at) => ({
    market_id: markets[at]!,
    order_id: Number(body['order_id']),
    size: terms.size,
    filled: 0,
  }));

  const took: number[] = [];
  const answers: Record<string, number> = {};
  const startedMs = performance.now();
  const move = async (nth: number): Promise<void> => {
    const sentMs = performance.now();
    const price = terms.price + 10 * (1 + (nth % 50));
    const { answer } = await maker.batch(orders.map((order) => ({ amend: { ...order, price } })));
    took.push(performance.now() - sentMs);
    for (const { status } of answer.results) answers[status] = (answers[status] ?? 0) + 1;
  };
  const moves: Promise<void>[] = [];
  for (let nth = 0; nth < A_SECOND * SECONDS; nth++) {
    await sleep(Math.max(0, startedMs + (nth * 1_000) / A_SECOND - performance.now()));
    moves.push(move(nth));
  }
  await Promise.all(moves);
  writeFigures('maker-rate', {
    seconds: Number(((performance.now() - startedMs) / 1_000).toFixed(1)),
    answers,
    batches: quantilesOf(took),
  });
  expect(answers).toEqual({ 200: QUOTES * A_SECOND * SECONDS });
}, 120_000);
