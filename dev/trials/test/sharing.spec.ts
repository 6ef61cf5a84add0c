/**
 * Deposits and withdrawals that cross the bridge at the same time share its messages, and each is credited or paid
 * exactly, as one alone. It records what each cost the exchange's keys, as the chains took it, beside what its user was
 * charged. `SHARING_USERS=100` is the table of docs/figures/sharing.json. At the end strangers pay and complete before the
 * exchange does, and accounts of some are closed or frozen.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, associatedTokenAddress, bytesOfAddress, newSigner } from '@bellwether/chain';
import type { SplitList } from '@bellwether/chain';
import { sameBytes } from '@bellwether/codec';
import { splitSum } from '@bellwether/funding';
import { writeFigures } from '@bellwether/local-services';
import { z } from 'zod';
import { expectOk } from '../../e2e/src/answers';
import { ChainWallet } from '../../e2e/src/chain-wallet';
import { Exchange } from '../../e2e/src/exchange';
import { eventually } from '../../e2e/src/eventually';
import { depositStatus, withdrawal } from '../../e2e/src/funding-answers';
import {
  Books,
  completedWithdrawal,
  creditedDeposit,
  depositOnce,
  faucet,
  newDepositor,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { signalPart, whileFrozen } from '../../e2e/src/processes';
import { USDC } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';
import { SharedTransfers } from '../src/shared-transfers';

const USERS = Number(process.env['SHARING_USERS'] ?? 6);
const SIZES = [1, 10, 100].filter((size) => size < USERS).concat(USERS);
const WAIT_SECONDS = 5;
const DEPOSIT = 20 * USDC + 1;
const WITHDRAWAL = 6 * USDC + 1;
/** What a stranger adds to what it pays for others. */
const GIFT = 2 * USDC;
/** What recipients have before. */
const HELD = 1;
/** As many of them take part in what strangers do. */
const MOST_TOGETHER = 10;
const CREDIT_MS = 240_000;
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

const send = ({ depositAddress: address }: Depositor): Promise<string> =>
  faucet(exchange, { chain: 'ext', address, token: 'usdc', amount: DEPOSIT });

async function deposit(depositor: Depositor) {
  const { user } = depositor;
  const signature = await send(depositor);
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

/** Of at most ten deposits. */
async function creditedTo(user: string): Promise<number> {
  const answer = await exchange.get(`/v1/deposit/status/${user}`);
  const { deposits } = expectOk(depositStatus, answer);
  return deposits.reduce((sum, one) => sum + one.credited_micro_usdc, 0);
}

const withdrawalOnce = (id: string, state: string) =>
  eventually(
    async () => expectOk(withdrawal, await exchange.get(`/v1/withdraw/${id}`)).data,
    ({ history }) => history.some((entry) => entry.state === state),
    CREDIT_MS,
  );

/** The largest group of those with the same key. */
function largestBy<T>(all: readonly T[], keyOf: (one: T) => string | null): readonly T[] {
  const keys = [...new Set(all.map(keyOf))];
  const groups = keys.map((key) => all.filter((one) => keyOf(one) === key));
  return groups.toSorted((one, other) => other.length - one.length)[0]!;
}

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
});

describe('strangers and bad recipients', () => {
  let stranger: ChainWallet;
  let transfers: SharedTransfers;
  beforeAll(async () => {
    stranger = await ChainWallet.start(exchange);
    transfers = await SharedTransfers.of(exchange);
  });
  afterAll(() => stranger?.stop());

  /** Again, where a busy machine let a blockhash age before anything was sent. */
  async function acts<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!String(error).includes('Blockhash not found')) throw error;
      }
    }
  }

  const accountsFor = (chain: 'ext' | 'main', owners: readonly string[]) =>
    acts(() =>
      stranger.pay(
        chain,
        'accounts',
        owners.map((to) => ({ to, amount: 0 })),
      ),
    );

  /** Pays a list, and more, out of its own purse before the bridge does; then makes the account that the bridge pays. */
  async function paysFirst(chain: 'ext' | 'main', list: SplitList): Promise<void> {
    const gift = { to: await transfers.ownerOf(chain, list), amount: splitSum(list) + GIFT };
    await new LocalChainRpc(exchange, chain).mint(stranger.address, gift.amount);
    await acts(() => stranger.pay(chain, 'transferChecked', [gift]));
    await transfers.pay(chain, list);
    await accountsFor(chain, [gift.to]);
  }

  /** The accounts of these wallets, by their place in a list. */
  async function orderIn(list: SplitList, mint: string, wallets: readonly string[]) {
    const places = new Map<number, string>();
    for (const wallet of wallets) {
      const account = bytesOfAddress(await associatedTokenAddress(wallet as never, mint as never));
      const at = list.entries.findIndex((entry) => sameBytes(entry.account, account));
      if (at >= 0) places.set(at, wallet);
    }
    return list.entries.map((_, at) => places.get(at)!);
  }

  /** To new recipients; until three of them share a message, as on a busy machine each may miss its company. */
  async function burnedTogether() {
    const all: string[] = [];
    for (let nonce = SIZES.length + 1; ; nonce++) {
      const keys = await Promise.all(users.slice(0, MOST_TOGETHER).map(() => newSigner()));
      const recipients = keys.map(({ address }) => address);
      await accountsFor('ext', recipients);
      await sleep(FINAL_MS);
      const ids = await Promise.all(
        recipients.map(async (recipient_ext, at) => {
          const terms = { amount: WITHDRAWAL, nonce, recipient_ext };
          return (await withdraw(exchange, users[at]!.wallet, terms)).withdrawal_id;
        }),
      );
      all.push(...ids);
      const burned = await Promise.all(ids.map((id) => withdrawalOnce(id, 'burned')));
      const together = largestBy(burned, ({ tx_main }) => tx_main);
      if (together.length > 2) return { all, first: together[0]!, keys, recipients };
    }
  }

  it('withdrawals: a stranger pays and completes first, and two that cannot be paid wait alone', async () => {
    const ext = new LocalChainRpc(exchange, 'ext');
    const { ids, list, paid } = await whileFrozen(dataDir, 'bridge-relayer', async () => {
      const { all, first, keys, recipients } = await burnedTogether();
      const shown = await transfers.listOfWithdrawal(first.withdrawal_id);
      const inOrder = await orderIn(shown, ext.usdc, recipients);
      const [frozen, closed] = inOrder;
      await transfers.setFrozen(frozen!, true);
      await transfers.close(keys.find(({ address }) => address === closed)!);
      await paysFirst('ext', shown);
      const { vaaBytes } = await stranger.messageOf('main', first.tx_main!);
      await acts(() => stranger.redeem('ext', vaaBytes));
      return { ids: all, list: shown, paid: inOrder };
    });
    const [frozen, closed, good] = paid as [string, string, string];
    const records = await Promise.all(ids.map((id) => withdrawalOnce(id, 'attested')));
    const isBad = ({ recipient }: { readonly recipient: string }) =>
      recipient === frozen || recipient === closed;
    for (const one of records.filter((record) => !isBad(record)))
      await completedWithdrawal(exchange, one.withdrawal_id);
    for (const one of records.filter(isBad))
      expect((await withdrawalOnce(one.withdrawal_id, 'attested')).status).toBe('attested');
    await transfers.setFrozen(frozen, false);
    await accountsFor('ext', [closed]);
    const given = new Map(
      list.entries.map(({ amountMicroUsdc }, at) => [paid[at]!, amountMicroUsdc]),
    );
    // For who could not be paid the stranger's money is a gift to the first of them.
    given.set(frozen, given.get(frozen)! + given.get(closed)!);
    given.set(closed, 0);
    given.set(good, given.get(good)! + GIFT);
    for (const id of ids) {
      const record = await completedWithdrawal(exchange, id);
      books.payOut(record);
      const held = await ext.usdcOf(record.recipient);
      expect(held).toBe(record.net_amount + (given.get(record.recipient) ?? 0));
    }
  });

  it('deposits: a stranger pays and completes first, and each is credited, with what was given', async () => {
    const together = users.slice(0, MOST_TOGETHER);
    const before = await Promise.all(together.map(({ user }) => creditedTo(user)));
    const main = new LocalChainRpc(exchange, 'main');
    const wallets = new Map(together.map((one) => [one.depositAddress, one.proxyWallet]));
    let relayer: number | undefined;
    const { message, paid } = await whileFrozen(dataDir, 'chain-services', async () => {
      const bridging = await Promise.all(
        together.map(async (one) => {
          const its = { user: one.user, signature: await send(one) };
          return depositOnce(exchange, its, ({ tx_bridge }) => tx_bridge !== null);
        }),
      );
      const [first] = largestBy(bridging, ({ tx_bridge }) => tx_bridge);
      const list = await transfers.listOfDeposits(first!.tx_bridge!, wallets);
      // Its message is final, so the relayer has done its part.
      relayer = await signalPart(dataDir, 'bridge-relayer', 'SIGSTOP');
      await paysFirst('main', list);
      return {
        message: first!.tx_bridge!,
        paid: await orderIn(list, main.usdc, [...wallets.values()]),
      };
    });
    try {
      const { vaaBytes } = await stranger.messageOf('ext', message);
      await acts(() => stranger.redeem('main', vaaBytes));
    } finally {
      process.kill(relayer!, 'SIGCONT');
    }
    expect(paid.length).toBeGreaterThan(1);
    for (const [at, { user, proxyWallet }] of together.entries()) {
      const place = paid.indexOf(proxyWallet);
      const given = (place >= 0 ? DEPOSIT : 0) + (place === 0 ? GIFT : 0);
      const credited = DEPOSIT + given;
      const wanted = before[at]! + credited;
      await eventually(
        () => creditedTo(user),
        (sum) => sum >= wanted,
        CREDIT_MS,
      );
      expect(await creditedTo(user)).toBe(wanted);
      books.credit(user, credited);
    }
  });

  it('deposits: an address that is frozen holds nobody up, and follows when it is free', async () => {
    const [bad, ...others] = users.slice(0, MOST_TOGETHER) as [Depositor, ...Depositor[]];
    const its = { user: bad.user, signature: await send(bad) };
    await Promise.all([transfers.setFrozen(bad.depositAddress, true), ...others.map(deposit)]);
    await depositOnce(exchange, its, ({ phase }) => phase === 'failed');
    await transfers.setFrozen(bad.depositAddress, false);
    const { credited_micro_usdc } = await creditedDeposit(exchange, its);
    expect(credited_micro_usdc).toBe(DEPOSIT);
    books.credit(bad.user, credited_micro_usdc);
  });
});

it('the books say what came and what went', async () => {
  const { grown, expected } = await books.compare();
  expect(grown).toEqual(expected);
});
