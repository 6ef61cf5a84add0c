/**
 * A crowd of keys without money calls every public route, and what it leaves behind is counted.
 * `ATTACK_REQUESTS=100000` is the large run, of 20,000 keys. With `FIGURES_DIR` it writes its figures to
 * `every-route.json`.
 */
import { beforeAll, expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { newEvent } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { Attacker, tallyOf } from '../src/attacker';
import { grownTables, rowsOf } from '../src/database-rows';
import { footprintOf } from '../src/footprint';
import { whenQuiet, witness } from '../src/journal-witness';
import { publicRequests } from '../src/stranger-requests';
import type { KnownPlaces } from '../src/stranger-requests';

const REQUESTS = Number(process.env['ATTACK_REQUESTS'] ?? 500);
const REQUESTS_A_KEY = 5;
/** The requests of one address, which has its own allowance. */
const REQUESTS_AN_ADDRESS = 250;
/**
 * An asked-for deposit address is watched: it makes a row, at a rate that needs days to fill a disk. And once a minute
 * the exchange compares the chains with its books, whatever is requested.
 */
const MAY_GROW = ['watched_addresses', 'solvency_rounds'];

const exchange = attackedExchange();
let known: KnownPlaces;
beforeAll(async () => {
  const { eventId, marketIds } = await newEvent(exchange);
  known = { eventId, marketId: marketIds[0] ?? '' };
  await whenQuiet(exchange);
});

/** The next keys' requests: each key makes five, and together they call all routes again and again. */
async function requestsOf(attacker: Attacker, first: number, count: number): Promise<Buffer[]> {
  const requests: Buffer[] = [];
  while (requests.length < count) {
    const all = await publicRequests('gateway', await Wallet.create(), known);
    for (let nth = 0; nth < REQUESTS_A_KEY; nth++) {
      const { method, target, body } = all[(first + requests.length) % all.length]!;
      requests.push(method === 'GET' ? attacker.get(target) : attacker.post(target, body ?? {}));
    }
  }
  return requests;
}

const leftBehind = async () => ({
  journal: await witness(exchange),
  rows: await rowsOf(exchange),
  footprint: process.env['FIGURES_DIR'] === undefined ? null : await footprintOf(exchange),
});

it(`${REQUESTS.toLocaleString('en')} requests of keys without money leave nothing`, async () => {
  const before = await leftBehind();
  const answers: Record<string, number> = {};
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_AN_ADDRESS) {
    const address = sent / REQUESTS_AN_ADDRESS;
    const from = `127.0.${100 + Math.floor(address / 250)}.${1 + (address % 250)}`;
    const attacker = await Attacker.at(exchange.file.gateway_url, from);
    const count = Math.min(REQUESTS_AN_ADDRESS, REQUESTS - sent);
    const replies = await attacker.send(await requestsOf(attacker, sent, count));
    attacker.leave();
    for (const [answer, times] of Object.entries(tallyOf(replies)))
      answers[answer] = (answers[answer] ?? 0) + times;
    expect(Object.keys(tallyOf(replies)).filter((answer) => answer.startsWith('5'))).toEqual([]);
  }
  await whenQuiet(exchange);
  const after = await leftBehind();
  expect(after.journal).toEqual(before.journal);
  const grown = grownTables(before.rows, after.rows);
  expect(Object.keys(grown).filter((table) => !MAY_GROW.includes(table))).toEqual([]);
  writeFigures('every-route', {
    requests: REQUESTS,
    keys: REQUESTS / REQUESTS_A_KEY,
    before,
    after,
    grown,
    answers,
  });
});
