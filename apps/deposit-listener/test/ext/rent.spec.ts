/** Rent of the exchange's own accounts goes out with a deposit, comes back when nobody uses them, and out again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initProxyWallet } from '@bellwether/chain';
import { RENT_UNUSED_MS } from '@bellwether/funding';
import { until, userOf } from '@bellwether/funding-testbed';
import { ReclaimRent } from '../../src/rent/reclaim-rent';
import { World } from '../world';
import { ExtByHand, workersOfExt } from './ext-by-hand';

const TOKEN_RENT = 2_039_280;
const SIGNATURE = 5_000;
const STRANGERS_LAMPORTS = 7n;
const DAY_MS = 24 * 60 * 60 * 1_000;
const user = userOf(1);

let world: World;
let by: ExtByHand;
beforeAll(async () => {
  world = await World.start();
  by = await ExtByHand.begin(world);
});
afterAll(() => world.stop());

const out = async () =>
  Object.fromEntries(
    (await by.parts.stores.rents.out()).map(({ kind, accounts, lamports }) => [
      kind,
      { accounts, lamports },
    ]),
  );

/** Another token at the deposit address: swapped, sent over the bridge, and at its end. */
async function deposit(): Promise<void> {
  const mint = world.network.description.ext.tokens[1]!.mint;
  const found = await by.given(user, { mint, amount: 50_000_000n });
  await by.workUntil(found, { step: 'sending' });
  const transfer = (await by.messages('transfer_signed')).at(-1)!;
  expect(await by.send(transfer)).toMatchObject({ state: 'final', error: null });
  await world.rows(by.url, "UPDATE deposits SET phase = 'credited', step = 'ended', due_ms = NULL");
}

const reclaim = () => [...workersOfExt(by.parts), new ReclaimRent(by.parts)];

it('is out for what a deposit needed, by user and account', async () => {
  await deposit();
  expect(await out()).toEqual({
    deposit_token: { accounts: 1, lamports: TOKEN_RENT },
    proxy_token: { accounts: 1, lamports: TOKEN_RENT },
  });
});

it('stays out while the account is young', async () => {
  by.clock.aheadMs += RENT_UNUSED_MS - DAY_MS;
  await by.workOnce(reclaim());
  expect(Object.keys(await out())).toEqual(['deposit_token', 'proxy_token']);
});

it('comes back from accounts that are empty and unused', async () => {
  const { depositUsdcAccount, proxyUsdcAccount } = await by.watch(user);
  const { chains, listener, vault } = by.parts;
  const held = async () => {
    const both = [chains.ext, chains.main].map((chain) => chain.readAccount(listener.address));
    return (await Promise.all(both)).map((account) => account!.lamports);
  };
  // As its first credit does.
  const wallet = await initProxyWallet(vault, { payer: listener.address, user });
  const made = await chains.main.buildTransaction({ instructions: [wallet], feePayer: listener });
  await until(async () => (await chains.main.advance(made)).state === 'final' || undefined);
  // A stranger's, which keep nothing there.
  await world.give('main', { to: proxyUsdcAccount, amount: STRANGERS_LAMPORTS });
  const before = await held();
  by.clock.aheadMs += 2 * DAY_MS;
  await by.work(async () => Object.keys(await out()).length === 0, reclaim());
  expect(await by.lamports(depositUsdcAccount)).toBe(0n);
  expect(await chains.main.readAccount(proxyUsdcAccount)).toBeNull();
  const gained = (await held()).map((now, at) => Number(now - before[at]!));
  const onMain = TOKEN_RENT + Number(STRANGERS_LAMPORTS) - SIGNATURE;
  expect(gained).toEqual([TOKEN_RENT - 2 * SIGNATURE, onMain]);
});

it('goes out again with the next deposit, which loses nothing', async () => {
  await deposit();
  expect(await out()).toEqual({
    deposit_token: { accounts: 1, lamports: TOKEN_RENT },
    proxy_token: { accounts: 1, lamports: TOKEN_RENT },
  });
});

it('stays where somebody put tokens, or lamports of their own', async () => {
  const { depositAddress, depositUsdcAccount } = await by.watch(user);
  const mint = by.parts.usdc.ext;
  await world.give('ext', { to: depositAddress, mint, amount: 7n });
  by.clock.aheadMs += RENT_UNUSED_MS + DAY_MS;
  for (let looks = 0; looks < 3; looks++) await by.workOnce(reclaim());
  expect(await by.tokens(depositUsdcAccount)).toBe(7n);
  expect(await out()).toMatchObject({ deposit_token: { accounts: 1 } });
});
