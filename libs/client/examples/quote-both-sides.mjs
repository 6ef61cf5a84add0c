/**
 * A market maker: it bids and offers YES around a price, and moves both quotes when a fill has changed what it holds.
 *
 *   node quote-both-sides.mjs MARKET_ID FAIR_PRICE_BPS [EXCHANGE_FILE]
 *
 * Ctrl-C takes the quotes out. On the local exchange its operator gives the maker 1,000 USD.
 */
import { existsSync, readFileSync } from 'node:fs';
import { AdminClient, BellwetherError, KeyPair, MarketStream, Trader } from '@bellwether/client';
import { WebSocket } from 'ws'; // Node.js before 22

/** Basis points from the middle to each quote: what a pair bought on both sides earns is twice this. */
const HALF_SPREAD_BPS = 100;
/** Contracts of each quote. */
const SIZE = 50;
/** Basis points by which the middle moves for each contract held: a long position should sell. */
const SKEW_BPS = 2;
const LOWEST_BPS = 1;
const HIGHEST_BPS = 9_999;

const USAGE = `usage: node quote-both-sides.mjs MARKET_ID FAIR_PRICE_BPS [EXCHANGE_FILE]
  MARKET_ID        64 characters of hex: market_id in GET /v1/markets
  FAIR_PRICE_BPS   ${LOWEST_BPS} to ${HIGHEST_BPS}, what YES is worth in basis points: 4500 is 45 cents
  EXCHANGE_FILE    of the running exchange; .local/exchange.json without it`;

const [, , market_id = '', fairPrice = '', exchangeFile = '.local/exchange.json'] = process.argv;
const isPrice =
  /^\d+$/.test(fairPrice) && Number(fairPrice) >= LOWEST_BPS && Number(fairPrice) <= HIGHEST_BPS;
// Before the first request: a mistyped call gives nobody money.
if (!/^[0-9a-f]{64}$/i.test(market_id) || !isPrice || !existsSync(exchangeFile)) {
  console.error(existsSync(exchangeFile) ? USAGE : `${exchangeFile} is not there\n${USAGE}`);
  process.exit(2);
}
const exchange = JSON.parse(readFileSync(exchangeFile, 'utf8'));
const gatewayUrl = exchange.gateway_url;
// Keep the seed of a key that holds money. A random one is for trying.
const maker = new Trader({ gatewayUrl, network: 'test', key: KeyPair.random() });
const operator = new AdminClient({ gatewayUrl, adminKey: exchange.admin_key });
await operator.credit({ user: maker.user, amount: 1_000_000_000, reference: maker.user });

const { sessions } = maker.gateway;
const stream = new MarketStream({ gatewayUrl, sessions, webSocket: WebSocket });
const account = await stream.user(maker.user).ready();

/** YES contracts held less NO contracts: positive is long. */
function inventory() {
  const { yes_contracts: yes, no_contracts: no } = account.position(market_id) ?? {
    yes_contracts: 0,
    no_contracts: 0,
  };
  return yes - no;
}

/** A bid for YES, and an offer of YES: a bid for NO at 1 USD less the price, so that no contract has to be held first. */
function quotesFor(held) {
  const middle = Math.round(Number(fairPrice) - held * SKEW_BPS);
  const within = (price) => Math.min(HIGHEST_BPS, Math.max(LOWEST_BPS, price));
  const bid = within(middle - HALF_SPREAD_BPS);
  const offer = within(middle + HALF_SPREAD_BPS);
  return [
    { outcome: 'yes', price: bid },
    { outcome: 'no', price: 10_000 - offer },
  ];
}

/** New quotes in the place of the old ones. A quote that would trade at once is left out: makers do not take. */
async function quote(held) {
  await maker.cancelAll({ market_id });
  for (const { outcome, price } of quotesFor(held)) {
    const order = { market_id, side: 'buy', outcome, price, size: SIZE, order_type: 'post_only' };
    try {
      await maker.placeOrder(order);
    } catch (error) {
      const isCrossing = error instanceof BellwetherError && error.is('POST_ONLY_WOULD_MATCH');
      if (!isCrossing) throw error;
    }
  }
  console.log(JSON.stringify({ held, quotes: quotesFor(held) }));
}

let isStopping = false;
let wake = () => {};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    wake();
  });
}
for (const event of ['update', 'live', 'stale']) account.on(event, () => wake());

let quotedAt = null; // what was held when the quotes in the book were made; null: there are none
try {
  while (!isStopping) {
    // Who does not see its own fills has no business in the book.
    const wanted = account.isLive ? inventory() : null;
    if (wanted === quotedAt) {
      await new Promise((resolve) => {
        wake = resolve;
      });
      continue;
    }
    if (wanted === null) await maker.cancelAll({ market_id });
    else await quote(wanted);
    quotedAt = wanted;
  }
} finally {
  await maker.cancelAll({ market_id });
  stream.close();
}
