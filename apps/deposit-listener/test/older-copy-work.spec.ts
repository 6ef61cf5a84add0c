/** What was swapped, sent and charged since an older copy of PostgreSQL is found, and is not done twice. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { associatedTokenAddress, bytesOfAddress, newSigner } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { EngineUnderTest, tickOf, until, userOf } from '@bellwether/funding-testbed';
import { payoutBySequence, userRecoveryId } from '@bellwether/persistence';
import { engineEventsReader } from '../src/engine-events/engine-events';
import { extWorkers } from '../src/ext/ext-work';
import { RecoverService } from '../src/ext/recovery/recover-service';
import { ExtByHand } from './ext/ext-by-hand';
import { MainByHand } from './main-by-hand';
import { OlderCopies } from './older-copies';
import { World } from './world';

let world: World;
let by: ExtByHand;
let engine: EngineUnderTest;
let copies: OlderCopies;
beforeAll(async () => {
  world = await World.start();
  by = await ExtByHand.begin(world);
  engine = await EngineUnderTest.serve(by.parts.bus);
  copies = new OlderCopies(world);
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

const token = (): Address => world.network.description.ext.tokens[1]!.mint;
const usdc = (): Address => world.network.description.ext.usdc;

/** Reads the engine's events until it is so. */
async function readUntil(at: ExtByHand, isSo: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController();
  const reading = engineEventsReader(at.parts).run(stopping.signal, () => undefined);
  await until(isSo);
  stopping.abort();
  await reading;
}

it.each([
  ['a token', 11, async () => ({ mint: token(), amount: 100_000_000n })],
  ['lamports', 12, async () => ({ amount: 1_000_000_000n })],
] as const)(
  '%s that was swapped is not swapped again, whatever the day has room for',
  async (...[, number, what]) => {
    const user = userOf(number);
    const { depositAddress, depositUsdcAccount } = await by.watch(user);
    await copies.take('before', by.url);
    const deposit = await by.given(user, await what());
    await copies.take('found', by.url);
    await by.workUntil(deposit, { step: 'swapping' });
    await copies.take('accepted', by.url);
    const swapped = await by.workUntil(deposit, { step: 'bridging' });
    await by.scanToHead();
    const arrived = await by.tokens(depositUsdcAccount);
    const left = await by.lamports(depositAddress);
    for (const name of ['before', 'found', 'accepted']) {
      const older = await copies.restored(name);
      await older.parts.stores.settings.setDailyCap(1, Date.now());
      await older.parts.stores.settings.setBridgeExecutor(false, Date.now());
      await older.work(async () =>
        (await older.deposits(user)).some(({ swapSignature }) => swapSignature !== null),
      );
      await older.scanToHead();
      const all = await older.deposits(user);
      const { swapSignature, amountMicroUsdc } = swapped;
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({
        swapSignature,
        amountMicroUsdc,
        depositId: deposit.depositId,
      });
      expect(await older.alarms()).toEqual({});
    }
    expect(await by.tokens(depositUsdcAccount)).toBe(arrived);
    expect(await by.lamports(depositAddress)).toBe(left);
  },
);

it('a recovery that was sent is not sent again, though more has come since', async () => {
  const user = userOf(20);
  const recipient = (await newSigner()).address;
  const received = async () => by.tokens(await associatedTokenAddress(recipient, usdc()));
  const request = {
    user,
    mint: bytesOfAddress(usdc()),
    maxGasFee: 0,
    recipient: bytesOfAddress(recipient),
    allowProgramAddress: false,
    nonce: 1,
    signature: new Uint8Array(64).fill(1),
    builder: null,
  };
  const refused = await by.given(user, { mint: usdc(), amount: 900_000n });
  await by.workUntil(refused, { phase: 'rejected' });
  await copies.take('before it was asked for', by.url);
  const stop = by.run();
  const { recoveryId } = await new RecoverService(by.parts).recover(request, 'first');
  const rowOf = (at: ExtByHand) => at.parts.stores.recoveries.byId(recoveryId);
  await until(async () => (await rowOf(by))?.state === 'completed');
  await stop();
  const sent = await rowOf(by);
  const had = await received();
  await by.given(user, { mint: usdc(), amount: 800_000n });

  const older = await copies.restored('before it was asked for');
  older.clock.aheadMs += 120_000;
  await readUntil(older, async () => (await rowOf(older)) !== null);
  await older.work(async () => (await rowOf(older))?.state !== 'sending');
  const { state, amount, txSignature } = sent!;
  expect(await rowOf(older)).toMatchObject({ state, amount, txSignature });
  expect(await received()).toBe(had);
  expect(recoveryId).toBe(userRecoveryId(user, 1));
});

it('charges have the numbers that the engine gave them, and later ones follow', async () => {
  const user = userOf(30);
  const { charges } = by.parts.stores;
  const tell = async (at: ExtByHand, isSo: () => Promise<boolean>) => {
    const main = MainByHand.again(at.parts, world, at.clock);
    await main.until(isSo);
    await main.stop();
  };
  const debt = () => engine.exchange.funding(user);
  await charges.add({ user, purpose: 'test:1', amountMicroUsdc: 10 }, Date.now());
  await tell(by, async () => debt().lastChargeSeq === 1);
  await copies.take('after the first', by.url);
  await charges.add({ user, purpose: 'test:2', amountMicroUsdc: 200 }, Date.now());
  await charges.add({ user, purpose: 'test:3', amountMicroUsdc: 3_000 }, Date.now());
  await tell(by, async () => debt().lastChargeSeq === 3);

  const older = await copies.restored('after the first');
  const restored = older.parts.stores.charges;
  await restored.add({ user, purpose: 'test:4', amountMicroUsdc: 40_000 }, Date.now());
  await restored.add({ user, purpose: 'test:3', amountMicroUsdc: 3_000 }, Date.now());
  const stopping = new AbortController();
  const reading = engineEventsReader(older.parts).run(stopping.signal, () => undefined);
  await tell(older, async () => !(await restored.isWaiting(user)));
  stopping.abort();
  await reading;
  expect(debt()).toMatchObject({ lastChargeSeq: 4, gasDebt: 43_210 });
  const own = Object.entries(await older.charges()).filter(([purpose]) =>
    purpose.startsWith('test:'),
  );
  expect(own).toEqual([
    ['test:1', 10],
    ['test:2', 200],
    ['test:3', 3_000],
    ['test:4', 40_000],
  ]);
  expect(await older.parts.stores.solvency.rowsBehindMs()).not.toBeNull();
  expect(await older.alarms()).toEqual({});
});

it('a payout to its own user that is read before its row is back is no deposit', async () => {
  const user = userOf(40);
  const sequence = 77;
  const { stores } = by.parts;
  const found = {
    user,
    source: 'ext_usdc',
    txSignature: new Uint8Array(64).fill(40),
    accountIndex: 1,
    slot: 1,
    mint: bytesOfAddress(usdc()),
    sourceToken: 'USDC',
    sourceAmount: 5_000_000n,
  } as const;
  const stranger = { ...found, user: userOf(41), accountIndex: 2 };
  const nowMs = by.parts.now();
  const deposits = [
    { ...found, arrivedSequence: sequence },
    { ...stranger, arrivedSequence: sequence + 1 },
  ];
  await stores.cursors.add({ deposits }, nowMs);
  const [decide] = extWorkers(by.parts);
  await tickOf(decide!);
  const stepOf = async (who: Uint8Array) => (await by.deposits(who)).map(({ step }) => step);
  expect(await stepOf(user)).toEqual(['deciding']);
  expect(await stepOf(stranger.user)).toEqual(['deciding']);

  const withdrawalId = new Uint8Array(32).fill(40);
  const accepted = {
    withdrawalId,
    user,
    amountMicroUsdc: 6_000_000,
    gasFeeMicroUsdc: 1_000_000,
    gasItems: null,
    chain: 'ext',
    recipientKind: 'default',
    recipient: new Uint8Array(32).fill(41),
    allowProgramAddress: false,
    nonce: 1,
    builder: null,
    acceptedSeq: 1,
    paymentSeq: 1,
  } as const;
  const to = { seq: 1, index: 0 };
  const withdrawals = world.withdrawals(by.url);
  await withdrawals.takeEvents({ after: null, to, accepted: [accepted], nowMs });
  const txSignature = new Uint8Array(64).fill(42);
  await withdrawals.advance({ withdrawalId, fact: { kind: 'signed', txSignature }, nowMs });
  await withdrawals.advance({
    withdrawalId,
    fact: { kind: 'paid', txSignature },
    nowMs,
    payouts: [payoutBySequence(sequence)],
  });
  by.clock.aheadMs += 600_000;
  await tickOf(decide!);
  expect(await stepOf(user)).toEqual([]);
  expect(await stepOf(stranger.user)).toEqual(['bridging']);
});
