/**
 * Every part dies by kill -9, one after the other, while money comes in over both chains and goes out over both. What
 * was sent is credited once, what was accepted is paid once, and chains and books agree in the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { expectOk, status } from '../src/answers';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import {
  Books,
  completedWithdrawal,
  creditedDeposit,
  faucet,
  fundedSolvencyOf,
  newDepositor,
  withdraw,
} from '../src/funding-scenario';
import type { Depositor } from '../src/funding-scenario';
import { LocalChainRpc } from '../src/local-chains';
import { killPart } from '../src/processes';
import type { PartName } from '../src/processes';
import { USDC, balanceOf } from '../src/scenario';
import { Wallet } from '../src/wallet';

const TEST_PATIENCE_MS = 240_000;
const SOLVENCY_PATIENCE_MS = 150_000;
const USERS = 4;
/** Long enough that what was killed is at work again when the next one dies, short enough to hit every step. */
const BETWEEN_KILLS_MS = 1_000;
const DEPOSITS = { ext: 30 * USDC + 1, main: 20 * USDC + 3 } as const;
const WITHDRAWALS = { ext: 15 * USDC + 5, main: 10 * USDC + 7 } as const;
const PARTS: readonly PartName[] = [
  'deposit-listener',
  'bridge-relayer',
  'ext-chain',
  'main-chain',
  'matching-engine',
  'chain-services',
  'withdraw-worker',
  'nats-server',
  'PostgreSQL',
  'gateway',
];
const exchange = suiteExchange();

interface Journey extends Depositor {
  readonly signatures: { readonly ext: string; readonly main: string };
}

async function begin(): Promise<Journey> {
  const depositor = await newDepositor(exchange);
  const { depositAddress, proxyWallet } = depositor;
  const send = (chain: 'ext' | 'main', address: string) =>
    faucet(exchange, { chain, address, token: 'usdc', amount: DEPOSITS[chain] });
  const [ext, main] = [await send('ext', depositAddress), await send('main', proxyWallet)];
  return { ...depositor, signatures: { ext, main } };
}

/** Withdraws to a new wallet as soon as a deposit is credited. @returns what must be there in the end */
async function inAndOut(
  { wallet, user, signatures }: Journey,
  chain: 'ext' | 'main',
  nonce: number,
) {
  const deposit = await creditedDeposit(exchange, { user, signature: signatures[chain] });
  const { publicKey: recipient } = await Wallet.create();
  const to = chain === 'ext' ? { recipient_ext: recipient } : { recipient_main: recipient };
  const accepted = await withdraw(exchange, wallet, { amount: WITHDRAWALS[chain], ...to, nonce });
  const record = await completedWithdrawal(exchange, accepted.withdrawal_id);
  return { chain, user, credited: deposit.credited_micro_usdc, record, recipient };
}

/** Nonces go up, so a user's withdrawals go one after the other: the deposit on main is credited first. */
async function complete(journey: Journey) {
  const main = await inAndOut(journey, 'main', 1);
  return [main, await inAndOut(journey, 'ext', 2)];
}

async function killAll(isOver: () => boolean): Promise<number> {
  let killed = 0;
  for (const part of PARTS) {
    await sleep(BETWEEN_KILLS_MS);
    await killPart(exchange.dataDir, part);
    killed++;
    if (isOver()) break;
  }
  return killed;
}

describe('kill -9 of everything while money moves', () => {
  it(
    'loses nothing and doubles nothing',
    async () => {
      const books = await Books.open(exchange);
      const journeys = await Promise.all(Array.from({ length: USERS }, begin));
      let isOver = false;
      const completing = Promise.all(journeys.map(complete)).finally(() => (isOver = true));
      const [killed, ended] = await Promise.all([killAll(() => isOver), completing]);
      expect(killed).toBe(PARTS.length);
      const rpc = {
        ext: new LocalChainRpc(exchange, 'ext'),
        main: new LocalChainRpc(exchange, 'main'),
      };
      for (const { chain, user, credited, record, recipient } of ended.flat()) {
        expect(credited).toBe(DEPOSITS[chain]);
        expect(await rpc[chain].usdcOf(recipient)).toBe(record.net_amount);
        books.credit(user, credited);
        books.payOut(record);
      }
      for (const { user } of journeys) {
        expect(await balanceOf(exchange, user)).toMatchObject({ withdrawing: 0, gas_debt: 0 });
      }
      const { grown, expected } = await books.compare();
      expect(grown).toEqual(expected);
    },
    TEST_PATIENCE_MS,
  );

  it(
    'leaves chains and books in agreement',
    async () => {
      const sinceSeconds = Math.floor(Date.now() / 1_000);
      const { chain } = await eventually(
        () => fundedSolvencyOf(exchange),
        (solvency) => solvency.chain.available && solvency.chain.timestamp > sinceSeconds,
        SOLVENCY_PATIENCE_MS,
      );
      expect(chain).toMatchObject({ ok: true, difference: 0 });
      const now = expectOk(status, await exchange.get('/v1/status'));
      expect(now.mode).toBe('open');
    },
    TEST_PATIENCE_MS,
  );
});
