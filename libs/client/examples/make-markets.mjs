/**
 * A maker of many markets: it keeps both sides of each quoted around a given price, whatever part of the exchange dies
 * meanwhile. It reads JSON, one object a line:
 *
 *   {"market_id": "…", "price": 4400} quote this market around this price of YES, in basis points {"report": 1} print
 *   what you hold and have in the book, once it is as wanted
 *
 *   your-prices | MAKER_SEED=… node make-markets.mjs [EXCHANGE_FILE]
 *
 * Ctrl-C takes the quotes out. MAKER_SEED is the key's seed in hex; without one it is a random key, for trying. On the
 * local exchange its operator gives the maker 100,000 USD.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient, BellwetherError, ConnectionError } from '@bellwether/client';
import { KeyPair, MarketStream, OutcomeUnknownError, Quoter, Trader } from '@bellwether/client';
import { WebSocket } from 'ws'; // Node.js before 22

/** Basis points from the price to each quote. */
const HALF_SPREAD_BPS = 100;
/** Contracts of each side. */
const SIZE = 20;
const LOWEST_BPS = 1;
const HIGHEST_BPS = 9_999;
/** Before it tries again, unless the exchange says otherwise. */
const PAUSE_MS = 250;
const FUNDS_MICRO_USDC = 100_000_000_000;

const [, , exchangeFile = '.local/exchange.json'] = process.argv;
if (!existsSync(exchangeFile)) {
  console.error(`${exchangeFile} is not there`);
  console.error('usage: your-prices | MAKER_SEED=… node make-markets.mjs [EXCHANGE_FILE]');
  process.exit(2);
}
const exchange = JSON.parse(readFileSync(exchangeFile, 'utf8'));
const gatewayUrl = exchange.gateway_url;
const seed = process.env.MAKER_SEED;
const key = seed === undefined ? KeyPair.random() : KeyPair.fromSeed(seed);
// An old price is not worth sending again for long: the next call has a new one.
const retry = { deadlineMs: 10_000, attemptTimeoutMs: 5_000 };
const trader = new Trader({ gatewayUrl, network: exchange.network, key, retry });
const operator = new AdminClient({ gatewayUrl, adminKey: exchange.admin_key });
await operator.credit({ user: trader.user, amount: FUNDS_MICRO_USDC, reference: trader.user });

const { sessions } = trader.gateway;
const stream = new MarketStream({ gatewayUrl, sessions, webSocket: WebSocket });
const account = await stream.user(trader.user).ready();
const quoter = new Quoter({ trader, account });

const prices = new Map();
const reports = [];
const ending = new AbortController();
let news = 1; // counts what may need new quotes
let wake = () => {};
const heard = () => {
  news++;
  wake();
};
const read = (line) => {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
};
const say = (line) => console.log(JSON.stringify(line));

createInterface({ input: process.stdin }).on('line', (line) => {
  const told = read(line);
  if (told.report !== undefined) reports.push(told.report);
  else if (typeof told.market_id === 'string' && Number.isInteger(told.price)) {
    prices.set(told.market_id, told.price);
  } else return say({ not_understood: line });
  heard();
});
for (const event of ['update', 'live']) account.on(event, heard); // a fill changes what there is to sell
account.on('stale', () => say({ stale: account.seq }));
account.on('live', () => say({ live: account.seq }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort());
ending.signal.addEventListener('abort', () => wake());

const within = (price) => Math.min(HIGHEST_BPS, Math.max(LOWEST_BPS, price));
const quotes = () =>
  Array.from(prices, ([market_id, price]) => ({
    market_id,
    bid: within(price - HALF_SPREAD_BPS),
    ask: within(price + HALF_SPREAD_BPS),
    size: SIZE,
  }));

/** Tries again until it is done: what was in doubt, the quoter finds out first. */
async function untilDone(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const mayPass =
        error instanceof ConnectionError ||
        error instanceof OutcomeUnknownError ||
        (error instanceof BellwetherError && error.retryable);
      if (!mayPass) throw error;
      say({ failed: error.code ?? error.name });
      await sleep(error.details?.retry_after_ms ?? PAUSE_MS);
    }
  }
}

/** Its view, in full. */
function report(id, { seq, refused }) {
  const orders = account.openOrders.map(
    ({ order_id, market_id, side, outcome, price, remaining }) => {
      return { order_id, market_id, side, outcome, price, remaining };
    },
  );
  say({ report: id, seq, orders, positions: account.positions, refused: refused.length });
}

while (!ending.signal.aborted) {
  const seen = news;
  const asked = reports.splice(0);
  const quoted = await untilDone(() => quoter.requote(quotes()));
  if (quoted.operations > 0) say({ quoted: quoted.operations, refused: quoted.refused.length });
  for (const id of asked) report(id, quoted);
  if (news > seen || ending.signal.aborted) continue;
  await new Promise((resolve) => {
    wake = resolve;
  });
}
await untilDone(() => quoter.pull());
stream.close();
process.stdin.destroy();
