/**
 * The worst case: NATS and PostgreSQL are lost with all their data. What is left is an archive of the journal, an older
 * copy of some tables, the secrets, and the chains, which cannot be rolled back. The exchange must be as it was, and
 * continue, with each deposit credited once and each withdrawal paid once, whatever the copy lacked.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { natsAccounts, publicKeyOfSeed } from '@bellwether/bus';
import {
  cacheDir,
  createDatabase,
  startNatsServer,
  startPostgres,
  writeFigures,
} from '@bellwether/local-services';
import { z } from 'zod';
import { assembleDrill } from '../../../docker/assemble.mjs';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import { candles, expectOk, status, trades } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import { loadSecrets } from '../../local-exchange/src/secrets';
import { Exchange } from '../../e2e/src/exchange';
import { depositStatus, withdrawals } from '../../e2e/src/funding-answers';
import {
  completedWithdrawal,
  creditedDeposit,
  depositOnce,
  faucet,
  fundedSolvencyOf,
  newDepositor,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import {
  USDC,
  balanceOf,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
} from '../../e2e/src/scenario';
import type { TestBuilder } from '../../e2e/src/scenario';
import { TradingLoad } from '../../e2e/src/trading-load';
import { Wallet } from '../../e2e/src/wallet';

const FLAGS = ['--empty', '--slot-ms', '50', '--blocks', 'on-demand'];
/** What a restored exchange has of the old one besides its backup: secrets, and the chains. */
const SURVIVES = ['secrets.json', 'exchange.json', 'chains'];
const run = promisify(execFile);

let folder: string;
let archive: string;
/** What its image contains, and nothing else of the checkout. */
let image: string;
let port: number;
let running: Awaited<ReturnType<typeof startExchange>>;
let exchange: Exchange;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-restore-'));
  archive = join(folder, 'archive');
  image = join(folder, 'image');
  await assembleDrill(image);
  port = await freePorts();
  await start('lost');
});
afterAll(async () => {
  await running.end('SIGTERM');
  await removeUnlessKept(folder);
});

async function start(name: string): Promise<void> {
  const dataDir = join(folder, name);
  const flags = [...FLAGS, '--archive', archive];
  running = await startExchange({ dataDir, port, flags });
  exchange = new Exchange(dataDir);
}

async function drill(args: readonly string[], env: Record<string, string> = {}) {
  const main = join(image, 'dist/tools/drill/main.js');
  const { stdout } = await run(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], BELLWETHER_CACHE: cacheDir(), ...env },
  });
  return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
}

async function trade({ builder }: TestBuilder, marketId: string, users: readonly string[]) {
  const load = new TradingLoad({ exchange, builder }, marketId, users);
  await load.during(() => load.goesOn(8));
}

const deposit = (
  { depositAddress, proxyWallet }: Depositor,
  chain: 'ext' | 'main',
  amount: number,
): Promise<string> => {
  const address = chain === 'ext' ? depositAddress : proxyWallet;
  return faucet(exchange, { chain, address, token: 'usdc', amount });
};

/** Pays out to a wallet that gets no other payment. @returns the amount and the wallet */
async function payOut({ wallet }: Depositor, amount: number, nonce: number) {
  const { publicKey: recipient } = await Wallet.create();
  const accepted = await withdraw(exchange, wallet, { amount, recipient_main: recipient, nonce });
  const { net_amount } = await completedWithdrawal(exchange, accepted.withdrawal_id);
  return { recipient, net_amount };
}

/** Everything that a user or an operator can see and that must not change. */
async function seen(marketId: string, users: readonly string[]) {
  await historyCaughtUp(exchange);
  const get = (path: string) => exchange.get(path);
  const each = <T>(ask: (user: string) => Promise<T>) => Promise.all(users.map(ask));
  const { deposits_credited, test_credits, payouts, gas_revenue, withdrawing } =
    await fundedSolvencyOf(exchange);
  const traded = expectOk(candles, await get(`/v1/markets/${marketId}/candles?interval=1m`));
  return {
    sums: { deposits_credited, test_credits: test_credits > 0, payouts, gas_revenue, withdrawing },
    balances: await each(async (user) => {
      const { available, locked, withdrawing: leaving } = await balanceOf(exchange, user);
      return { available, locked, leaving };
    }),
    trades: await each(async (user) => expectOk(trades, await get(`/v1/trades/${user}?limit=500`))),
    candles: traded.candles.filter(({ volume }) => volume > 0),
    deposits: await each(async (user) => {
      const { deposits } = expectOk(depositStatus, await get(`/v1/deposit/status/${user}`));
      return Object.fromEntries(
        deposits.map((one) => [one.tx_signature, [one.phase, one.credited_micro_usdc]]),
      );
    }),
    withdrawals: await each(async (user) => {
      const answer = expectOk(withdrawals, await get(`/v1/withdrawals/${user}`));
      return Object.fromEntries(answer.withdrawals.map((one) => [one.withdrawal_id, one.status]));
    }),
  };
}

/** Servers with only what the drill restores, in the folder of the exchange that will use them. */
async function restoreTo(name: string, backup: string) {
  const dataDir = join(folder, name);
  await mkdir(dataDir, { mode: 0o700 });
  for (const one of SURVIVES) {
    await cp(join(folder, 'lost', one), join(dataDir, one), { recursive: true });
  }
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const accounts = natsAccounts((identity) => [publicKeyOfSeed(secrets[`nats.${identity}`])]);
  const nats = await startNatsServer({ dataDir: join(dataDir, 'nats'), accounts });
  try {
    const env = {
      DATABASE_URL: await createDatabase(postgres.url, 'bellwether'),
      NATS_NKEY_SEED: secrets['nats.restore'],
    };
    const from = ['--backup', backup, '--archive', archive, '--nats', nats.url, '--replicas', '1'];
    const restored = await drill(['restore', ...from], env);
    await expect(drill(['restore', ...from], env)).rejects.toThrow(/the database is not empty/);
    return restored;
  } finally {
    await nats.stop();
    await postgres.stop();
  }
}

const seqNow = async () => expectOk(status, await exchange.get('/v1/status')).seq;

describe('a restore', () => {
  it('gives back the same state, and money goes on where it was, neither lost nor doubled', async () => {
    const builder = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const traders = await Promise.all([
      fundedUser(exchange, builder.builder),
      fundedUser(exchange, builder.builder),
    ]);
    await trade(builder, marketId, traders);
    const [one, other] = [await newDepositor(exchange), await newDepositor(exchange)];
    const users = [...traders, one.user, other.user];
    const credited = async (who: Depositor, signature: string) =>
      creditedDeposit(exchange, { user: who.user, signature });
    await credited(one, await deposit(one, 'main', 50 * USDC));
    const paid = [await payOut(one, 5 * USDC, 1)];
    const underWay = await deposit(other, 'ext', 20 * USDC);
    await depositOnce(exchange, { user: other.user, signature: underWay }, ({ phase }) =>
      ['bridged', 'credited'].includes(phase),
    );

    const from = ['--data', exchange.dataDir, '--archive', archive];
    const backup = await drill(['backup', ...from, '--to', join(folder, 'backups')]);

    // None of this is in the copy: the journal has one half, the chains the other.
    await trade(builder, marketId, traders);
    await credited(one, await deposit(one, 'main', 7 * USDC));
    paid.push(await payOut(one, 6 * USDC, 2));
    await credited(other, underWay);
    const late = await newDepositor(exchange);
    await credited(late, await deposit(late, 'ext', 9 * USDC));
    const lateBefore = await balanceOf(exchange, late.user);
    const before = await seen(marketId, users);
    const report = await drill(['whole', ...from]);
    expect(report).toMatchObject({ ok: true, history: { differences: [] } });
    writeFigures('restore', report);
    const seq = await seqNow();
    await running.end('SIGTERM');

    const restored = await restoreTo('restored', String(backup['folder']));
    // An engine that gets queries writes ticks.
    expect(Number(restored['seq'])).toBeGreaterThanOrEqual(seq);
    await start('restored');
    await eventually(
      async () => expect(await seen(marketId, users)).toEqual(before),
      () => true,
    );
    const lateNow = await balanceOf(exchange, late.user);
    expect(lateNow.available).toBe(lateBefore.available);

    // The same builder, key and users continue, on both chains.
    await trade(builder, marketId, traders);
    await credited(one, await deposit(one, 'main', 3 * USDC));
    paid.push(await payOut(one, 4 * USDC, 3));
    const main = new LocalChainRpc(exchange, 'main');
    for (const { recipient, net_amount } of paid) {
      expect(await main.usdcOf(recipient)).toBe(net_amount);
    }
    const { deposits_credited, withdrawing } = await fundedSolvencyOf(exchange);
    expect([deposits_credited - before.sums.deposits_credited, withdrawing]).toEqual([3 * USDC, 0]);
  });
});
