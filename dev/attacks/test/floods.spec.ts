/**
 * Keys without money ask for more than their limits, send slowly, or ask for what is expensive. Meanwhile others are
 * answered. `ATTACK_WATCHED=300000` is the large run of address requests.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balance, expectOk, submitted } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import { mainFundedUser, placesOf } from '../../e2e/src/funding-scenario';
import { USDC, newMarket } from '../../e2e/src/scenario';
import type { Wallet } from '../../e2e/src/wallet';
import { IndependentUser } from '../../independent-client/src/independent-user';
import { attackedExchange } from '../src/attacked-exchange';
import { Attacker, remaining } from '../src/attacker';
import { drip } from '../src/slow-request';
import { listenerHeap, watchStrangers } from '../src/watched-rows';

const exchange = attackedExchange();
const { gateway_url: gatewayUrl, signer_url: signerUrl } = exchange.file;
/** Twice the time that a request may take to arrive, and more. It was 84 s once. */
const TIMEOUT_MS = 40_000;
const SLOW = 10;
/**
 * The rows of a flood. At 807 bytes of memory each they took a gigabyte in 90 minutes. The rest of a heap varies by
 * megabytes.
 */
const WATCHED = Number(process.env['ATTACK_WATCHED'] ?? 5_000);
const BYTES_OF_WATCHED = 100;
const NOISE_BYTES = 48 * 1024 * 1024;
/** The burst of an address, and the charge of a list of 1,000 rows, in reads. */
const READS_AT_ONCE = 4_000;
const READS_OF_A_LONG_LIST = 10;

const HEAD = 'POST /v1/orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const SLOWLY = {
  headers: { beginning: `${HEAD}X-A: `, drop: 'x' },
  body: { beginning: `${HEAD}Content-Length: 16000\r\n\r\n{`, drop: ' ' },
};

let wallet: Wallet;
let user: string;
let marketId: string;
let slow: Promise<unknown>;
const attackers: Attacker[] = [];

beforeAll(async () => {
  slow = Promise.race([dripAll(), sleep(TIMEOUT_MS, 'still open', { ref: false })]);
  slow.catch(() => undefined); // its rejection is thrown where it is awaited
  marketId = await newMarket(exchange);
  ({ wallet, user } = await mainFundedUser(exchange, 20 * USDC));
});
afterAll(() => {
  for (const attacker of attackers) attacker.leave();
});

const dripAll = (): Promise<(number | null)[]> =>
  Promise.all(
    [gatewayUrl, signerUrl].flatMap((url) =>
      Object.values(SLOWLY).flatMap((how) =>
        Array.from({ length: SLOW }, (_, at) => drip({ url, from: `127.0.3.${at + 1}`, ...how })),
      ),
    ),
  );

async function attackerAt(from: string, connections?: number): Promise<Attacker> {
  const attacker = await Attacker.at(gatewayUrl, from, connections);
  attackers.push(attacker);
  return attacker;
}

let nonce = 0;
/** What an honest user does during the attack. */
async function honestUserTrades(): Promise<void> {
  const terms = { market_id: marketId, side: 'buy', outcome: 'yes', order_type: 'gtc' } as const;
  const order = await wallet.order({ ...terms, price: 100, size: 100, nonce: ++nonce });
  const placed = expectOk(submitted, await exchange.post('/v1/orders', order));
  expect(placed.status).toBe('resting');
  const cancel = await wallet.cancel({ market_id: marketId, order_id: placed.order_id });
  expect((await exchange.post('/v1/orders/cancel', cancel)).status).toBe(200);
  expectOk(balance, await exchange.get(`/v1/balance/${user}`));
}

const strangers = (count: number): string[] =>
  Array.from({ length: count }, () => new IndependentUser().publicKey);

describe('a flood', () => {
  it('of questions for new deposit addresses costs nobody their deposit', async () => {
    const reported = await placesOf(exchange, user);
    const floods = Array.from({ length: 20 }, async (_, at) => {
      const attacker = await attackerAt(`127.0.5.${at + 1}`, 1);
      const questions = strangers(5).map((one) =>
        attacker.get(`/v1/deposit/bridge-address/${one}`),
      );
      return attacker.tally(questions);
    });
    await honestUserTrades();
    for (const tally of await Promise.all(floods)) expect(tally).toEqual({ '200': 5 });
    expect(await placesOf(exchange, user)).toEqual(reported);
    await mainFundedUser(exchange, USDC);
  });

  it(`of ${WATCHED.toLocaleString('en')} such addresses stays out of the memory of who watches them`, async () => {
    const before = await listenerHeap(exchange);
    await watchStrangers(exchange, WATCHED);
    const most = before + NOISE_BYTES + WATCHED * BYTES_OF_WATCHED;
    const heap = await eventually(
      () => listenerHeap(exchange),
      (bytes) => bytes < most,
    );
    expect(heap).toBeLessThan(most);
    await mainFundedUser(exchange, USDC);
  });

  it('of questions for long histories is charged by their length, and honest users trade', async () => {
    const attacker = await attackerAt('127.0.4.2', 64);
    const questions = strangers(300).flatMap((one) => [
      attacker.get(`/v1/trades/${one}?limit=1000`),
      attacker.get(`/v1/orders/${one}?limit=500`),
      attacker.get(`/v1/ledger/${one}?limit=500`),
    ]);
    const [first] = await attacker.send(questions.slice(0, 1));
    expect(first!.head).toMatch(remaining(READS_AT_ONCE - READS_OF_A_LONG_LIST));
    const flooding = attacker.tally(questions);
    await honestUserTrades();
    const answers = Object.keys(await flooding);
    const honest = ['200', '401 SESSION_REQUIRED', '429 RATE_LIMITED'];
    expect(answers.filter((answer) => !honest.includes(answer))).toEqual([]);
    await honestUserTrades();
  });
});

describe('a request that is sent a character at a time', () => {
  it('ends with its connection after the seconds it has, headers or body, at both doors', async () => {
    await honestUserTrades();
    // Each gets the answer that it took too long.
    expect(await slow).toEqual(Array.from({ length: 2 * 2 * SLOW }, () => 400));
  });
});
