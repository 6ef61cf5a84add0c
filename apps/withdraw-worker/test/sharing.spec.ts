/** Withdrawals to ext that are ready at the same moment: one transaction, one message, each paid once and for less. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@bellwether/bus';
import {
  addressOf,
  associatedTokenAddress,
  bytesOfAddress,
  findDebit,
  newSigner,
  readBridgeMessage,
  setVaultPaused,
  signatureText,
  splitAccountOf,
  transferMessagesIn,
} from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import { decode, toHex } from '@bellwether/codec';
import {
  decodeSplit,
  fundingMessageLayout,
  netAmountOf,
  lamportsOfPart,
  partsOfWithdrawal,
  sharedFee,
  sharersOf,
  splitSum,
  withdrawalBill,
  withdrawalStep,
} from '@bellwether/funding';
import type { FundingMessageOf, Withdrawal } from '@bellwether/funding';
import { EngineUnderTest, TRUE_TARIFF, tickOf, until } from '@bellwether/funding-testbed';
import { decodeTokenTransfer } from '@bellwether/wormhole';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import { tableFor } from '../src/payout/sign-company';
import {
  ask,
  fillVault,
  leapingClock,
  makeProxy,
  paymentOf,
  recorded,
  runDying,
  runUntil,
  userWithMoney,
} from './withdrawals-under-test';
import { World } from './world';

const AMOUNT = 20_000_000;
const SHARE_WAIT_MS = 20_000;

let world: World;
let bus: Bus;
let engine: EngineUnderTest;
let operator: Signer;
let url: string;
let parts: WorkerParts;

beforeAll(async () => {
  world = await World.start();
  bus = await world.bus();
  engine = await EngineUnderTest.serve(bus);
  operator = await world.signerOf('operator');
  await world.give('main', { to: operator.address, amount: 10n ** 12n });
  await fillVault(world, 10_000_000_000n);
  url = await world.databaseUrl();
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

beforeEach(async () => {
  parts = await sharing(leapingClock());
});

const sharing = async (now: () => number, at = url): Promise<WorkerParts> => ({
  ...(await world.parts(at, { now, shareWaitMs: SHARE_WAIT_MS })),
  tariff: TRUE_TARIFF,
});

/** Of a user with a proxy wallet, to a new wallet unless another is given. */
async function accepted(recipient?: Signer, isNew = false): Promise<Uint8Array> {
  const user = userWithMoney(engine);
  if (!isNew) await makeProxy(world, user);
  const { address } = recipient ?? (await newSigner());
  const asked = { user, recipientKind: 'recipient_ext', amountMicroUsdc: AMOUNT } as const;
  const { withdrawalId } = await ask(parts, { ...asked, recipient: bytesOfAddress(address) });
  await recorded(parts, bus, withdrawalId);
  return withdrawalId;
}

async function all(count: number): Promise<Uint8Array[]> {
  // The operator's own account is made by a payout that goes alone.
  const { usdc: mint } = world.chainsFile().main;
  await world.give('main', { to: operator.address, mint, amount: 1n });
  await until(() => tableFor(parts));
  const ids: Uint8Array[] = [];
  for (let made = 0; made < count; made++) ids.push(await accepted());
  return ids;
}

async function burned(ids: readonly Uint8Array[], by = parts): Promise<Withdrawal[]> {
  const rows: Withdrawal[] = [];
  for (const id of ids) rows.push(await runUntil(by, id, 'attesting', 'ended'));
  return rows;
}

const messagesOf = (rows: readonly Withdrawal[]): Map<string, Withdrawal[]> => {
  const bySignature = new Map<string, Withdrawal[]>();
  for (const row of rows) {
    const name = signatureText(row.debitSignature!);
    bySignature.set(name, [...(bySignature.get(name) ?? []), row]);
  }
  return bySignature;
};

async function handedOver(at = url): Promise<FundingMessageOf<'transfer_burned'>[]> {
  const sql = "SELECT payload FROM outbox WHERE subject = 'funding.transfer.burned'";
  const messages = (await world.rows(at, sql)).map(({ payload }) =>
    decode(fundingMessageLayout, payload as Uint8Array),
  );
  return messages.filter((message) => message.kind === 'transfer_burned');
}

/** Each is paid once, for what its record says; the message pays what its list says. */
async function expectPaid(rows: readonly Withdrawal[], at = url): Promise<void> {
  const handed = new Map((await handedOver(at)).map((one) => [toHex(one.subjectId), one]));
  for (const row of rows) {
    expect(row).toMatchObject({ status: 'burned', ending: 'settled', failure: null });
    expect(await paymentOf(parts, row)).toBe('paid');
    const found = await findDebit(parts.search, parts.vault, row.withdrawalId);
    expect(found?.event.amount).toBe(BigInt(netAmountOf(row)));
    expect(row.amountMicroUsdc - row.gasFeeMicroUsdc).toBe(netAmountOf(row));
    const engines = engine.exchange.withdrawal(row.withdrawalId);
    expect(engines).toMatchObject({ status: 'settled', gasFee: row.gasFeeMicroUsdc });
    const { split, share, debitSignature } = row;
    const account = await associatedTokenAddress(addressOf(row.recipient), parts.usdc.ext);
    const transfer = handed.get(toHex(row.withdrawalId));
    const recipientAccount = bytesOfAddress(account);
    expect(transfer).toMatchObject({ split, share, amountMicroUsdc: netAmountOf(row) });
    expect(transfer).toMatchObject({ recipientAccount, sourceSignature: debitSignature });
    if (split === null) continue;
    const list = decodeSplit(split);
    const [at] = transferMessagesIn(parts.sides.main, found!.final.transaction);
    const message = await readBridgeMessage(world.chains.main, parts.sides.main, at!);
    const { amount, to } = decodeTokenTransfer(message!.payload);
    expect(amount).toBe(BigInt(splitSum(list)));
    const { token } = await splitAccountOf(parts.splitProgram, parts.usdc.ext, list);
    expect(addressOf(to)).toBe(token);
    expect(list.entries[share]).toEqual({
      account: recipientAccount,
      amountMicroUsdc: netAmountOf(row),
    });
  }
  expect(engine.exchange.solvency()).toMatchObject({ difference: 0 });
}

describe('withdrawals of one slot', () => {
  it.each([
    [1, [1]],
    [2, [2]],
    [5, [5]],
    [12, [4, 4, 4]],
  ])('%i of them go in companies of %j', async (count, sizes) => {
    const ids = await all(count);
    const rows = await burned(ids);
    expect([...messagesOf(rows).values()].map(({ length }) => length)).toEqual(sizes);
    expect(rows.map(({ split }) => sharersOf(split))).toEqual(
      expect.arrayContaining([...new Set(sizes)]),
    );
    await expectPaid(rows);
  });

  it('wait until it ends, and not longer', async () => {
    const start = Math.ceil(Date.now() / SHARE_WAIT_MS) * SHARE_WAIT_MS;
    let nowMs = start + 1;
    parts = await sharing(() => nowMs);
    const ids = await all(2);
    const worker = new PayoutWorker(parts);
    nowMs = start + SHARE_WAIT_MS - 1;
    for (let looks = 0; looks < 3; looks++) await tickOf(worker);
    const signing = await Promise.all(ids.map((id) => parts.stores.withdrawals.byId(id)));
    expect(signing.map((row) => withdrawalStep(row!))).toEqual(['signing', 'signing']);
    nowMs = start + SHARE_WAIT_MS;
    await tickOf(worker);
    const signed = await Promise.all(ids.map((id) => parts.stores.withdrawals.byId(id)));
    expect(messagesOf(signed.map((row) => row!)).size).toBe(1);
    await expectPaid(await burned(ids, await sharing(leapingClock())));
  });

  it('cost the operator and each user a part of what they cost alone', async () => {
    const held = async () =>
      Number((await world.chains.main.readAccount(operator.address))?.lamports ?? 0n);
    const fee = (chain: 'main') =>
      partsOfWithdrawal({ chain: 'ext', makesAccount: false })
        .filter((part) => part.chain === chain)
        .reduce((sum, part) => sum + lamportsOfPart(part, TRUE_TARIFF), 0);
    const ids = await all(5);
    const before = await held();
    const rows = await burned(ids);
    const taken = before - (await held());
    // The transaction of one, however many it pays; and the core bridge's fee of a message.
    expect(taken).toBeLessThanOrEqual(fee('main') + 100);
    const lone = withdrawalBill({ chain: 'ext', makesAccount: true }, TRUE_TARIFF);
    const fees = rows.map(({ gasFeeMicroUsdc }) => gasFeeMicroUsdc);
    expect(new Set(fees)).toEqual(new Set([sharedFee(lone.items, 5).microUsdc]));
    for (const { gasItems, gasFeeMicroUsdc } of rows) {
      expect(gasItems?.reduce((sum, { microUsdc }) => sum + microUsdc, 0)).toBe(gasFeeMicroUsdc);
    }
  });

  it('whose user has no proxy wallet yet goes alone, and the others together', async () => {
    const ids = [...(await all(2)), await accepted(undefined, true)];
    const rows = await burned(ids);
    expect(rows.map(({ split }) => sharersOf(split))).toEqual([2, 2, 1]);
    await expectPaid(rows);
  });

  it('share a message though another one that is not paid yet pays the same', async () => {
    const recipients = [await newSigner(), await newSigner()];
    await all(0);
    const { usdc: mint } = world.chainsFile().ext;
    for (const { address: to } of recipients) await world.give('ext', { to, mint, amount: 1n });
    const asked = async () => [await accepted(recipients[0]), await accepted(recipients[1])];
    const first = await burned(await asked());
    const second = await burned(await asked());
    expect(first.map(({ split }) => sharersOf(split))).toEqual([2, 2]);
    expect(second.map(({ split }) => sharersOf(split))).toEqual([2, 2]);
    const lists = [...first, ...second].map(({ split }) => decodeSplit(split!));
    expect(new Set(lists.map(({ salt }) => toHex(salt))).size).toBe(2);
    await expectPaid([...first, ...second]);
  });
});

describe('what fails for all', () => {
  it('in its simulation makes each go alone at once', async () => {
    const { main } = parts.chains;
    const error = '{"InstructionError":[2,{"Custom":1}]}';
    const failing = { ...main, simulate: async () => ({ error, logs: [], computeUnits: 0 }) };
    parts = { ...parts, chains: { ...parts.chains, main: failing } };
    const rows = await burned(await all(3));
    expect(rows.map(({ split, attempt }) => [split, attempt])).toEqual(rows.map(() => [null, 1]));
    await expectPaid(rows);
  });

  it('on chain makes each go alone next, and the reserve pays for the attempt once', async () => {
    const spent = async () =>
      (await world.rows(url, 'SELECT spent_micro_usdc::int AS spent FROM gas_reserve'))[0]?.[
        'spent'
      ];
    const before = Number(await spent());
    const ids = await all(3);
    const worker = new PayoutWorker(parts);
    await tickOf(worker);
    const signed = await Promise.all(ids.map((id) => parts.stores.withdrawals.byId(id)));
    expect(messagesOf(signed.map((row) => row!)).size).toBe(1);
    const admin = await world.signerOf('admin');
    const pause = async (isPaused: boolean) =>
      world.sent('main', {
        instructions: [setVaultPaused(parts.vault, { authority: admin.address, isPaused })],
        feePayer: operator,
        signers: [admin],
      });
    await pause(true);
    for (let looks = 0; looks < 200; looks++) {
      await tickOf(worker);
      const rows = await Promise.all(ids.map((id) => parts.stores.withdrawals.byId(id)));
      if (rows.every((row) => row?.debitSignature === null)) break;
    }
    expect(Number(await spent()) - before).toBe(1_500);
    await pause(false);
    const rows = await burned(ids);
    expect(rows.map(({ split, attempt }) => [split, attempt])).toEqual(rows.map(() => [null, 2]));
    await expectPaid(rows);
  });

  it('as it never landed makes each go alone next', async () => {
    const ids = await all(2);
    const { main } = parts.chains;
    const deaf = { ...main, advance: async () => ({ state: 'expired' }) as const };
    await tickOf(new PayoutWorker(parts));
    await tickOf(new PayoutWorker({ ...parts, chains: { ...parts.chains, main: deaf } }));
    const rows = await burned(ids);
    expect(rows.map(({ split, attempt }) => [split, attempt])).toEqual(rows.map(() => [null, 2]));
    await expectPaid(rows);
  });
});

describe('a process that dies', () => {
  it.each(['before', 'after'] as const)('%s any call: each is paid once', async (when) => {
    const ids = await all(3);
    let deaths = 0;
    const rows: Withdrawal[] = [];
    for (const id of ids) {
      const run = await runDying(parts, id, when);
      deaths += run.deaths;
      rows.push(run.row);
    }
    expect(deaths).toBeGreaterThan(20);
    await expectPaid(rows);
  });

  it('and a second one beside it: each is paid once', async () => {
    const beside = await sharing(leapingClock());
    const ids = await all(7);
    const runs = [parts, beside].flatMap((one) => ids.map((id) => runUntil(one, id, 'attesting')));
    const rows = await Promise.all(runs);
    expect(rows.every(({ failure }) => failure === null)).toBe(true);
    await expectPaid(await burned(ids));
  });
});

describe('rows from an older copy', () => {
  it('adopt what was paid together, with its list', async () => {
    const ids = await all(3);
    const accepted = (await Promise.all(ids.map((id) => parts.stores.withdrawals.byId(id)))).map(
      (row) => row!,
    );
    const paid = await burned(ids);
    const older = await world.databaseUrl();
    const restored = await sharing(leapingClock(), older);
    const to = { seq: 1, index: 0 };
    const cursor = { after: null, to, nowMs: 1 };
    await restored.stores.withdrawals.takeEvents({ ...cursor, accepted });
    const adopted = await burned(ids, restored);
    for (const [at, row] of adopted.entries()) {
      const { split, share, debitSignature, gasFeeMicroUsdc } = paid[at]!;
      expect(row).toMatchObject({ split, share, debitSignature, gasFeeMicroUsdc });
    }
    await expectPaid(adopted, older);
    const names = new Set(ids.map(toHex));
    const byId = (all: readonly FundingMessageOf<'transfer_burned'>[]) =>
      all
        .filter(({ subjectId }) => names.has(toHex(subjectId)))
        .toSorted((one, other) => one.transferId.localeCompare(other.transferId));
    expect(byId(await handedOver(older))).toEqual(byId(await handedOver()));
  });
});
