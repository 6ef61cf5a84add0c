/**
 * Many recipients of each kind by each way out, on running chains: who is no wallet is refused before the nonce is used,
 * and what wallets were promised is theirs. `RECIPIENTS=1000` is the large run.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumeEvents } from '@bellwether/bus';
import {
  associatedTokenAddress,
  bytesOfAddress,
  newSigner,
  parseTokenAccount,
  proxyWalletOf,
} from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { EngineUnderTest, silent, tickOf, until } from '@bellwether/funding-testbed';
import type { FundingChain } from '@bellwether/funding';
import type { WatchedAddressStore } from '@bellwether/persistence';
import { Acceptances } from '../src/accepted/acceptance-reader';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import { quoteWithdrawal } from '../src/requests/withdrawal-quote';
import { ask, fillVault, freshUser, leapingClock } from './withdrawals-under-test';
import { World } from './world';

const EACH = Number(process.env['RECIPIENTS'] ?? 5);
const AMOUNT = 5_000_000;
const TIMEOUT_MS = 60_000 + EACH * 1_000;

let world: World;
let engine: EngineUnderTest;
let parts: WorkerParts;
let addresses: WatchedAddressStore;
let payer: Uint8Array;
let nonce = 0;

beforeAll(async () => {
  world = await World.start();
  engine = await EngineUnderTest.serve(await world.bus());
  const { address } = await world.signerOf('operator');
  await world.give('main', { to: address, amount: 10n ** 12n });
  await fillVault(world, BigInt(AMOUNT) * 10n * BigInt(EACH));
  const url = await world.databaseUrl();
  addresses = world.watched(url);
  parts = await world.parts(url, { now: leapingClock() });
  payer = freshUser();
  engine.apply('admin', {
    kind: 'test_credit',
    user: payer,
    amount: AMOUNT * 10 * EACH,
    reference: toHex(payer),
  });
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

const fresh = async (): Promise<Address> => (await newSigner()).address;
/** A user whose addresses the exchange watches: the one that `pick` takes. */
const watched = (pick: 'depositAddress' | 'proxyWallet' | 'proxyUsdcAccount') => async () => {
  const user = freshUser();
  const { wallet, token } = await proxyWalletOf(parts.vault, user);
  const deposit = await fresh();
  const places = {
    depositAddress: bytesOfAddress(deposit),
    depositUsdcAccount: bytesOfAddress(await associatedTokenAddress(deposit, parts.usdc.ext)),
    proxyWallet: bytesOfAddress(wallet),
    proxyUsdcAccount: bytesOfAddress(token),
  };
  await addresses.watch({ user, ...places, createdMs: 1 });
  return places[pick];
};

type Made = (chain: FundingChain) => Promise<Uint8Array>;
const NOBODY: Readonly<Record<string, readonly [is: string, made: Made]>> = {
  'token accounts': [
    'token_account',
    async (chain) => {
      const to = await fresh();
      await world.give(chain, { to, mint: parts.usdc[chain], amount: 1n });
      return bytesOfAddress(await associatedTokenAddress(to, parts.usdc[chain]));
    },
  ],
  'token accounts that are closed or were never made': [
    'derived_address',
    async (chain) => bytesOfAddress(await associatedTokenAddress(await fresh(), parts.usdc[chain])),
  ],
  'derived addresses of a program': [
    'derived_address',
    async () => bytesOfAddress((await proxyWalletOf(parts.vault, freshUser())).wallet),
  ],
  'deposit addresses': ['deposit_address', watched('depositAddress')],
  'proxy wallets': ['proxy_wallet', watched('proxyWallet')],
  'their token accounts': ['user_token_account', watched('proxyUsdcAccount')],
};

const CASES = (['ext', 'main'] as const).flatMap((chain) =>
  Object.entries(NOBODY).map(([name, [is, made]]) => [chain, name, is, made] as const),
);

it.each(CASES)(
  `to %s, ${EACH} %s: %s by each way out`,
  async (chain, _name, is, made) => {
    const before = engine.commands.length;
    for (let count = 0; count < EACH; count++) {
      const recipientKind = `recipient_${chain}` as const;
      const recipient = await made(chain);
      const to = { recipientKind, recipient, allowProgramAddress: false };
      const terms = { user: payer, ...to, amountMicroUsdc: AMOUNT, nonce: 1 };
      const ways = await Promise.allSettled([
        ask(parts, terms),
        ask(parts, terms, new Uint8Array(16)),
        quoteWithdrawal(terms, 'test', parts),
      ]);
      const no = { code: 'RECIPIENT_NOT_A_WALLET', details: expect.objectContaining({ is }) };
      const reasons = ways.map((way) => way.status === 'rejected' && way.reason);
      expect(reasons).toEqual(Array(3).fill(expect.objectContaining(no)));
    }
    expect(engine.commands).toHaveLength(before);
  },
  TIMEOUT_MS,
);

it.each([
  ['that are there', async (to: Address) => world.give('main', { to, amount: 1_000_000n })],
  ['that nobody has used yet', async () => undefined],
])(
  `on main, ${EACH} wallets %s: each has what it was promised`,
  async (_name, prepare) => {
    const promised = new Map<Address, number>();
    for (let count = 0; count < EACH; count++) {
      const to = await fresh();
      await prepare(to);
      const recipientKind = 'recipient_main';
      const recipient = bytesOfAddress(to);
      const asked = { user: payer, recipientKind, recipient, amountMicroUsdc: AMOUNT } as const;
      const { netAmountMicroUsdc } = await ask(parts, { ...asked, nonce: ++nonce });
      promised.set(to, netAmountMicroUsdc);
    }
    const stopping = new AbortController();
    const acceptances = await Acceptances.open(parts);
    const from = { shard: 0, after: acceptances.place, signal: stopping.signal };
    const reading = consumeEvents(from, { bus: await world.bus(), log: silent }, (batches) =>
      acceptances.take(batches).then(() => undefined),
    );
    const worker = new PayoutWorker(parts);
    for (const [to, net] of promised) {
      const account = await associatedTokenAddress(to, parts.usdc.main);
      const held = await until(async () => {
        await tickOf(worker);
        const found = await world.chains.main.readAccount(account);
        return found ? parseTokenAccount(found)?.amount : undefined;
      });
      expect(held).toBe(BigInt(net));
    }
    stopping.abort();
    await reading;
  },
  TIMEOUT_MS,
);
