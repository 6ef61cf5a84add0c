/** Payouts of revenue: paid by the real vault, with the engine's real rules, over real PostgreSQL and NATS. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FundingClient } from '@bellwether/bus';
import type { BuilderPayoutRequest, Bus, PayoutAnswer } from '@bellwether/bus';
import { bytesOfAddress, newSigner, readVault } from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import { marketIdOf, withdrawalIdOf } from '@bellwether/canonical-message';
import { revenueAccountOf } from '@bellwether/exchange';
import { PARTS } from '@bellwether/funding-runtime';
import { EngineUnderTest, Interruption, silent, survives } from '@bellwether/funding-testbed';
import { serve } from '../../../libs/nest-bus/test/serve-operations';
import type { WorkerParts } from '../src/parts';
import { PayoutController } from '../src/requests/payout.controller';
import { interrupted } from './interrupted';
import {
  fillVault,
  freshUser,
  leapingClock,
  recorded,
  runDying,
  runUntil,
  userWithMoney,
} from './withdrawals-under-test';
import { World } from './world';

const GAS_MAIN = 1_650;
const AMOUNT = 5_000_000;
const BUILDER_ID = 'builder';
const KEYS = [1, 2].map((byte) => new Uint8Array(16).fill(byte));
const OWNER = { builderId: BUILDER_ID, sources: ['builder'] } as const;

let world: World;
let bus: Bus;
let engine: EngineUnderTest;
let url: string;
let parts: WorkerParts;
let wallet: Signer;
let references = 0;

/** Each of the keys earns 100 USD of builder fees, and the exchange 350 USD of fees. */
function earn(): void {
  const eventId = 'a market with fees';
  const signature = new Uint8Array(64);
  const event = { question: 'Will it?', description: '', expiry: 4_000_000_000, opensAt: null };
  const category = { name: 'any', sub: 'any' };
  const terms = { eventId, category, mutuallyExclusive: false, feeBps: 700, labels: ['a'] };
  engine.apply('admin', { kind: 'create_event', ...event, ...terms });
  const marketId = marketIdOf({ network: 'test', eventId, label: 'a' });
  for (const [index, builder] of KEYS.entries()) {
    const user = userWithMoney(engine, 20_000_000_000);
    engine.apply('builder', { kind: 'register_delegate', user, builderId: BUILDER_ID });
    const order = { marketId, user, outcome: index === 0 ? 'yes' : 'no', side: 'buy' } as const;
    const size = { price: 5_000, size: 20_000, nonce: 1, orderType: 'gtc', feeBps: 100 } as const;
    engine.apply('builder', { kind: 'order', ...order, ...size, builder, signature });
  }
}

beforeAll(async () => {
  world = await World.start();
  bus = await world.bus();
  engine = await EngineUnderTest.serve(bus);
  const { address } = await world.signerOf('operator');
  await world.give('main', { to: address, amount: 10n ** 12n });
  await fillVault(world, 1_000_000_000n);
  url = await world.databaseUrl();
  earn();
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});
beforeEach(async () => {
  parts = await world.parts(url, { now: leapingClock() });
  wallet = await newSigner();
});

const toMain = () =>
  ({ recipientKind: 'recipient_main', recipient: bytesOfAddress(wallet.address) }) as const;
const toExt = () =>
  ({ recipientKind: 'recipient_ext', recipient: bytesOfAddress(wallet.address) }) as const;

const asked = (terms: Partial<BuilderPayoutRequest> = {}): BuilderPayoutRequest => ({
  builderId: BUILDER_ID,
  keys: KEYS,
  reference: `reference-${++references}`,
  amountMicroUsdc: AMOUNT,
  maxGasFeeMicroUsdc: 0,
  allowProgramAddress: false,
  ...toMain(),
  ...terms,
});
const payOut = (request: BuilderPayoutRequest, as = parts): Promise<PayoutAnswer> =>
  new PayoutController(as).ofBuilder(request, { requestId: 'test' });

const revenue = (): number => engine.exchange.revenue(KEYS);
const rowOf = async (reference: string) =>
  (await parts.stores.payouts.withReference(OWNER, reference))[0];

/** One to a wallet, with its row. */
async function accepted(request = asked()): Promise<PayoutAnswer & { withdrawalId: Uint8Array }> {
  const paid = await payOut(request);
  const withdrawalId = paid.withdrawalId!;
  await recorded(parts, bus, withdrawalId);
  return { ...paid, withdrawalId };
}

describe('a payout of a builder', () => {
  it('to main leaves the revenue, and is paid and settled like a withdrawal', async () => {
    const before = revenue();
    const request = asked();
    const paid = await payOut(request);
    expect(paid).toMatchObject({
      source: 'builder',
      builderId: BUILDER_ID,
      amountMicroUsdc: AMOUNT,
      gasFeeMicroUsdc: GAS_MAIN,
      isReplay: false,
    });
    expect(await payOut(request)).toEqual({ ...paid, isReplay: true });
    expect(revenue()).toBe(before - AMOUNT);
    expect(await rowOf(request.reference)).toMatchObject({ status: 'pending' });
    await recorded(parts, bus, paid.withdrawalId!);
    const row = await runUntil(parts, paid.withdrawalId!, 'ended');
    expect(row).toMatchObject({ status: 'completed', ending: 'settled' });
    expect(await world.usdcOf('main', wallet.address)).toBe(BigInt(AMOUNT - GAS_MAIN));
    const { debitSignature } = row;
    expect(await rowOf(request.reference)).toMatchObject({ status: 'completed', debitSignature });
    expect(engine.exchange.solvency().difference).toBe(0);
  });

  it('to ext is burned and handed over', async () => {
    const { withdrawalId, reference } = await accepted(asked(toExt()));
    await runUntil(parts, withdrawalId, 'attesting');
    expect(await rowOf(reference)).toMatchObject({ status: 'burned', completionSignature: null });
  });

  it('to a user is in its balance at once', async () => {
    const user = bytesOfAddress(wallet.address);
    const before = revenue();
    const request = asked({ recipientKind: 'user', recipient: user, amountMicroUsdc: 7 });
    const paid = await payOut(request);
    expect(paid).toMatchObject({ gasFeeMicroUsdc: 0, withdrawalId: null });
    expect(await payOut(request)).toEqual({ ...paid, isReplay: true });
    expect(engine.exchange.balance(user).available).toBe(7);
    expect(revenue()).toBe(before - 7);
    expect(await rowOf(request.reference)).toMatchObject({
      status: 'completed',
      number: expect.any(Number),
    });
  });

  it('to what is no wallet is revenue again', async () => {
    const before = revenue();
    const { builderId, reference } = asked();
    // The engine takes it unseen: it became none after it was checked.
    const recipient = bytesOfAddress(parts.vault.token);
    const terms = {
      reference,
      builderId,
      keys: KEYS,
      amount: AMOUNT,
      gasFee: GAS_MAIN,
      maxGasFee: 0,
    };
    const to = { recipientKind: 'recipient_main', recipient, allowProgramAddress: false } as const;
    const command = { kind: 'pay_revenue', source: 'builder', ...terms, ...to } as const;
    const { body } = engine.apply('withdrawal', command).reply;
    const withdrawalId = body.kind === 'revenue_paid' ? body.withdrawalId! : new Uint8Array(32);
    await recorded(parts, bus, withdrawalId);
    expect(revenue()).toBe(before - AMOUNT);
    await runUntil(parts, withdrawalId, 'ended');
    expect(await rowOf(reference)).toMatchObject({
      status: 'failed',
      failure: 'recipient_unusable',
    });
    expect(revenue()).toBe(before);
    const account = engine.exchange.balance(revenueAccountOf('builder', BUILDER_ID));
    expect(account).toMatchObject({ available: 0, withdrawing: 0 });
  });

  it('is refused before anything is done, and may be asked for again', async () => {
    const before = revenue();
    const request = asked();
    const recipient = bytesOfAddress(parts.vault.token);
    const vault = payOut({ ...request, recipient });
    await expect(vault).rejects.toMatchObject({ code: 'RECIPIENT_NOT_A_WALLET' });
    const nobody = payOut({ ...request, recipientKind: 'user', recipient: new Uint8Array(32) });
    await expect(nobody).rejects.toMatchObject({
      code: 'RECIPIENT_NOT_A_WALLET',
      details: { field: 'user' },
    });
    const dust = payOut({ ...request, amountMicroUsdc: GAS_MAIN });
    await expect(dust).rejects.toMatchObject({ code: 'AMOUNT_BELOW_MINIMUM' });
    const much = payOut({ ...request, amountMicroUsdc: before + 1 });
    await expect(much).rejects.toMatchObject({
      code: 'INSUFFICIENT_REVENUE',
      details: { required: before + 1, available: before, shortfall: 1 },
    });
    const dear = payOut({ ...request, maxGasFeeMicroUsdc: 1 });
    await expect(dear).rejects.toMatchObject({ code: 'FEE_ABOVE_MAX' });
    expect(revenue()).toBe(before);
    await accepted(request);
    const other = payOut({ ...request, amountMicroUsdc: AMOUNT + 1 });
    await expect(other).rejects.toMatchObject({
      code: 'REFERENCE_REUSED',
      details: { reference: request.reference },
    });
    expect(revenue()).toBe(before - AMOUNT);
  });

  it('whose reference the engine has forgotten is answered by its row', async () => {
    const { keys: _keys, ...terms } = asked();
    const known = {
      ...terms,
      source: 'builder',
      gasFeeMicroUsdc: 9,
      withdrawalId: freshUser(),
      acceptedSeq: 1,
      createdMs: 2,
    } as const;
    await parts.stores.payouts.add(known);
    const sent = engine.commands.length;
    expect(await payOut({ ...terms, keys: KEYS })).toEqual({ ...known, isReplay: true });
    const other = payOut({ ...terms, keys: KEYS, maxGasFeeMicroUsdc: 5 });
    await expect(other).rejects.toMatchObject({ code: 'REFERENCE_REUSED' });
    expect(engine.commands.length).toBe(sent);
  });
});

describe('a payout of the treasury', () => {
  it('is answered over the bus, on a subject of its own', async () => {
    const providers = [{ provide: PARTS, useValue: parts }];
    const module = { controllers: [PayoutController], providers };
    const service = await serve(module, { bus, log: silent });
    const { builderId: _id, keys: _keys, ...terms } = asked();
    const client = new FundingClient(bus);
    const { protocolFees } = engine.exchange.solvency();
    const request = { ...terms, source: 'protocol_fees' } as const;
    const paid = await client.ask('treasury_payout', request, { requestId: 'test' });
    const again = await client.ask('builder_payout', asked(toExt()), { requestId: 'test' });
    await service.stop();
    expect(paid).toMatchObject({ source: 'protocol_fees', builderId: '', isReplay: false });
    expect(again).toMatchObject({ source: 'builder', isReplay: false });
    expect(engine.exchange.solvency().protocolFees).toBe(protocolFees - AMOUNT);
    await recorded(parts, bus, paid.withdrawalId!);
    await runUntil(parts, paid.withdrawalId!, 'ended');
    const page = { limit: 10 };
    const sources = ['protocol_fees', 'gas_revenue'] as const;
    const { items } = await parts.stores.payouts.of({ builderId: '', sources }, page);
    expect(items).toMatchObject([{ reference: terms.reference, status: 'completed' }]);
  });

  it('of gas revenue is what fees brought', async () => {
    const { gasRevenue } = engine.exchange.solvency();
    expect(gasRevenue).toBeGreaterThan(0);
    const { builderId: _id, keys: _keys, ...terms } = asked();
    const to = { recipientKind: 'user', recipient: bytesOfAddress(wallet.address) } as const;
    const all = { ...terms, ...to, source: 'gas_revenue', amountMicroUsdc: gasRevenue } as const;
    await new PayoutController(parts).ofTreasury(all, { requestId: 'test' });
    expect(engine.exchange.solvency()).toMatchObject({ gasRevenue: 0, difference: 0 });
  });
});

describe('a list of payouts', () => {
  it('has the newest first, page by page', async () => {
    const all = await parts.stores.payouts.of(OWNER, { limit: 100 });
    const first = await parts.stores.payouts.of(OWNER, { limit: 2 });
    expect(first).toEqual({ items: all.items.slice(0, 2), hasMore: true });
    const before = first.items.at(-1)!.number;
    const second = await parts.stores.payouts.of(OWNER, { limit: 2, before });
    expect(second.items).toEqual(all.items.slice(2, 4));
    const numbers = all.items.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    const others = { ...OWNER, builderId: 'another' };
    expect((await parts.stores.payouts.of(others, { limit: 2 })).items).toEqual([]);
  });
});

describe('a process that dies', () => {
  it.each([
    ['main', 'before'],
    ['main', 'after'],
    ['ext', 'before'],
    ['ext', 'after'],
  ] as const)('of a payout to %s, %s any call: it is paid once', async (chain, when) => {
    const before = revenue();
    const { withdrawalId, reference } = await accepted(asked(chain === 'main' ? {} : toExt()));
    const vaultBefore = await readVault(world.chains.main, parts.vault);
    const { row, deaths } = await runDying(parts, withdrawalId, when);
    expect(row).toMatchObject({ ending: 'settled', attempt: 1 });
    expect(deaths).toBeGreaterThan(10);
    const vaultAfter = await readVault(world.chains.main, parts.vault);
    const net = BigInt(AMOUNT - row.gasFeeMicroUsdc);
    expect(vaultAfter!.debitedTotal - vaultBefore!.debitedTotal).toBe(net);
    expect(revenue()).toBe(before - AMOUNT);
    expect(await rowOf(reference)).toMatchObject({ status: row.status });
  });

  it.each(['before', 'after'] as const)(
    'while it is asked, %s any call: asked again it is paid once',
    async (when) => {
      const before = revenue();
      const request = asked();
      let deaths = 0;
      for (let at = 1; ; at++) {
        const interruption = new Interruption(at, when);
        const end = await survives(() => payOut(request, interrupted(parts, interruption)));
        if (end === 'failed') at--;
        else if (interruption.isDead) deaths++;
        else break;
      }
      expect(deaths).toBeGreaterThan(2);
      expect(revenue()).toBe(before - AMOUNT);
      const { withdrawalId } = (await rowOf(request.reference))!;
      await recorded(parts, bus, withdrawalId!);
      await runUntil(parts, withdrawalId!, 'ended');
      expect(await world.usdcOf('main', wallet.address)).toBe(BigInt(AMOUNT - GAS_MAIN));
    },
  );
});

it('numbers the withdrawals of a source without a gap', () => {
  const user = revenueAccountOf('protocol_fees', '');
  const id = (nonce: number) => withdrawalIdOf({ network: 'test', user, nonce });
  expect(engine.exchange.withdrawal(id(1))).toMatchObject({ paymentSeq: 1, status: 'settled' });
  expect(engine.exchange.withdrawal(id(2))).toBeNull();
});
