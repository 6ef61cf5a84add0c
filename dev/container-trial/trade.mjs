/**
 * A user of the exchange in containers, a process of its own so that it may trust another authority's certificates:
 *
 *     node trade.mjs first GATEWAY ADMIN_GATEWAY ADMIN_KEY       makes a market, and a trade between two users
 *     node trade.mjs flow GATEWAY ADMIN_GATEWAY ADMIN_KEY        orders, five a second, until standard input ends
 *
 * Prints one line of JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AdminClient,
  BellwetherError,
  KeyPair,
  OutcomeUnknownError,
  Trader,
} from '../../dist/libs/client/index.js';

const [mode = '', gatewayUrl = '', adminUrl = '', adminKey = ''] = process.argv.slice(2);
const BETWEEN_ORDERS_MS = 200;
const FUNDS_MICRO_USDC = 100_000_000;
const YEAR_SECONDS = 31_536_000;

const admin = new AdminClient({ gatewayUrl: adminUrl, adminKey });

async function market() {
  const event = {
    event_id: `trial-${Date.now()}`,
    question: 'Does the trial of the containers end well?',
    description: 'It does where every step is done.',
    rules: 'As its log says.',
    resolution_source: 'Its log.',
    category: { name: 'trials', sub: 'containers' },
    expiry: Math.floor(Date.now() / 1_000) + YEAR_SECONDS,
    mutually_exclusive: false,
    outcomes: [{ label: 'Yes' }],
  };
  const { answer } = await admin.createEvent(event);
  return answer.outcomes[0].market_id;
}

async function user(retry = {}) {
  const trader = new Trader({ gatewayUrl, network: 'test', key: KeyPair.random(), retry });
  await admin.credit({ user: trader.user, amount: FUNDS_MICRO_USDC, reference: trader.user });
  return trader;
}

async function first() {
  const market_id = await market();
  const [one, another] = [await user(), await user()];
  const order = { market_id, side: 'buy', price: 5000, size: 10, order_type: 'gtc' };
  await one.placeOrder({ ...order, outcome: 'yes' });
  const { answer } = await another.placeOrder({ ...order, outcome: 'no' });
  const { yes_contracts } = await one.position(market_id);
  const { difference } = await one.gateway.solvency();
  return { status: answer.status, yes_contracts, difference, market_id, user: one.user };
}

/** Each order is sent once, so that what a user would see is counted. */
async function flow() {
  const market_id = await market();
  const trader = await user({ maxAttempts: 1, attemptTimeoutMs: 10_000, deadlineMs: 10_000 });
  const counts = { orders: 0, answered: 0, toldToRetry: 0, unknown: 0, refused: 0 };
  const refusals = {};
  let answeredMs = performance.now();
  let longestGapMs = 0;
  let isOver = false;
  process.stdin.resume().on('end', () => (isOver = true));
  for (let nextMs = performance.now(); !isOver; nextMs += BETWEEN_ORDERS_MS) {
    counts.orders++;
    try {
      await trader.placeOrder({
        market_id,
        side: 'buy',
        outcome: 'yes',
        price: 100,
        size: 100,
        order_type: 'ioc',
      });
      counts.answered++;
      longestGapMs = Math.max(longestGapMs, performance.now() - answeredMs);
      answeredMs = performance.now();
    } catch (error) {
      const code = error instanceof BellwetherError ? error.code : error.name;
      refusals[code] = (refusals[code] ?? 0) + 1;
      if (error instanceof OutcomeUnknownError) counts.unknown++;
      else if (error instanceof BellwetherError && error.retryable) counts.toldToRetry++;
      else counts.refused++;
    }
    await sleep(Math.max(0, nextMs + BETWEEN_ORDERS_MS - performance.now()));
  }
  return { ...counts, longestGapMs: Math.round(longestGapMs), refusals };
}

console.log(JSON.stringify(await (mode === 'first' ? first() : flow())));
