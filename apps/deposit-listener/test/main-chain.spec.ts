/** From USDC in a proxy wallet to a balance of the engine, on a real local network and the engine's real rules. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProxy } from '@bellwether/chain';
import { gasPriceOf } from '@bellwether/funding';
import { EngineUnderTest, TARIFF, userOf } from '@bellwether/funding-testbed';
import type { ListenerParts } from '../src/parts';
import type { UserPlaces } from '../src/watch/user-addresses';
import { MainByHand, heldBy } from './main-by-hand';
import { World } from './world';

let world: World;
let url: string;
let parts: ListenerParts;
let engine: EngineUnderTest;
let main: MainByHand;

beforeAll(async () => {
  world = await World.start();
  url = await world.databaseUrl();
  const clock = { aheadMs: 0 };
  parts = await world.parts(url, { now: () => Date.now() + clock.aheadMs });
  engine = await EngineUnderTest.serve(parts.bus);
  main = new MainByHand(parts, world, clock);
  await main.tick();
});
afterAll(async () => {
  await main.stop();
  await engine.stop();
  await world.stop();
});

let users = 0;
async function newUser(): Promise<{ user: Uint8Array; places: UserPlaces }> {
  const user = userOf(++users);
  await parts.stores.watched.watch(await parts.addresses.watchOf(user, parts.now()));
  return { user, places: await parts.addresses.of(user) };
}

const available = (user: Uint8Array): number => engine.exchange.balance(user).available;
const USDC = 1_000_000n;

const pay = (places: UserPlaces, amount: bigint): Promise<string> =>
  world.give('main', { to: places.proxyWallet, mint: parts.usdc.main, amount });

const depositsOf = async (user: Uint8Array) => parts.stores.deposits.latestOf(user);

describe('USDC in a proxy wallet', () => {
  it('is credited, less the gas of its credit', async () => {
    const { user, places } = await newUser();
    await pay(places, 25n * USDC);
    await main.until(() => available(user) > 0);
    const [charge] = await world.rows(
      url,
      'SELECT purpose, amount_micro_usdc FROM gas_charges WHERE user_key = $1',
      [user],
    );
    const gas = Number(charge?.['amount_micro_usdc']);
    // A transaction and the rent of the wallet that the first credit makes.
    expect(gas).toBeGreaterThan(gasPriceOf(TARIFF).mainPerTxMicroUsdc);
    expect(await parts.stores.rents.out()).toEqual([]);
    expect(available(user)).toBe(25_000_000 - gas);
    expect(await heldBy(parts, places.proxyUsdcAccount)).toBe(0n);
    expect((await readProxy(parts.chains.main, parts.vault, user))?.creditSeq).toBe(1n);
    const [deposit] = await depositsOf(user);
    expect(deposit).toMatchObject({
      source: 'main_usdc',
      phase: 'credited',
      creditedMicroUsdc: 25_000_000,
      creditSeq: 1,
    });
    // The charge shows with the deposit that was credited.
    const shown = await parts.stores.charges.ofDeposits([deposit!.depositId]);
    expect([...shown.values()].flat()).toMatchObject([{ amountMicroUsdc: gas }]);
  });

  it('waits for more where it is not worth its credit, and is credited with it to the last micro-USDC', async () => {
    const { user, places } = await newUser();
    const least = BigInt(gasPriceOf(TARIFF).mainPerTxMicroUsdc);
    const first = await pay(places, least - 1n);
    await world.whenFinal('main', first);
    await main.tick();
    await main.tick();
    expect((await depositsOf(user))[0]).toMatchObject({ phase: 'detected', step: 'crediting' });
    const purposes = 'SELECT purpose FROM chain_transactions WHERE user_key = $1';
    expect(await world.rows(url, purposes, [user])).toEqual([]);
    // Nothing is wrong with it: it is not listed among stuck deposits.
    const belowMicroUsdc = Number(least);
    const figures = (sinceMs: number) => parts.stores.deposits.figures({ belowMicroUsdc, sinceMs });
    expect(await figures(0)).toEqual([]);
    expect(await figures(parts.now() + 60_000)).toHaveLength(1);
    await pay(places, 1n);
    await main.until(async () => {
      const deposits = await depositsOf(user);
      return deposits.length === 2 && deposits.every(({ phase }) => phase === 'credited');
    });
    expect(await heldBy(parts, places.proxyUsdcAccount)).toBe(0n);
  });

  it('is credited in sweeps, each of all that is there', async () => {
    const { user, places } = await newUser();
    await Promise.all([pay(places, 2n * USDC), pay(places, 3n * USDC)]);
    await main.until(() => engine.exchange.funding(user).lastCreditSeq > 0);
    await pay(places, 4n * USDC);
    await main.until(async () => {
      const deposits = await depositsOf(user);
      return deposits.length === 3 && deposits.every(({ phase }) => phase === 'credited');
    });
    const gas = engine.commands
      .filter((one) => one.kind === 'charge_gas')
      .filter((one) => Buffer.from(one.user).equals(user))
      .reduce((sum, one) => sum + one.amount, 0);
    expect(available(user)).toBe(9_000_000 - gas);
  });
});

describe('lamports on a proxy wallet', () => {
  it('are bought at the fixed rate, once, and credited', async () => {
    const { user, places } = await newUser();
    const lamports = 2_000_000_000n;
    await Promise.all([
      world.give('main', { to: places.proxyWallet, amount: lamports }),
      world.give('main', { to: places.proxyWallet, amount: 100_000_000n }),
    ]);
    await main.until(async () => {
      const deposits = await depositsOf(user);
      return deposits.length === 2 && deposits.every(({ phase }) => phase === 'credited');
    });
    const deposits = await depositsOf(user);
    expect(deposits.map((one) => one.creditedMicroUsdc).toSorted((a, b) => a - b)).toEqual([
      15_000_000, 300_000_000,
    ]);
    expect(deposits.every(({ source }) => source === 'main_native')).toBe(true);
  });

  it('too few of them are rejected and stay', async () => {
    const { user, places } = await newUser();
    await world.give('main', { to: places.proxyWallet, amount: 49_999_999n });
    await main.until(async () => (await depositsOf(user))[0]?.phase === 'rejected');
    expect((await depositsOf(user))[0]).toMatchObject({ reason: 'below_minimum' });
  });
});
