/**
 * A user of the exchange in containers, a process of its own so that it may trust another authority's certificates:
 *
 *     node trade.mjs first GATEWAY ADMIN_GATEWAY ADMIN_KEY       makes a market, and a trade between two users
 *     node trade.mjs flow GATEWAY ADMIN_GATEWAY ADMIN_KEY        orders, five a second, until standard input ends
 *     node trade.mjs day GATEWAY ADMIN_GATEWAY ADMIN_KEY         credits, orders and cancels, whatever is answered, until then
 *     node trade.mjs money GATEWAY ADMIN_GATEWAY ADMIN_KEY       deposits over both chains, and withdrawals to both
 *
 * Prints one line of JSON; `flow` and `day` print one before it, when users trade.
 */
import { once } from 'node:events';
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
const LONGEST_ORDER_MS = 10_000;
const FUNDS_MICRO_USDC = 100_000_000;
const DEPOSIT_MICRO_USDC = 25_000_000;
const WITHDRAWAL_MICRO_USDC = 10_000_000;
const LONGEST_MONEY_MS = 300_000;
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

/** Each order is sent once, by a user without another under way, so that what users would see is counted. */
async function flow() {
  const market_id = await market();
  const sentOnce = {
    maxAttempts: 1,
    attemptTimeoutMs: LONGEST_ORDER_MS,
    deadlineMs: LONGEST_ORDER_MS,
  };
  const count = LONGEST_ORDER_MS / BETWEEN_ORDERS_MS + 1;
  const idle = await Promise.all(Array.from({ length: count }, () => user(sentOnce)));
  const counts = { orders: 0, answered: 0, toldToRetry: 0, unknown: 0, refused: 0 };
  const codes = {};
  let [answeredMs, longestGapMs] = [performance.now(), 0];
  const order = {
    market_id,
    side: 'buy',
    outcome: 'yes',
    price: 100,
    size: 100,
    order_type: 'ioc',
  };
  const tookMs = [];
  const place = async () => {
    const trader = idle.shift();
    const sentMs = performance.now();
    counts.orders++;
    try {
      await trader.placeOrder(order);
      counts.answered++;
      longestGapMs = Math.max(longestGapMs, performance.now() - answeredMs);
      answeredMs = performance.now();
      tookMs.push(answeredMs - sentMs);
    } catch (error) {
      const code = error instanceof BellwetherError ? error.code : error.name;
      codes[code] = (codes[code] ?? 0) + 1;
      if (error instanceof OutcomeUnknownError) counts.unknown++;
      else if (error instanceof BellwetherError && error.retryable) counts.toldToRetry++;
      else counts.refused++;
    }
    idle.push(trader);
  };
  console.log('users trade');
  const placed = [];
  const timer = setInterval(() => placed.push(place()), BETWEEN_ORDERS_MS);
  await once(process.stdin.resume(), 'end');
  clearInterval(timer);
  await Promise.all(placed);
  const medianMs = tookMs.toSorted((a, b) => a - b)[tookMs.length >> 1] ?? Infinity;
  return {
    ...counts,
    medianMs: Math.round(medianMs),
    longestGapMs: Math.round(longestGapMs),
    codes,
  };
}

async function day() {
  const market_id = await market();
  const trader = await user({ maxAttempts: 1 });
  const order = { market_id, side: 'buy', outcome: 'yes', price: 100, size: 100 };
  let isOver = false;
  process.stdin.resume().once('end', () => (isOver = true));
  const counts = { answered: 0, refused: 0 };
  console.log('users trade');
  for (let number = 1; !isOver; number++) {
    const acts = [
      () => admin.credit({ user: trader.user, amount: 1, reference: `${trader.user}-${number}` }),
      () => trader.placeOrder({ ...order, order_type: 'gtc' }),
      () => trader.cancelAll({ market_id }),
    ];
    for (const act of acts)
      await act().then(
        () => counts.answered++,
        () => counts.refused++,
      );
    await sleep(BETWEEN_ORDERS_MS);
  }
  return counts;
}

async function money() {
  const stranger = () => new Trader({ gatewayUrl, network: 'test', key: KeyPair.random() });
  const trader = stranger();
  const { gateway, user } = trader;
  const { address } = await gateway.depositAddress(user);
  const { proxy_wallet } = await gateway.proxyWallet(user);
  for (const place of [
    { chain: 'ext', address },
    { chain: 'main', address: proxy_wallet },
  ])
    await gateway.askFaucet({ ...place, token: 'usdc', amount: DEPOSIT_MICRO_USDC });
  const fromMs = performance.now();
  const deposits = await reached(
    async () => (await gateway.depositStatus(user)).deposits,
    (all) => all.length === 2 && all.every(({ phase }) => phase === 'credited'),
  );
  const creditedMs = performance.now() - fromMs;
  const withdrawals = [];
  for (const name of ['recipient_ext', 'recipient_main']) {
    const { answer } = await trader.withdraw({
      amount: WITHDRAWAL_MICRO_USDC,
      [name]: stranger().user,
    });
    const id = answer.withdrawal_id;
    withdrawals.push(
      await reached(
        () => gateway.withdrawal(id),
        ({ status }) => status === 'completed',
      ),
    );
  }
  const { difference } = await gateway.solvency();
  return {
    deposits: deposits.map(({ phase }) => phase),
    creditedMs: Math.round(creditedMs),
    withdrawals: withdrawals.map(({ status }) => status),
    paidMs: Math.round(performance.now() - fromMs - creditedMs),
    difference,
  };
}

async function reached(read, isThere) {
  for (const endMs = performance.now() + LONGEST_MONEY_MS; ; await sleep(1_000)) {
    const seen = await read();
    if (isThere(seen)) return seen;
    if (performance.now() > endMs) throw new Error(`not reached: ${JSON.stringify(seen)}`);
  }
}

console.log(JSON.stringify(await { first, flow, day, money }[mode]()));
