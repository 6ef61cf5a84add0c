/** The vault's window of paid numbers: who reads it pays nothing twice, and leaves out nothing that is owed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@bellwether/bus';
import {
  associatedTokenAddress,
  bytesOfAddress,
  createAssociatedToken,
  debitVault,
  newSigner,
  readProxy,
  readVault,
} from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { NewWithdrawal, Withdrawal } from '@bellwether/funding';
import { EngineUnderTest, tickOf } from '@bellwether/funding-testbed';
import { PAYMENT_WINDOW } from '@bellwether/vault-program';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import {
  acceptedUnseen,
  ask,
  fillVault,
  freshUser,
  leapingClock,
  makeProxy,
  paymentOf,
  recorded,
  runDying,
  runUntil,
  userWithMoney,
} from './withdrawals-under-test';
import { World } from './world';

const AMOUNT = 5_000_000;
const GAS_MAIN = 1_650;
const NET = BigInt(AMOUNT - GAS_MAIN);

let world: World;
let bus: Bus;
let engine: EngineUnderTest;
let url: string;
let parts: WorkerParts;
let wallet: Signer;

beforeAll(async () => {
  world = await World.start();
  bus = await world.bus();
  engine = await EngineUnderTest.serve(bus);
  const { address } = await world.signerOf('operator');
  await world.give('main', { to: address, amount: 10n ** 12n });
  await fillVault(world, 1_000_000_000n);
  url = await world.databaseUrl();
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});
beforeEach(async () => {
  parts = await world.parts(url, { now: leapingClock() });
  wallet = await newSigner();
});

const to = (chain: 'main' | 'ext') => {
  const recipient = bytesOfAddress(wallet.address);
  return { recipientKind: `recipient_${chain}` as const, recipient };
};

async function accepted(
  user: Uint8Array,
  nonce = 1,
  chain: 'main' | 'ext' = 'main',
  by = parts,
): Promise<Withdrawal> {
  const { withdrawalId } = await ask(by, { user, nonce, ...to(chain) });
  return recorded(by, bus, withdrawalId);
}

const debited = async (): Promise<bigint> =>
  (await readVault(world.chains.main, parts.vault))!.debitedTotal;

/** The alarms that these parts raise from now on. */
function listening(on: WorkerParts) {
  const raised: { readonly kind: string }[] = [];
  const raise = (kind: string, details: object) => raised.push({ kind, ...details });
  const alarms = Object.assign(Object.create(on.alarms) as WorkerParts['alarms'], { raise });
  return { raised, heard: { ...on, alarms } };
}

/** The operator's key pays by hand. */
async function debitedByHand(
  asked: Pick<Withdrawal, 'user' | 'withdrawalId' | 'paymentSeq'>,
  amount = NET,
  recipient = wallet.address,
): Promise<void> {
  const { vault } = parts;
  const operator = await world.signerOf('operator');
  const owner = { payer: operator.address, owner: recipient, mint: vault.mint };
  const debit = await debitVault(vault, {
    operator: operator.address,
    ...asked,
    paymentSeq: BigInt(asked.paymentSeq),
    amount,
    recipientToken: await associatedTokenAddress(recipient, vault.mint),
  });
  const instructions = [await createAssociatedToken(owner), debit];
  await world.sent('main', { instructions, feePayer: operator });
}

const usedProxy = async (): Promise<Uint8Array> => {
  const user = userWithMoney(engine);
  await makeProxy(world, user);
  return user;
};

describe('two workers whose rows know nothing of each other', () => {
  it.each(['main', 'ext'] as const)('pay a withdrawal to %s once, and both know', async (chain) => {
    const user = userWithMoney(engine);
    const { withdrawalId } = await accepted(user, 1, chain);
    const copies = [
      parts,
      await world.parts(await world.databaseUrl(), { now: leapingClock() }),
      await world.parts(await world.databaseUrl(), { now: leapingClock() }),
    ];
    for (const copy of copies) await recorded(copy, bus, withdrawalId);
    const before = await debited();
    const rows = await Promise.all(
      copies.map((copy) => runUntil(copy, withdrawalId, 'ended', 'attesting')),
    );
    const signatures = new Set(rows.map((row) => String(row.debitSignature)));
    expect(signatures.size).toBe(1);
    const net = rows[0]!.amountMicroUsdc - rows[0]!.gasFeeMicroUsdc;
    expect((await debited()) - before).toBe(BigInt(net));
    expect(engine.exchange.balance(user).withdrawing).toBe(0);
  });
});

describe('a process that dies while it takes over a payment that no row knew', () => {
  it.each([
    ['main', 'before'],
    ['main', 'after'],
    ['ext', 'before'],
    ['ext', 'after'],
  ] as const)('to %s, %s any call: nothing is paid, all is known', async (chain, when) => {
    const { user, withdrawalId } = await accepted(userWithMoney(engine), 1, chain);
    const first = await runUntil(parts, withdrawalId, 'ended', 'attesting');
    const before = await debited();
    const lost = await world.parts(await world.databaseUrl(), { now: leapingClock() });
    await recorded(lost, bus, withdrawalId);
    const { row, deaths } = await runDying(lost, withdrawalId, when);
    expect(deaths).toBeGreaterThan(5);
    expect(row.debitSignature).toEqual(first.debitSignature);
    expect(row).toMatchObject({ status: first.status, ending: 'settled' });
    expect(await debited()).toBe(before);
    expect(engine.exchange.balance(user).withdrawing).toBe(0);
  });
});

describe('the proxy wallet of a user who never deposited', () => {
  it('is made by one of the withdrawals under way: the others wait for it, and all are paid', async () => {
    const user = userWithMoney(engine);
    // Real time: those that do not make it wait.
    const timely = await world.parts(url);
    const rows: Withdrawal[] = [];
    for (const nonce of [1, 2, 3]) rows.push(await accepted(user, nonce, 'main', timely));
    const { raised, heard } = listening(timely);
    await Promise.all(rows.map(({ withdrawalId }) => runUntil(heard, withdrawalId, 'ended')));
    expect(raised).toEqual([]);
    expect(await world.usdcOf('main', wallet.address)).toBe(3n * NET);
  });

  it('that another process makes first costs an attempt, not a payment', async () => {
    const { user, withdrawalId } = await accepted(userWithMoney(engine));
    await runUntil(parts, withdrawalId, 'broadcasting');
    await makeProxy(world, user);
    expect(await runUntil(parts, withdrawalId, 'ended')).toMatchObject({
      status: 'completed',
      attempt: 2,
    });
    expect(await world.usdcOf('main', wallet.address)).toBe(NET);
  });
});

describe('a number that is used', () => {
  it.each([
    ['for another withdrawal', (it: Withdrawal) => ({ ...it, withdrawalId: freshUser() }), NET],
    ['for another amount', (it: Withdrawal) => it, NET - 1n],
  ] as const)('%s pays nothing more, and a person has to look', async (_what, change, amount) => {
    const withdrawal = await accepted(await usedProxy());
    await debitedByHand(change(withdrawal), amount);
    const before = await debited();
    const { raised, heard } = listening(parts);
    const worker = new PayoutWorker(heard);
    for (let looks = 0; looks < 4; looks++) await tickOf(worker);
    expect(new Set(raised.map(({ kind }) => kind))).toEqual(new Set(['unknown_debit']));
    const held = await parts.stores.withdrawals.byId(withdrawal.withdrawalId);
    expect(held).toMatchObject({ status: 'pending', attempt: 0, failure: null });
    expect(await debited()).toBe(before);
    engine.apply('withdrawal', {
      kind: 'refund_withdrawal',
      withdrawalId: withdrawal.withdrawalId,
      reason: 'by hand',
    });
  });

  it('to another recipient, or of another user, is not what was owed', async () => {
    for (const ofOther of [true, false]) {
      const withdrawal = await accepted(await usedProxy());
      const user = ofOther ? await usedProxy() : withdrawal.user;
      await debitedByHand(withdrawal, NET, (await newSigner()).address);
      if (ofOther) await debitedByHand({ ...withdrawal, user });
      const { raised, heard } = listening(parts);
      await tickOf(new PayoutWorker(heard));
      const id = toHex(withdrawal.withdrawalId);
      expect(raised).toContainEqual(
        expect.objectContaining({ kind: 'unknown_debit', withdrawalId: id }),
      );
    }
  });

  it('that the window has moved beyond is never paid: it was not, and never will be', async () => {
    const withdrawal = await accepted(await usedProxy());
    const beyond = { ...withdrawal, withdrawalId: freshUser(), paymentSeq: PAYMENT_WINDOW + 1 };
    await debitedByHand(beyond);
    expect(await paymentOf(parts, withdrawal)).toBe('passed');
    const before = await debited();
    const { raised, heard } = listening(parts);
    const worker = new PayoutWorker(heard);
    for (let looks = 0; looks < 4; looks++) await tickOf(worker);
    expect(raised.length).toBeGreaterThan(0);
    expect(new Set(raised.map(({ kind }) => kind))).toEqual(new Set(['unknown_debit']));
    expect(await debited()).toBe(before);
  });
});

describe('an older withdrawal that is still open', () => {
  /** As the worker reads it from the engine's event. */
  function rowOf(withdrawalId: Uint8Array): NewWithdrawal {
    const view = engine.exchange.withdrawal(withdrawalId)!;
    const { user, chain, recipientKind, allowProgramAddress, nonce, paymentSeq } = view;
    const terms = { user, chain, recipientKind, allowProgramAddress, nonce, paymentSeq };
    const amounts = { amountMicroUsdc: view.amount, gasFeeMicroUsdc: view.gasFee };
    const numbers = { acceptedSeq: view.seq, builder: null };
    return { withdrawalId, ...terms, ...amounts, ...numbers, recipient: view.recipient! };
  }

  it('does not fall out of the window: the newer one waits, then both are paid', async () => {
    const user = await usedProxy();
    await world.give('main', { to: wallet.address, mint: parts.vault.mint, amount: 1n });
    const ids: Uint8Array[] = [];
    for (let nonce = 1; nonce <= PAYMENT_WINDOW + 1; nonce++) {
      const withdrawalId = acceptedUnseen(engine, { user, nonce, ...to('main') });
      ids.push(withdrawalId);
      const refund = { kind: 'refund_withdrawal', withdrawalId, reason: 'by hand' } as const;
      if (nonce > 1 && nonce <= PAYMENT_WINDOW) engine.apply('withdrawal', refund);
    }
    const [oldest, newest] = [rowOf(ids[0]!), rowOf(ids.at(-1)!)];
    expect([oldest.paymentSeq, newest.paymentSeq]).toEqual([1, PAYMENT_WINDOW + 1]);

    const own = await world.parts(await world.databaseUrl(), { now: leapingClock() });
    const { withdrawals } = own.stores;
    const place = (seq: number) => ({ seq, index: 0 });
    await withdrawals.takeEvents({ after: null, to: place(1), accepted: [newest], nowMs: 1 });
    const { raised, heard } = listening(own);
    const worker = new PayoutWorker(heard);
    for (let looks = 0; looks < 5; looks++) await tickOf(worker);
    expect(await withdrawals.byId(newest.withdrawalId)).toMatchObject({ attempt: 0 });
    await withdrawals.takeEvents({ after: place(1), to: place(2), accepted: [oldest], nowMs: 1 });
    for (const { withdrawalId } of [oldest, newest]) {
      expect((await runUntil(heard, withdrawalId, 'ended')).status).toBe('completed');
    }
    expect(raised).toEqual([]);
    expect(await readProxy(world.chains.main, own.vault, user)).toMatchObject({
      paidWatermark: 1n,
    });

    // At the watermark, and paid: it is found, not paid again.
    const before = await debited();
    const lost = await world.parts(await world.databaseUrl(), { now: leapingClock() });
    const accepted = [oldest, newest];
    await lost.stores.withdrawals.takeEvents({ after: null, to: place(1), accepted, nowMs: 1 });
    expect((await runUntil(lost, oldest.withdrawalId, 'ended')).status).toBe('completed');
    expect(await debited()).toBe(before);
  });
});
