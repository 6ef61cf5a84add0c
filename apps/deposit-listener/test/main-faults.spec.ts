/** A listener that dies at every await, two listeners at once, a vault that is paused: nothing is lost or done twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditProxy, initProxyWallet, setVaultPaused } from '@bellwether/chain';
import type { Instruction, Signer } from '@bellwether/chain';
import {
  EngineUnderTest,
  Interruption,
  survives,
  tickOf,
  until,
  userOf,
} from '@bellwether/funding-testbed';
import type { Worker } from '@bellwether/runtime';
import { MAX_BACKING_PAYMENT } from '../src/main-chain/limits';
import { mainChainWorkers } from '../src/main-chain/main-chain-workers';
import type { ListenerParts } from '../src/parts';
import { Broadcast } from '../src/transactions/broadcast';
import type { UserPlaces } from '../src/watch/user-addresses';
import { interrupted } from './interrupted';
import { MainByHand, heldBy, treasuryAccount } from './main-by-hand';
import { asNewProcess } from './scan-by-hand';
import { World } from './world';

let world: World;
let url: string;
let parts: ListenerParts;
let engine: EngineUnderTest;
let main: MainByHand;

beforeAll(async () => {
  world = await World.start();
  url = await world.databaseUrl();
  parts = await world.parts(url);
  engine = await EngineUnderTest.serve(parts.bus);
  main = new MainByHand(parts, world);
  await main.tick();
});
afterAll(async () => {
  await main.stop();
  await engine.stop();
  await world.stop();
});

const USDC = 1_000_000n;
let users = 0;
async function newUser(): Promise<{ user: Uint8Array; places: UserPlaces }> {
  const user = userOf(++users);
  await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
  return { user, places: await parts.addresses.of(user) };
}

const pay = (places: UserPlaces, amount: bigint): Promise<string> =>
  world.give('main', { to: places.proxyWallet, mint: parts.usdc.main, amount });

/** What the user was given, gas included; what its deposits say; what the vault holds and the ledger does not. */
async function bookedOf(user: Uint8Array) {
  const rows = await world.rows(
    url,
    'SELECT sum(amount_micro_usdc) AS gas FROM gas_charges WHERE user_key = $1',
    [user],
  );
  const deposits = await parts.stores.deposits.latestOf(user);
  const { userAvailable, gasRevenue } = engine.exchange.solvency();
  return {
    given: engine.exchange.balance(user).available + Number(rows[0]?.['gas']),
    credited: deposits.reduce((sum, one) => sum + one.creditedMicroUsdc, 0),
    beyondLedger: Number(await heldBy(parts, parts.vault.token)) - userAvailable - gasRevenue,
  };
}

/** Once, to the last micro-USDC. */
const inFull = (microUsdc: number): Awaited<ReturnType<typeof bookedOf>> => ({
  given: microUsdc,
  credited: microUsdc,
  beyondLedger: 0,
});

const isCredited = async (user: Uint8Array, count = 1): Promise<boolean> => {
  const deposits = await parts.stores.deposits.latestOf(user);
  return deposits.length === count && deposits.every(({ phase }) => phase === 'credited');
};

/** Longer than any lease: each life begins when those of the one before are over. */
const LIFE_MS = 60_000;
let lives = 0;

/** A process that dies at its call number `at`: of stores, chains and the engine alike. */
function mortal(at: number, when: 'before' | 'after'): readonly Worker[] {
  const death = new Interruption(at, when);
  const aheadMs = ++lives * LIFE_MS;
  const now = (): number => Date.now() + aheadMs;
  const mortals = interrupted({ ...asNewProcess(parts), now }, death);
  const broadcast = { ...mortals, transactions: mortals.stores.transactions };
  return [...mainChainWorkers(mortals), new Broadcast(broadcast)];
}

/** As the reader of the engine's events does, in a process that does not die. */
async function readCharges(): Promise<void> {
  for (const command of engine.commands) {
    if (command.kind === 'charge_gas') await parts.stores.charges.engineTook(command, Date.now());
  }
}

/** Ticks until it dies, the scan going on. @returns whether it lived to see it done */
async function liveUntil(
  isDone: () => Promise<boolean>,
  workers: readonly Worker[],
): Promise<boolean> {
  for (;;) {
    await main.scan();
    await readCharges();
    if (await isDone()) return true;
    for (const worker of workers) {
      if ((await survives(() => worker.tick())) === 'died') return false;
    }
  }
}

describe('a listener that dies', () => {
  it.each(['before', 'after'] as const)(
    '%s any of its calls loses no USDC and doubles none',
    async (when) => {
      const { user, places } = await newUser();
      await pay(places, 9n * USDC);
      // Each life ends one call later than the one before, until one is long enough.
      for (let at = 1; ; at++) {
        if (await liveUntil(() => isCredited(user), mortal(at, when))) break;
      }
      expect(await bookedOf(user)).toEqual(inFull(9_000_000));
    },
  );

  it('anywhere while it buys lamports pays for them once', async () => {
    const { user, places } = await newUser();
    const treasury = await treasuryAccount(parts);
    const before = await heldBy(parts, treasury);
    await world.give('main', { to: places.proxyWallet, amount: 200_000_000n });
    for (let at = 1; ; at++) {
      if (await liveUntil(() => isCredited(user), mortal(at, 'after'))) break;
    }
    expect(await bookedOf(user)).toEqual(inFull(30_000_000));
    expect(before - (await heldBy(parts, treasury))).toBe(30n * USDC);
  });
});

describe('a listener that backs test credits', () => {
  /** Two of these are more than one payment takes. */
  const LARGE = (MAX_BACKING_PAYMENT.amountMicroUsdc / 5) * 3;

  it.each([
    ['in one payment', [4_000_000, 4_000_000], 1],
    ['in two payments', [LARGE, 4_000_000, LARGE, 4_000_000], 2],
  ])('%s and dies at any call pays each once', async (name, amounts, payments) => {
    const { user } = await newUser();
    const credited = amounts.map((amount, at) => {
      const reference = `${name} ${at}`;
      const { reply } = engine.apply('admin', { kind: 'test_credit', user, amount, reference });
      return { reference, user, amountMicroUsdc: amount, seq: reply.seq };
    });
    const to = { seq: engine.exchange.lastSeq, index: 0 };
    const { backings, events } = parts.stores;
    await events.take({
      after: await events.cursor(),
      to,
      credited,
      authorized: [],
      nowMs: Date.now(),
    });
    const isBacked = async (): Promise<boolean> => (await backings.pending()).length === 0;
    for (let at = 1; ; at++) {
      if (await liveUntil(isBacked, mortal(at, 'after'))) break;
    }
    const given = amounts.reduce((sum, amount) => sum + amount, 0);
    expect(await bookedOf(user)).toEqual({ given, credited: 0, beyondLedger: 0 });
    const paid = await world.rows(
      url,
      'SELECT DISTINCT payment_seq FROM backings WHERE user_key = $1',
      [user],
    );
    expect(paid).toHaveLength(payments);
  });
});

describe('two listeners', () => {
  it('credit 20 users once each', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, newUser));
    await Promise.all(all.map(({ places }) => pay(places, 5n * USDC)));
    const other = MainByHand.again(parts, world);
    const rounds = ['credit-proxies', 'tell-engine', 'broadcast'];
    await until(async () => {
      await main.scan();
      await Promise.all(
        rounds.flatMap((name) => [tickOf(main.worker(name)), tickOf(other.worker(name))]),
      );
      const credited = await Promise.all(all.map(({ user }) => isCredited(user)));
      return credited.every(Boolean);
    });
    for (const { user } of all) expect(await bookedOf(user)).toEqual(inFull(5_000_000));
  });
});

describe('on the chain', () => {
  const send = async (feePayer: Signer, instructions: readonly Instruction[]): Promise<void> => {
    const kept = await world.chains.main.buildTransaction({ instructions, feePayer });
    await until(async () => (await world.chains.main.advance(kept)).state === 'final');
  };

  it('a credit that somebody else asked for counts, and its gas is not charged', async () => {
    const { user, places } = await newUser();
    const { operator } = world.network.keys.signers;
    await pay(places, 6n * USDC);
    await send(operator, [
      await initProxyWallet(parts.vault, { payer: operator.address, user }),
      await creditProxy(parts.vault, { user }),
    ]);
    await main.until(() => isCredited(user));
    expect(engine.exchange.balance(user).available).toBe(6_000_000);
  });

  it('a credit waits while the vault is paused', async () => {
    const { user, places } = await newUser();
    const { admin } = world.network.keys.signers;
    const authority = admin.address;
    await send(admin, [setVaultPaused(parts.vault, { authority, isPaused: true })]);
    await pay(places, 8n * USDC);
    await main.until(async () => {
      const states = await world.rows(
        url,
        "SELECT state FROM chain_transactions WHERE user_key = $1 AND state = 'failed'",
        [user],
      );
      return states.length > 0;
    });
    await send(admin, [setVaultPaused(parts.vault, { authority, isPaused: false })]);
    await main.until(() => isCredited(user));
    expect(await bookedOf(user)).toEqual(inFull(8_000_000));
  });
});
