/** A listener that dies at every await of its work on ext, and another that goes on: nothing is lost, nothing is doubled. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { associatedTokenAddress, bytesOfAddress, newSigner } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { capResetsAtMs } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import { Interruption, survives, tickOf, userOf } from '@bellwether/funding-testbed';
import type { Recovery } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { STEP_LEASE_MS } from '../../src/ext/limits';
import { extWorkers } from '../../src/ext/ext-work';
import type { ListenerParts } from '../../src/parts';
import { interrupted } from '../interrupted';
import { World } from '../world';
import { ExtByHand, workersOfExt } from './ext-by-hand';

/** So many are worked on at once: a death leaves them in all kinds of states. */
const DEPOSITS = 2;
const AMOUNT = 10_000_000n; // of the second token: 100 tokens, 2 USDC
/** Far more than there are awaits in a tick. */
const MAX_LIVES = 400;

let world: World;
let by: ExtByHand;
beforeAll(async () => {
  world = await World.start();
  by = await ExtByHand.begin(world);
  // The lives last most of an hour of this clock: they begin with a day, so that one day's cap counts them all.
  by.clock.aheadMs = capResetsAtMs(Date.now()) - Date.now();
});
afterAll(async () => world.stop());

const workerOf = (parts: ListenerParts, name: string): Worker => {
  const worker = extWorkers(parts).find((one) => one.name === name);
  if (worker === undefined) throw new Error(`no duty ${name}`);
  return worker;
};

/** Ticks of a worker by processes of which each lives a call longer than the one before, until one lives. */
async function dyingAtEachCall(name: string, isLeft: () => Promise<boolean>): Promise<number> {
  for (let deaths = 0, lives = 0; lives < MAX_LIVES; lives++) {
    const worker = workerOf(interrupted(by.parts, new Interruption(deaths + 1)), name);
    const end = await survives(() => worker.tick());
    // The claims of the dead one have expired.
    by.clock.aheadMs += STEP_LEASE_MS + 1;
    if (end === 'lived' && !(await isLeft())) return deaths;
    // One that the world failed is lived again.
    if (end !== 'failed') deaths++;
  }
  throw new Error('it never lived');
}

it('every deposit is exchanged once, sent once, charged once, whatever died when', async () => {
  const user = userOf(1);
  const token = world.network.description.ext.tokens[1]!.mint;
  const { depositAddress, depositUsdcAccount } = await by.watch(user);
  const signatures = await Promise.all(
    Array.from({ length: DEPOSITS }, (_, i) =>
      world.send('ext', { to: depositAddress, mint: token, amount: AMOUNT + BigInt(i) * 100_000n }),
    ),
  );
  for (const signature of signatures) await world.whenFinal('ext', signature);
  await by.scanToHead();
  const deposits = await by.deposits(user);
  expect(deposits).toHaveLength(DEPOSITS);

  const now = (): Promise<Deposit[]> => Promise.all(deposits.map((one) => by.deposit(one)));
  const anyAt = (step: Deposit['step']) => async () => (await now()).some((d) => d.step === step);
  const isAnyUnkept = async (): Promise<boolean> => {
    const rows = await world.rows(
      by.url,
      "SELECT 1 FROM chain_transactions WHERE purpose LIKE '%:swap:%'",
    );
    return rows.length < DEPOSITS;
  };
  const broadcastAll = (): Promise<void> =>
    by.work(
      async () => {
        const rows = await world.rows(
          by.url,
          "SELECT 1 FROM chain_transactions WHERE state = 'kept' AND due_ms IS NOT NULL",
        );
        return rows.length === 0;
      },
      workersOfExt(by.parts).filter(({ name }) => name === 'broadcast'),
    );

  expect(await dyingAtEachCall('decide-tokens', anyAt('deciding'))).toBeGreaterThan(2);
  // The account that swaps pay into comes first; then the swaps themselves are stored.
  await dyingAtEachCall('swap-deposits', async () => false);
  await broadcastAll();
  expect(await dyingAtEachCall('swap-deposits', isAnyUnkept)).toBeGreaterThan(2);
  await broadcastAll();
  expect(await dyingAtEachCall('swap-deposits', anyAt('swapping'))).toBeGreaterThan(2);
  expect(await dyingAtEachCall('decide-tokens', anyAt('deciding'))).toBeGreaterThan(2);
  expect((await now()).every(({ step, attempt }) => step === 'bridging' && attempt === 1)).toBe(
    true,
  );
  await dyingAtEachCall('bridge-deposits', async () => false);
  await broadcastAll();
  expect(await dyingAtEachCall('bridge-deposits', anyAt('bridging'))).toBeGreaterThan(2);

  const after = await now();
  expect(after.every(({ step }) => step === 'sending')).toBe(true);
  const total = after.reduce((sum, { amountMicroUsdc }) => sum + BigInt(amountMicroUsdc), 0n);
  expect(await by.tokens(depositUsdcAccount)).toBe(total);
  expect(await by.tokens(await associatedTokenAddress(depositAddress, token))).toBe(0n);
  expect((await by.parts.stores.dailyCap.status(by.parts.now())).usedMicroUsdc).toBe(Number(total));

  const messages = await by.messages('transfer_signed');
  const transfersOf = (all: readonly { readonly transferId: string | null }[]) =>
    new Set(all.map(({ transferId }) => transferId));
  expect(messages).toHaveLength(DEPOSITS);
  expect(transfersOf(messages)).toEqual(transfersOf(after));
  for (const message of messages) expect(await by.send(message)).toMatchObject({ error: null });
  expect(await by.tokens(depositUsdcAccount)).toBe(0n);
  const charged = Object.keys(await by.charges()).sort();
  const each = deposits.flatMap(({ depositId }) => [
    `deposit:${toHex(depositId)}:bridge`,
    `deposit:${toHex(depositId)}:swap:1`,
  ]);
  expect(charged.filter((one) => one.startsWith('deposit:'))).toEqual(each.sort());
  expect(charged.filter((one) => one.startsWith('account:'))).toHaveLength(2);
});

/** A transaction of 10,000 lamports at 150 USDC, and 10 %. */
const RECOVERY_GAS = 1_650n;

it('every recovery is sent once, whatever died when', async () => {
  const mint = by.parts.usdc.ext;
  const { recoveries } = by.parts.stores;
  const payer = await associatedTokenAddress(by.parts.listener.address, mint);
  // Before the first is requested: while the second's deposit is judged it may be sent.
  const collectedBefore = await by.tokens(payer);
  const asked: { recoveryId: string; recipient: Address; amount: bigint }[] = [];
  for (const number of [11, 12]) {
    const user = userOf(number);
    const amount = BigInt(number) * 1_000n;
    const refused = await by.given(user, { mint, amount });
    await by.workUntil(refused, { phase: 'rejected' });
    const recipient = (await newSigner()).address;
    const recoveryId = `operator:${number}`;
    const to = { user, mint: bytesOfAddress(mint), recipient: bytesOfAddress(recipient) };
    const bounds = { maxGasFee: 0, allowProgramAddress: false };
    await recoveries.begin({ recoveryId, ...to, ...bounds, nonce: null }, by.parts.now());
    asked.push({ recoveryId, recipient, amount });
  }
  const any = (isSo: (recovery: Recovery) => boolean) => async () => {
    const rows = await Promise.all(asked.map(({ recoveryId }) => recoveries.byId(recoveryId)));
    return rows.some((row) => row !== null && isSo(row));
  };
  // The balance that is reckoned with must be of a slot that the scan has passed.
  const stopScan = by.run([]);
  const isUnsigned = any(({ txSignature, state }) => txSignature === null && state === 'sending');
  expect(await dyingAtEachCall('send-recoveries', isUnsigned)).toBeGreaterThan(2);
  await by.work(async () => {
    const rows = await world.rows(
      by.url,
      "SELECT 1 FROM chain_transactions WHERE purpose LIKE 'recovery:%' AND state = 'kept'",
    );
    return rows.length === 0;
  }, by.broadcast('recovery'));
  const isSending = any(({ state }) => state === 'sending');
  expect(await dyingAtEachCall('send-recoveries', isSending)).toBeGreaterThan(2);
  await stopScan();
  for (const { recoveryId, recipient, amount } of asked) {
    const sent = amount - RECOVERY_GAS;
    expect(await recoveries.byId(recoveryId)).toMatchObject({ state: 'completed', amount: sent });
    expect(await by.tokens(await associatedTokenAddress(recipient, mint))).toBe(sent);
  }
  // Each paid for itself, once.
  expect((await by.tokens(payer)) - collectedBefore).toBe(RECOVERY_GAS * BigInt(asked.length));
});

it('two listeners at once make one transfer of each', async () => {
  const user = userOf(2);
  const mint = by.parts.usdc.ext;
  const { depositAddress, depositUsdcAccount } = await by.watch(user);
  const signatures = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      world.send('ext', { to: depositAddress, mint, amount: 2_000_000n + BigInt(i) }),
    ),
  );
  for (const signature of signatures) await world.whenFinal('ext', signature);
  await by.scanToHead();
  const deposits = await by.deposits(user);
  const others = await world.parts(by.url, { now: by.parts.now });
  const all = [...workersOfExt(by.parts), ...workersOfExt(others)];
  const isDone = async (): Promise<boolean> =>
    (await by.deposits(user)).every(({ step }) => step === 'sending');
  await by.work(async () => {
    await Promise.all(all.map((worker) => tickOf(worker)));
    return isDone();
  }, []);
  const messages = (await by.messages('transfer_signed')).filter(
    (message) => toHex(message.user) === toHex(user),
  );
  expect(messages).toHaveLength(deposits.length);
  const states = await Promise.all(messages.map((message) => by.send(message)));
  expect(states.every((state) => state.state === 'final' && state.error === null)).toBe(true);
  expect(await by.tokens(depositUsdcAccount)).toBe(0n);
});
