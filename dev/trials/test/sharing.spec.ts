/**
 * Deposits and withdrawals that cross the bridge at the same time share its messages, and each is credited or paid
 * exactly, as one alone. It records what each cost the exchange's keys, as the chains took it, beside what its user was
 * charged. `SHARING_USERS=100` is the table of docs/figures/sharing.json.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '@bellwether/chain';
import { writeFigures } from '@bellwether/local-services';
import { z } from 'zod';
import { Exchange } from '../../e2e/src/exchange';
import { eventually } from '../../e2e/src/eventually';
import {
  Books,
  completedWithdrawal,
  creditedDeposit,
  faucet,
  newDepositor,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { USDC } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';

const USERS = Number(process.env['SHARING_USERS'] ?? 6);
const SIZES = [1, 10, 100].filter((size) => size < USERS).concat(USERS);
const WAIT_SECONDS = 5;
const DEPOSIT = 20 * USDC + 1;
const WITHDRAWAL = 6 * USDC + 1;
/** What recipients have before. */
const HELD = 1;
/** Some more than the 32 slots after which a block is final. */
const FINAL_MS = 5_000;
/** At 150 USD a unit, as the local network's tariff has it. */
const MICRO_USDC_PER_UNIT = 150_000_000;
const LAMPORTS_PER_UNIT = 1_000_000_000;

let dataDir: string;
let running: StartedExchange;
let exchange: Exchange;
let books: Books;
let users: readonly Depositor[];
const figures: Record<string, unknown>[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bellwether-trial-'));
  const flags = ['--empty', '--slot-ms', '100', '--no-rate-limits'];
  flags.push('--share-wait', String(WAIT_SECONDS));
  running = await startExchange({ dataDir, port: await freePorts(), flags });
  exchange = new Exchange(dataDir);
  books = await Books.open(exchange);
  users = await Promise.all(Array.from({ length: USERS }, () => newDepositor(exchange)));
});

afterAll(async () => {
  writeFigures('sharing', { figures });
  await running?.end('SIGTERM');
  await removeUnlessKept(dataDir);
});

const keyFiles = z.object({ keyFiles: z.record(z.string(), z.string()) });
const balance = z.object({ value: z.int() });

/** What the keys that pay for transactions hold on both chains. */
async function lamportsOfKeys(): Promise<number> {
  const text = await readFile(join(dataDir, 'chains/network.json'), 'utf8');
  const { keyFiles: files } = keyFiles.parse(JSON.parse(text));
  const balances = await Promise.all(
    ['registrar', 'operator', 'relayer'].flatMap((name) =>
      (['ext', 'main'] as const).map(async (chain) => {
        const secret = z.array(z.int()).parse(JSON.parse(await readFile(files[name]!, 'utf8')));
        const address = addressOf(Uint8Array.from(secret.slice(32)));
        const rpc = new LocalChainRpc(exchange, chain);
        return balance.parse(await rpc.call('getBalance', [address, { commitment: 'finalized' }]))
          .value;
      }),
    ),
  );
  return balances.reduce((sum, one) => sum + one, 0);
}

/** Once nothing is under way that costs or returns lamports. */
async function settledLamports(): Promise<number> {
  let before = -1;
  return eventually(lamportsOfKeys, (now) => {
    const isSame = now === before;
    before = now;
    return isSame;
  });
}

async function measured<T>(
  what: string,
  of: readonly Depositor[],
  act: (depositor: Depositor) => Promise<T & { readonly message: string; readonly gas: number }>,
): Promise<readonly T[]> {
  const [lamports, startedMs] = [await settledLamports(), Date.now()];
  const seconds: number[] = [];
  const done = await Promise.all(
    of.map(async (depositor) => {
      const result = await act(depositor);
      seconds.push(Math.round((Date.now() - startedMs) / 1_000));
      return result;
    }),
  );
  const taken = ((lamports - (await settledLamports())) * MICRO_USDC_PER_UNIT) / LAMPORTS_PER_UNIT;
  figures.push({
    what,
    at_once: of.length,
    messages: new Set(done.map(({ message }) => message)).size,
    taken_micro_usdc_each: Math.round(taken / of.length),
    charged_micro_usdc_each: Math.round(done.reduce((sum, { gas }) => sum + gas, 0) / done.length),
    first_seconds: Math.min(...seconds),
    last_seconds: Math.max(...seconds),
  });
  return done;
}

async function deposit({ user, depositAddress: address }: Depositor) {
  const signature = await faucet(exchange, {
    chain: 'ext',
    address,
    token: 'usdc',
    amount: DEPOSIT,
  });
  const credited = await creditedDeposit(exchange, { user, signature });
  books.credit(user, credited.credited_micro_usdc);
  expect(credited.credited_micro_usdc).toBe(DEPOSIT);
  return { message: credited.tx_bridge ?? '', gas: credited.gas_micro_usdc };
}

/** Wallets whose accounts are there, and final, so that none is made at their senders' cost. */
async function newRecipients(count: number): Promise<string[]> {
  const ext = new LocalChainRpc(exchange, 'ext');
  const wallets = await Promise.all(
    Array.from({ length: count }, async () => {
      const { publicKey } = await Wallet.create();
      await ext.mint(publicKey, HELD);
      return publicKey;
    }),
  );
  await sleep(FINAL_MS);
  return wallets;
}

const messagesOf = (done: readonly { readonly message: string }[]): number =>
  new Set(done.map(({ message }) => message)).size;

/** Not each alone; who came in the next slot may be. */
const mostMessages = (size: number): number => Math.max(1, size - 1);

describe('at once', () => {
  it('first deposits are credited exactly', async () => {
    await measured('first deposit', users, deposit);
  });

  it.each(SIZES)('%i deposits are credited exactly, and share messages', async (size) => {
    const done = await measured('deposit', users.slice(0, size), deposit);
    expect(messagesOf(done)).toBeLessThanOrEqual(mostMessages(size));
  });

  it.each(SIZES.map((size, at) => [size, at + 1] as const))(
    '%i withdrawals are paid exactly, and share messages',
    async (size, nonce) => {
      const recipients = await newRecipients(size);
      const to = new Map(users.slice(0, size).map(({ user }, at) => [user, recipients[at]!]));
      const ext = new LocalChainRpc(exchange, 'ext');
      const done = await measured(
        'withdrawal to ext',
        users.slice(0, size),
        async ({ wallet, user }) => {
          const recipient = to.get(user)!;
          const terms = { amount: WITHDRAWAL, nonce, recipient_ext: recipient };
          const { withdrawal_id } = await withdraw(exchange, wallet, terms);
          const record = await completedWithdrawal(exchange, withdrawal_id);
          books.payOut(record);
          expect(await ext.usdcOf(recipient)).toBe(HELD + record.net_amount);
          return { message: record.tx_main ?? '', gas: record.gas_fee };
        },
      );
      expect(messagesOf(done)).toBeLessThanOrEqual(mostMessages(size));
    },
  );

  it('the books say what came and what went', async () => {
    const { grown, expected } = await books.compare();
    expect(grown).toEqual(expected);
  });
});
