/** Withdrawals paid by the real vault, with the engine's real rules, over real PostgreSQL and NATS. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineClient, FundingClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import {
  addressOf,
  bytesOfAddress,
  initProxyWallet,
  newSigner,
  readVault,
  setVaultLimits,
  setVaultPaused,
  signatureText,
} from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import { withdrawalStep } from '@bellwether/funding';
import { startFaultyRpc } from '@bellwether/local-chain';
import { PARTS } from '@bellwether/funding-runtime';
import { EngineUnderTest, tickOf, silent, until } from '@bellwether/funding-testbed';
import { serve, serveFunding } from '../../../libs/nest-bus/test/serve-operations';
import type { ServedOperations } from '../../../libs/nest-bus/test/serve-operations';
import { applyTransferUpdate } from '../src/payout/transfer-updates.controller';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import { WithdrawController } from '../src/requests/withdraw.controller';
import {
  BALANCE_MICRO_USDC,
  acceptedUnseen,
  ask,
  fillVault,
  freshUser,
  leapingClock,
  paymentOf,
  recorded,
  runDying,
  runUntil,
  userWithMoney,
} from './withdrawals-under-test';
import { World } from './world';

/** One transaction at 10,000 lamports, 150 USDC a native unit, a tenth on top; to ext five. */
const GAS_MAIN = 1_650;
const GAS_EXT = 8_250;
const AMOUNT = 5_000_000;

let world: World;
let bus: Bus;
let engine: EngineUnderTest;
let url: string;
let parts: WorkerParts;
let wallet: Signer;
let listener: ServedOperations | undefined;

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
  await listener?.stop();
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

const reported = async (): Promise<Record<string, unknown>[]> =>
  world.rows(url, 'SELECT message_id FROM outbox ORDER BY outbox_id');

async function accepted(
  user: Uint8Array,
  asked: Parameters<typeof ask>[1] extends infer A ? Partial<A> : never = {},
): Promise<Uint8Array> {
  const { withdrawalId } = await ask(parts, { user, ...toMain(), ...asked });
  await recorded(parts, bus, withdrawalId);
  return withdrawalId;
}

/** Anybody may: the id is known beforehand, and the vault takes accounts that it does not need. */
async function nameInAnotherInstruction(withdrawalId: Uint8Array): Promise<void> {
  const { main } = world.chains;
  const payer = await world.signerOf('operator');
  const made = await initProxyWallet(parts.vault, { payer: payer.address, user: freshUser() });
  const address = addressOf(withdrawalId);
  const accounts = [...(made.accounts ?? []), { address, role: 0 }];
  const request = { instructions: [{ ...made, accounts }], feePayer: payer };
  const kept = await main.buildTransaction(request);
  await until(async () => (await main.advance(kept)).state === 'final');
}

describe('a withdrawal', () => {
  it('to main is paid less its gas fee, settled, and told', async () => {
    const user = userWithMoney(engine);
    const answer = await ask(parts, { user, ...toMain() });
    expect(answer).toMatchObject({
      amountMicroUsdc: AMOUNT,
      gasFeeMicroUsdc: GAS_MAIN,
      netAmountMicroUsdc: AMOUNT - GAS_MAIN,
      chain: 'main',
      isReplay: false,
    });
    const { withdrawalId } = answer;
    expect(await ask(parts, { user, ...toMain() })).toEqual({ ...answer, isReplay: true });
    await recorded(parts, bus, withdrawalId);
    const row = await runUntil(parts, withdrawalId, 'ended');
    expect(row).toMatchObject({ status: 'completed', ending: 'settled', attempt: 1 });
    expect(await world.usdcOf('main', wallet.address)).toBe(BigInt(AMOUNT - GAS_MAIN));
    expect(engine.exchange.balance(user)).toMatchObject({
      available: BALANCE_MICRO_USDC - AMOUNT,
      withdrawing: 0,
    });
    const messages = (await reported()).map(({ message_id }) =>
      String(message_id).split(':').at(-1),
    );
    expect(messages).toEqual(['pending', 'debited', 'completed']);
  });

  it('to ext is paid and burned in one transaction, and handed over', async () => {
    const user = userWithMoney(engine);
    const withdrawalId = await accepted(user, toExt());
    const row = await runUntil(parts, withdrawalId, 'attesting');
    expect(row).toMatchObject({ status: 'burned', gasFeeMicroUsdc: GAS_EXT, ending: 'settled' });
    const [handed] = await world.rows(
      url,
      "SELECT payload FROM outbox WHERE subject = 'funding.transfer.burned'",
    );
    expect(handed).toBeDefined();
    const keys = await world.rows(
      url,
      'SELECT payout_key FROM withdrawal_payouts WHERE withdrawal_id = $1',
      [withdrawalId],
    );
    const known = keys.map(({ payout_key }) => String(payout_key));
    expect(known).toEqual([expect.stringMatching(/^sequence:\d+$/)]);

    const transfer = {
      transferId: `withdrawal:x`,
      direction: 'withdrawal',
      subjectId: withdrawalId,
      user,
      sequence: Number(known.find((key) => key.startsWith('sequence:'))!.split(':')[1]),
    } as const;
    const vaa = new Uint8Array([1, 2, 3]);
    const completionSignature = new Uint8Array(64).fill(7);
    const completed = { ...transfer, kind: 'transfer_completed', completionSignature } as const;
    const attested = { ...transfer, kind: 'transfer_attested', vaa } as const;
    // Out of order, and twice.
    await applyTransferUpdate(
      { messageId: `${row.acceptedSeq}:c`, message: completed, delivery: 1 },
      parts,
    );
    for (const delivery of [1, 2]) {
      await applyTransferUpdate(
        { messageId: `${row.acceptedSeq}:a`, message: attested, delivery },
        parts,
      );
    }
    expect(await parts.stores.withdrawals.byId(withdrawalId)).toMatchObject({
      status: 'completed',
      vaa,
      completionSignature,
    });
  });

  it('without a recipient goes to the deposit address, which the listener is asked for', async () => {
    const user = userWithMoney(engine);
    const nobody = ask(parts, { user });
    await expect(nobody).rejects.toMatchObject({ code: 'FUNDING_UNAVAILABLE' });
    expect(engine.exchange.balance(user).withdrawing).toBe(0);
    const depositAddress = bytesOfAddress(wallet.address);
    const address = async () => ({
      user,
      depositAddress,
      depositUsdcAccount: user,
      usdcMintExt: user,
      proxyWallet: user,
      proxyUsdcAccount: user,
      usdcMintMain: user,
      initialized: true,
      tier: 0 as const,
      maxPerTxMicroUsdc: 1,
      dailyCapRemainingMicroUsdc: 1,
      dailyCapResetsAtMs: 1,
      minimums: { usdcMicroUsdc: 1_000_000, otherMicroUsdc: 1_000_000 },
      estimatedGas: {
        extUsdc: { microUsdc: 0, items: [] },
        extOther: { microUsdc: 0, items: [] },
        mainUsdc: { microUsdc: 0, items: [] },
      },
    });
    listener = await serveFunding(bus, { address }, silent);
    const answer = await ask(parts, { user });
    expect(answer).toMatchObject({ recipient: depositAddress, chain: 'ext' });
    const row = await recorded(parts, bus, answer.withdrawalId);
    expect(row).toMatchObject({ recipientKind: 'default', recipient: depositAddress });
  });

  it('is refused as the engine refuses it', async () => {
    const user = userWithMoney(engine);
    const tooMuch = ask(parts, { user, ...toMain(), amountMicroUsdc: BALANCE_MICRO_USDC + 1 });
    await expect(tooMuch).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { available: BALANCE_MICRO_USDC, shortfall: 1 },
    });
    const dust = ask(parts, { user, ...toMain(), amountMicroUsdc: GAS_MAIN, nonce: 2 });
    await expect(dust).rejects.toMatchObject({
      code: 'AMOUNT_BELOW_MINIMUM',
      details: { minimum: 1_000_000 },
    });
  });

  it('of a builder’s user is taken with the builder’s key alone', async () => {
    const user = userWithMoney(engine);
    engine.apply('builder', { kind: 'register_delegate', user, builderId: 'b' });
    const alone = ask(parts, { user, ...toMain() });
    await expect(alone).rejects.toMatchObject({ code: 'DELEGATED_USER' });
    const builder = new Uint8Array(16).fill(3);
    const { withdrawalId } = await ask(parts, { user, ...toMain() }, builder);
    expect(await recorded(parts, bus, withdrawalId)).toMatchObject({ builder });
    await runUntil(parts, withdrawalId, 'ended');
  });

  it('is answered over the bus, on the subjects of both', async () => {
    const user = userWithMoney(engine);
    const providers = [{ provide: PARTS, useValue: parts }];
    const module = { controllers: [WithdrawController], providers };
    const service = await serve(module, { bus, log: silent });
    const bounds = { maxGasFee: 0, allowProgramAddress: false };
    const request = { user, amountMicroUsdc: AMOUNT, ...toMain(), ...bounds, nonce: 1 } as const;
    const signed = { ...request, signature: new Uint8Array(64) };
    const client = new FundingClient(bus);
    const answer = await client.ask('withdraw', signed, { requestId: 'test' });
    await service.stop();
    expect(answer).toMatchObject({ netAmountMicroUsdc: AMOUNT - GAS_MAIN });
    await recorded(parts, bus, answer.withdrawalId);
    await runUntil(parts, answer.withdrawalId, 'ended');
  });
});

describe('what cannot be paid', () => {
  it('waits for the next day above today’s limit, and goes back above any day’s', async () => {
    const user = userWithMoney(engine);
    const admin = await world.signerOf('admin');
    const setLimit = async (dailyLimit: bigint) =>
      world.sent('main', {
        instructions: [setVaultLimits(parts.vault, { admin: admin.address, dailyLimit })],
        feePayer: await world.signerOf('operator'),
        signers: [admin],
      });
    const state = await readVault(world.chains.main, parts.vault);
    const waiting = await accepted(user);
    // As much may leave as has left: not a micro-USDC more today.
    const ofToday = { ...parts, now: () => Date.now() };
    await setLimit(state!.outflow > BigInt(AMOUNT) ? state!.outflow : BigInt(AMOUNT));
    await tickOf(new PayoutWorker(ofToday));
    const held = await parts.stores.withdrawals.byId(waiting);
    expect(held).toMatchObject({ status: 'pending', attempt: 0, failure: null });
    await setLimit(BigInt(AMOUNT - GAS_MAIN - 1));
    expect(await runUntil(parts, waiting, 'ended')).toMatchObject({
      status: 'failed',
      failure: 'outflow_limit',
    });
    await setLimit(state!.dailyLimit);
    expect(engine.exchange.balance(user).available).toBe(BALANCE_MICRO_USDC);
  });

  it('waits while the vault is paused', async () => {
    const user = userWithMoney(engine);
    const operator = await world.signerOf('operator');
    const admin = await world.signerOf('admin');
    const pause = setVaultPaused(parts.vault, { authority: operator.address, isPaused: true });
    await world.sent('main', { instructions: [pause], feePayer: operator });
    const withdrawalId = await accepted(user);
    const worker = new PayoutWorker(parts);
    for (let looks = 0; looks < 5; looks++) await tickOf(worker);
    const held = await parts.stores.withdrawals.byId(withdrawalId);
    expect(held).toMatchObject({ status: 'pending', attempt: 0 });
    const pending = { chain: 'main', status: 'pending', count: 1, oldestMs: held!.updatedMs };
    expect(await parts.stores.withdrawals.figures()).toContainEqual(pending);
    const unpause = setVaultPaused(parts.vault, { authority: admin.address, isPaused: false });
    await world.sent('main', { instructions: [unpause], feePayer: operator, signers: [admin] });
    expect((await runUntil(parts, withdrawalId, 'ended')).status).toBe('completed');
  });
});

describe('a payout', () => {
  it('that never landed is signed again, and only the second pays', async () => {
    const user = userWithMoney(engine);
    const deaf = await startFaultyRpc({
      upstream: world.network.description.main.rpcUrl,
      faults: {
        fails: ({ method }) =>
          method === 'sendTransaction' ? { code: -32005, message: 'behind' } : undefined,
      },
    });
    const withdrawalId = await accepted(user);
    const muted = await world.parts(url, { rpcUrls: { main: [deaf.url] }, now: leapingClock() });
    const first = await runUntil(muted, withdrawalId, 'broadcasting');
    await tickOf(new PayoutWorker(muted));
    world.network.main.chain.advance(170);
    await runUntil(muted, withdrawalId, 'signing');
    await deaf.stop();
    const row = await runUntil(parts, withdrawalId, 'ended');
    expect(row).toMatchObject({ status: 'completed', attempt: 2 });
    expect(row.debitSignature).not.toEqual(first.debitSignature);
    expect(await world.usdcOf('main', wallet.address)).toBe(BigInt(AMOUNT - GAS_MAIN));
  });

  it('is not final by the word of one node', async () => {
    const user = userWithMoney(engine);
    const { rpcUrl } = world.network.description.main;
    const liar = await startFaultyRpc({ upstream: rpcUrl, faults: { statuses: 'failed' } });
    const rpcUrls = { main: [rpcUrl, liar.url] };
    const deceived = await world.parts(url, { rpcUrls, now: leapingClock() });
    const withdrawalId = await accepted(user);
    await runUntil(deceived, withdrawalId, 'broadcasting');
    const worker = new PayoutWorker(deceived);
    for (let looks = 0; looks < 10; looks++) await tickOf(worker);
    const held = await parts.stores.withdrawals.byId(withdrawalId);
    expect(held).toMatchObject({ status: 'pending', attempt: 1 });
    liar.faults.statuses = 'honest';
    expect((await runUntil(deceived, withdrawalId, 'ended')).attempt).toBe(1);
    await liar.stop();
    expect(await world.usdcOf('main', wallet.address)).toBe(BigInt(AMOUNT - GAS_MAIN));
  });

  it.each(['main', 'ext'] as const)(
    'to %s that the database has forgotten is found on chain, not made again',
    async (chain) => {
      const user = userWithMoney(engine);
      const withdrawalId = await accepted(user, chain === 'main' ? toMain() : toExt());
      await nameInAnotherInstruction(withdrawalId);
      const first = await runUntil(parts, withdrawalId, 'ended', 'attesting');
      const before = await readVault(world.chains.main, parts.vault);
      // Every withdrawal of this file comes up again as if it had just been accepted.
      const lost = await world.parts(await world.databaseUrl(), { now: leapingClock() });
      await recorded(lost, bus, withdrawalId);
      const found = await runUntil(lost, withdrawalId, 'ended', 'attesting');
      const alarms = await lost.metrics.registry.metrics();
      expect(alarms).not.toMatch(/alarms_total\{.*kind="unknown_debit".*\} [1-9]/);
      expect(found).toMatchObject({ status: first.status, ending: 'settled' });
      expect(signatureText(found.debitSignature!)).toBe(signatureText(first.debitSignature!));
      const after = await readVault(world.chains.main, parts.vault);
      expect(after?.debitedTotal).toBe(before?.debitedTotal);
      expect(await paymentOf(parts, first)).toBe('paid');
      expect(engine.exchange.balance(user)).toMatchObject({
        available: BALANCE_MICRO_USDC - AMOUNT,
        withdrawing: 0,
      });
    },
  );

  it('of what the engine has refunded is not made, whatever the record says', async () => {
    const user = userWithMoney(engine);
    const withdrawalId = await accepted(user);
    engine.apply('withdrawal', { kind: 'refund_withdrawal', withdrawalId, reason: 'by hand' });
    const row = await runUntil(parts, withdrawalId, 'ended');
    expect(row).toMatchObject({ status: 'failed', attempt: 0 });
    expect(await world.usdcOf('main', wallet.address)).toBe(0n);
  });

  it.each([
    ['recipient', 'recipient = $2', async () => bytesOfAddress((await newSigner()).address)],
    ['amountMicroUsdc', 'amount_micro_usdc = $2', async () => 2 * AMOUNT],
  ] as const)(
    'with another %s than the engine accepted is not made: somebody wrote to the database',
    async (term, change, other) => {
      const withdrawalId = await accepted(userWithMoney(engine));
      const raised: unknown[] = [];
      const raise = (kind: string, details: object) => raised.push({ kind, ...details });
      const alarms = Object.assign(Object.create(parts.alarms) as typeof parts.alarms, { raise });
      const values = [withdrawalId, await other()];
      await world.rows(url, `UPDATE withdrawals SET ${change} WHERE withdrawal_id = $1`, values);
      await tickOf(new PayoutWorker({ ...parts, alarms }));
      const why = `the engine accepted another ${term}`;
      expect(raised).toMatchObject([{ kind: 'record_contradiction', why }]);
      const held = await parts.stores.withdrawals.byId(withdrawalId);
      expect(held).toMatchObject({ status: 'pending', attempt: 0 });
      expect(await paymentOf(parts, held!)).toBe('unpaid');
    },
  );

  it('is settled once the engine is back', async () => {
    const user = userWithMoney(engine);
    const withdrawalId = await accepted(user);
    await runUntil(parts, withdrawalId, 'settling');
    await engine.stop();
    const away = { ...parts, engine: new EngineClient({ shard: 0, bus }) };
    await tickOf(new PayoutWorker(away));
    const held = await parts.stores.withdrawals.byId(withdrawalId);
    expect(held).toMatchObject({ status: 'debited', ending: null });
    await engine.start();
    expect((await runUntil(parts, withdrawalId, 'ended')).status).toBe('completed');
  });
});

describe('a process that dies', () => {
  it.each([
    ['main', 'before'],
    ['main', 'after'],
    ['ext', 'before'],
    ['ext', 'after'],
  ] as const)('of a withdrawal to %s, %s any call: it is paid once', async (chain, when) => {
    const user = userWithMoney(engine);
    const withdrawalId = await accepted(user, chain === 'main' ? toMain() : toExt());
    const vaultBefore = await readVault(world.chains.main, parts.vault);
    const { row, deaths } = await runDying(parts, withdrawalId, when);
    expect(row).toMatchObject({ ending: 'settled', attempt: 1 });
    expect(deaths).toBeGreaterThan(10);
    const vaultAfter = await readVault(world.chains.main, parts.vault);
    const net = BigInt(AMOUNT - (chain === 'main' ? GAS_MAIN : GAS_EXT));
    expect(vaultAfter!.debitedTotal - vaultBefore!.debitedTotal).toBe(net);
    expect(engine.exchange.balance(user)).toMatchObject({
      available: BALANCE_MICRO_USDC - AMOUNT,
      withdrawing: 0,
    });
  });

  it('while events are read leaves none out, and takes none twice', async () => {
    const user = userWithMoney(engine);
    const ids: Uint8Array[] = [];
    for (const nonce of [1, 2, 3]) {
      ids.push((await ask(parts, { user, ...toMain(), nonce })).withdrawalId);
    }
    const beside = await world.parts(url, { now: leapingClock() });
    await Promise.all([recorded(parts, bus, ids[2]!), recorded(beside, bus, ids[2]!)]);
    const { items } = await parts.stores.withdrawals.ofUser(user, { limit: 10 });
    expect(items.map(({ nonce }) => nonce)).toEqual([3, 2, 1]);
    // Two workers pay all of them, each once.
    await Promise.all(
      [parts, beside].flatMap((one) => ids.map((id) => runUntil(one, id, 'ended'))),
    );
    expect(await world.usdcOf('main', wallet.address)).toBe(3n * BigInt(AMOUNT - GAS_MAIN));
  });
});

it('knows no withdrawal of a user who never asked', async () => {
  const { items } = await parts.stores.withdrawals.ofUser(freshUser(), { limit: 1 });
  expect(items.map(withdrawalStep)).toEqual([]);
});

describe('users take turns', () => {
  const HOSTILE = 5;
  const OPEN_OF_EACH = 4;

  it('who has one is signed in the first round and sent in the second, behind twenty of others', async () => {
    const worker = new PayoutWorker(parts);
    const hostile: Uint8Array[] = [];
    for (let nth = 0; nth < HOSTILE; nth++) {
      const user = userWithMoney(engine);
      // The first of them asks for what nobody can be paid: the vault's own account.
      for (let nonce = 1; nonce <= OPEN_OF_EACH; nonce++) {
        const to = { ...toMain(), user, nonce };
        const bad = { ...to, recipient: bytesOfAddress(parts.vault.token) };
        const id = nth === 0 ? acceptedUnseen(engine, bad) : await accepted(user, to);
        if (nth === 0) await recorded(parts, bus, id);
        hostile.push(id);
      }
    }
    const honest = await accepted(userWithMoney(engine), toMain());
    const row = async (id: Uint8Array) => (await parts.stores.withdrawals.byId(id))!;
    const untouched = async () => {
      const rows = await Promise.all(hostile.map(row));
      return rows.filter(
        ({ debitSignature, failure }) => debitSignature === null && failure === null,
      );
    };

    await tickOf(worker);
    const { debitSignature } = await row(honest);
    expect(debitSignature).not.toBeNull();
    expect((await untouched()).length).toBeGreaterThan(0);
    await tickOf(worker);
    const signature = signatureText(debitSignature!);
    // No tick comes in between: what the second sent is what pays.
    const { transaction } = await until(() => parts.chains.main.findTransaction(signature));
    expect(transaction.error).toBeNull();

    for (const id of [honest, ...hostile]) await runUntil(parts, id, 'ended');
    const ends = await Promise.all([honest, ...hostile].map(async (id) => (await row(id)).status));
    const failed = Array<string>(OPEN_OF_EACH).fill('failed');
    const paid = Array<string>((HOSTILE - 1) * OPEN_OF_EACH).fill('completed');
    expect(ends).toEqual(['completed', ...failed, ...paid]);
  });
});
