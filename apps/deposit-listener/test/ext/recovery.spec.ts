/** What lies at a deposit address without a deposit under way goes where its user wants it, and nothing else does. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecoveryAnswer } from '@bellwether/bus';
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  associatedTokenAddress,
  bytesOfAddress,
  createAssociatedToken,
  newSigner,
  transferLamports,
} from '@bellwether/chain';
import type { Address, Instruction, Signer } from '@bellwether/chain';
import type { NotAWallet } from '@bellwether/funding';
import { EngineUnderTest, tickOf, until, userOf } from '@bellwether/funding-testbed';
import { RECOVERY_TIMEOUT_MS } from '../../src/ext/limits';
import { userRecoveryId } from '@bellwether/persistence';
import { RecoverService } from '../../src/ext/recovery/recover-service';
import { OperatorService } from '../../src/service/operator-service';
import { heldBy } from '../main-by-hand';
import { asNewProcess, scanToHead, scansOf } from '../scan-by-hand';
import { World } from '../world';
import { ExtByHand, workersOfExt } from './ext-by-hand';

/** A transaction of 10,000 lamports at 150 USDC, and 10 %; what it makes costs nothing in these tests. */
const GAS = 1_650n;
/** The same in lamports. */
const GAS_LAMPORTS = 11_000n;

let world: World;
let engine: EngineUnderTest;
beforeAll(async () => {
  world = await World.start();
  engine = await EngineUnderTest.serve(await world.bus());
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

let by: ExtByHand;
let service: RecoverService;
let nextUser = 0;
let user: Uint8Array;
let recipient: Address;
let stop: () => Promise<void>;
beforeEach(async () => {
  by = await ExtByHand.begin(world);
  service = new RecoverService(by.parts);
  user = userOf(++nextUser);
  recipient = (await newSigner()).address;
  stop = async () => undefined;
});
afterEach(() => stop());

const usdc = (): Address => by.parts.usdc.ext;
const token = (): Address => world.network.description.ext.tokens[1]!.mint;
const request = (mint: Address, nonce: number) => ({
  user,
  mint: bytesOfAddress(mint),
  maxGasFee: 0,
  allowProgramAddress: false,
  recipient: bytesOfAddress(recipient),
  nonce,
  signature: new Uint8Array(64).fill(1),
  builder: null,
});
const received = async (mint: Address): Promise<bigint> =>
  by.tokens(await associatedTokenAddress(recipient, mint));

/** SyncNative of the token program. */
const SYNC = new Uint8Array([17]);
const somebody = async (): Promise<Signer> => {
  const signer = await newSigner();
  await world.give('ext', { to: signer.address, amount: 1_000_000_000n });
  return signer;
};
/** A token account changes hands. */
const givenAway = (
  account: Address,
  { from, to }: { readonly from: Address; readonly to: Address },
): Instruction => ({
  programAddress: TOKEN_PROGRAM,
  accounts: [
    { address: account, role: 1 },
    { address: from, role: 2 },
  ],
  // SetAuthority, of the owner, to somebody.
  data: new Uint8Array([6, 2, 1, ...bytesOfAddress(to)]),
});

const giveBalance = (amount: number): void => {
  const reference = Buffer.from(user).toString('hex');
  engine.apply('admin', { kind: 'test_credit', user, amount, reference });
};

const ended = (answer: Pick<RecoveryAnswer, 'recoveryId'>) =>
  until(async () => {
    const recovery = await by.parts.stores.recoveries.byId(answer.recoveryId);
    return recovery?.state === 'sending' ? undefined : recovery;
  });
/** The rest of an answer's wait belongs to the test's clock. */
const moveOn = (): void => {
  by.clock.aheadMs += 11_000;
};

describe('a recovery sends', () => {
  it('a deposit that was refused, once, whoever asks how often', async () => {
    const refused = await by.given(user, { mint: usdc(), amount: 999_999n });
    await by.workUntil(refused, { phase: 'rejected' });
    stop = by.run();
    const answer = await service.recover(request(usdc(), 1), 'first');
    expect(answer).toMatchObject({ user, amount: String(999_999n - GAS) });
    expect(answer.txSignature).not.toBeNull();
    expect(await ended(answer)).toMatchObject({ state: 'completed', amount: 999_999n - GAS });
    expect(await received(usdc())).toBe(999_999n - GAS);
    const again = await service.recover(request(usdc(), 1), 'again');
    expect(again).toEqual({ ...answer, state: 'completed' });
    const other = { ...request(usdc(), 1), recipient: bytesOfAddress((await newSigner()).address) };
    await expect(service.recover(other, 'other')).rejects.toMatchObject({ code: 'NONCE_REUSED' });
    expect(await received(usdc())).toBe(999_999n - GAS);
    // Its cost was deducted before anything was signed: nothing is owed.
    const { address: payer } = by.parts.listener;
    expect(await by.tokens(await associatedTokenAddress(payer, usdc()))).toBeGreaterThanOrEqual(
      GAS,
    );
    expect(Object.keys(await by.charges()).filter((one) => one.startsWith('recovery:'))).toEqual(
      [],
    );
  });

  it('tokens that nobody exchanges, and lamports below the minimum', async () => {
    world.network.swap.setFaults({
      error: { status: 400, body: { error: 'no', errorCode: 'TOKEN_NOT_TRADABLE' } },
    });
    const refused = await by.given(user, { mint: token(), amount: 77_700n });
    await by.workUntil(refused, { phase: 'rejected', reason: 'unsupported_token' });
    world.network.swap.setFaults({});
    const small = await by.given(user, { amount: 40_000_000n });
    await by.workUntil(small, { phase: 'rejected', reason: 'below_minimum' });
    giveBalance(100_000);
    await world.give('ext', { to: recipient, mint: token(), amount: 1n });
    stop = by.run();
    expect(await ended(await service.recover(request(token(), 1), 'token'))).toMatchObject({
      state: 'completed',
    });
    expect(await received(token())).toBe(77_701n);
    // No token but USDC pays for itself: the balance does.
    const charges = Object.entries(await by.charges());
    expect(charges.filter(([purpose]) => purpose.startsWith('recovery:'))).toMatchObject([
      [expect.any(String), Number(GAS)],
    ]);
    expect(
      await ended(await service.recover(request(SYSTEM_PROGRAM, 2), 'lamports')),
    ).toMatchObject({ state: 'completed', amount: 40_000_000n - GAS_LAMPORTS });
    expect(await by.lamports(recipient)).toBe(40_000_000n - GAS_LAMPORTS);
  });

  it('what is beside deposits under way, and leaves theirs', async () => {
    const { depositUsdcAccount } = await by.watch(user);
    const { settings } = by.parts.stores;
    await settings.setBridgeExecutor(false, by.parts.now());
    const waiting = await by.given(user, { mint: usdc(), amount: 5_000_000n });
    await by.workUntil(waiting, { phase: 'queued', reason: 'bridge_off' });
    const refused = await by.given(user, { mint: usdc(), amount: 300_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    stop = by.run();
    expect(await ended(await service.recover(request(usdc(), 1), 'one'))).toMatchObject({
      state: 'completed',
      amount: 300_000n - GAS,
    });
    expect(await by.tokens(depositUsdcAccount)).toBe(5_000_000n);
    // Now there is nothing that is free.
    expect(await ended(await service.recover(request(usdc(), 2), 'two'))).toMatchObject({
      state: 'failed',
    });
    await settings.setBridgeExecutor(true, by.parts.now());
    await until(async () => (await by.deposit(waiting)).step === 'sending');
    const [transfer] = await by.messages('transfer_signed');
    expect(await by.send(transfer!)).toMatchObject({ state: 'final', error: null });
    expect(await received(usdc())).toBe(300_000n - GAS);
  });

  it('what came to another token account of the address, which is listed, with the rest', async () => {
    const refused = await by.given(user, { mint: usdc(), amount: 300_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    const { depositAddress } = await by.watch(user);
    for (const amount of [700_000n, 5n]) {
      const giver = await somebody();
      await world.give('ext', { to: giver.address, mint: usdc(), amount });
      const account = await associatedTokenAddress(giver.address, usdc());
      const instructions = [givenAway(account, { from: giver.address, to: depositAddress })];
      await world.sent('ext', { instructions, feePayer: giver });
    }
    await by.scanToHead();
    const listed = (await by.deposits(user)).filter(({ reason }) => reason === 'other_account');
    expect(listed).toMatchObject([
      { phase: 'rejected', step: 'ended', sourceAmount: 5n },
      { phase: 'rejected', step: 'ended', sourceAmount: 700_000n },
    ]);
    stop = by.run();
    expect(await ended(await service.recover(request(usdc(), 1), 'all'))).toMatchObject({
      state: 'completed',
      amount: 1_000_005n - GAS,
    });
    expect(await received(usdc())).toBe(1_000_005n - GAS);
  });

  it('wrapped lamports as lamports: the recipient needs no account of them', async () => {
    const { depositAddress: owner } = await by.watch(user);
    const giver = await somebody();
    const account = await associatedTokenAddress(owner, NATIVE_MINT);
    const instructions = [
      await createAssociatedToken({ payer: giver.address, owner, mint: NATIVE_MINT }),
      transferLamports({ from: giver.address, to: account, lamports: 40_000_000n }),
      { programAddress: TOKEN_PROGRAM, accounts: [{ address: account, role: 1 }], data: SYNC },
    ];
    await world.sent('ext', { instructions, feePayer: giver });
    await by.scanToHead();
    const [found] = await by.deposits(user);
    await by.workUntil(found!, { phase: 'rejected', reason: 'unsupported_token' });
    stop = by.run();
    const rent = await world.chains.ext.minimumLamports(165);
    const answer = await service.recover(request(NATIVE_MINT, 1), 'wrapped');
    const amount = 40_000_000n + rent - GAS_LAMPORTS;
    expect(await ended(answer)).toMatchObject({ state: 'completed', amount });
    expect(await by.lamports(recipient)).toBe(amount);
  });

  it('lamports in the empty USDC account of the address, which are listed', async () => {
    const { depositAddress: owner, depositUsdcAccount: account } = await by.watch(user);
    const giver = await somebody();
    const pays = (lamports: bigint) =>
      transferLamports({ from: giver.address, to: account, lamports });
    const instructions = [
      await createAssociatedToken({ payer: giver.address, owner, mint: usdc() }),
      pays(3_000_000n),
    ];
    await world.sent('ext', { instructions, feePayer: giver });
    await world.sent('ext', { instructions: [pays(2_000_000n)], feePayer: giver });
    await by.scanToHead();
    const listed = { source: 'ext_native', phase: 'rejected', reason: 'other_account' };
    expect(await by.deposits(user)).toMatchObject([
      { ...listed, sourceAmount: 2_000_000n },
      { ...listed, sourceAmount: 3_000_000n },
    ]);
    // A deposit under way needs the account: they stay.
    await by.parts.stores.settings.setBridgeExecutor(false, by.parts.now());
    const waiting = await by.given(user, { mint: usdc(), amount: 5_000_000n });
    await by.workUntil(waiting, { phase: 'queued', reason: 'bridge_off' });
    await expect(service.recover(request(SYSTEM_PROGRAM, 1), 'held')).rejects.toMatchObject({
      code: 'NOTHING_TO_RECOVER',
    });
    await new OperatorService(by.parts).reject(waiting.depositId);
    stop = by.run();
    expect(await ended(await service.recover(request(usdc(), 2), 'usdc'))).toMatchObject({
      state: 'completed',
    });
    expect(
      await ended(await service.recover(request(SYSTEM_PROGRAM, 3), 'lamports')),
    ).toMatchObject({ state: 'completed', amount: 5_000_000n - GAS_LAMPORTS });
    expect(await by.lamports(recipient)).toBe(5_000_000n - GAS_LAMPORTS);
    // It is made again when money comes.
    await by.given(user, { mint: usdc(), amount: 300_000n });
    expect(await by.tokens(account)).toBe(300_000n);
  });

  it('USDC of main from the address on main, which is listed', async () => {
    const other = asNewProcess(by.parts);
    const scanMain = scansOf(other, world)('scan-main');
    await scanToHead(other, scanMain);
    const { depositAddress } = await by.watch(user);
    const main = by.parts.usdc.main;
    await world.give('main', { to: depositAddress, mint: main, amount: 9_000_000n });
    await world.give('main', { to: by.parts.listener.address, amount: 1_000_000_000n });
    await scanToHead(other, scanMain);
    expect(await by.deposits(user)).toMatchObject([
      {
        chain: 'main',
        phase: 'rejected',
        reason: 'other_chain',
        sourceToken: main,
        sourceAmount: 9_000_000n,
      },
    ]);
    const asText = { ...request(main, 1), textForm: 'raw' } as const;
    await expect(service.recover(asText, 'text')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'mint' },
    });
    stop = by.run([...workersOfExt(by.parts), scanMain]);
    expect(await ended(await service.recover(request(main, 1), 'main'))).toMatchObject({
      state: 'completed',
      amount: 9_000_000n - GAS,
    });
    expect(await heldBy(by.parts, await associatedTokenAddress(recipient, main))).toBe(
      9_000_000n - GAS,
    );
  });

  it('to an address of a program, where its user signed that it may be one, for the fee that was signed', async () => {
    const refused = await by.given(user, { mint: usdc(), amount: 900_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    const program = (await newSigner()).address;
    const owner = await associatedTokenAddress(recipient, program);
    const asked = {
      ...request(usdc(), 1),
      recipient: bytesOfAddress(owner),
      allowProgramAddress: true,
      maxGasFee: Number(GAS),
    };
    stop = by.run();
    expect(await ended(await service.recover(asked, 'program'))).toMatchObject({
      state: 'completed',
      amount: 900_000n - GAS,
    });
    expect(await by.tokens(await associatedTokenAddress(owner, usdc()))).toBe(900_000n - GAS);
  });

  it('nothing where the fee has risen above what was signed', async () => {
    const refused = await by.given(user, { mint: usdc(), amount: 900_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    const { signature: _, builder: __, ...terms } = request(usdc(), 1);
    const recoveryId = userRecoveryId(user, 1);
    const asked = { recoveryId, ...terms, maxGasFee: Number(GAS) - 1 };
    await by.parts.stores.recoveries.begin(asked, by.parts.now());
    stop = by.run();
    expect(await ended({ recoveryId })).toMatchObject({ state: 'failed', attempt: 0 });
  });

  it('of what waited, once an operator has rejected it', async () => {
    await by.parts.stores.settings.setBridgeExecutor(false, by.parts.now());
    const waiting = await by.given(user, { mint: usdc(), amount: 5_000_000n });
    await by.workUntil(waiting, { phase: 'queued', reason: 'bridge_off' });
    const operators = new OperatorService(by.parts);
    const answered = await operators.reject(waiting.depositId);
    expect(answered).toEqual({ depositId: waiting.depositId, user, amountMicroUsdc: 5_000_000 });
    expect(await operators.reject(waiting.depositId)).toEqual(answered);
    await expect(operators.release(waiting.depositId)).rejects.toMatchObject({
      code: 'DEPOSIT_NOT_QUEUED',
    });
    const rejected = { phase: 'rejected', step: 'ended', reason: 'operator_rejected' };
    expect(await by.deposit(waiting)).toMatchObject(rejected);
    // It is out of the queue for good.
    await by.parts.stores.settings.setBridgeExecutor(true, by.parts.now());
    stop = by.run();
    const answer = await service.recover(request(usdc(), 1), 'one');
    expect(await ended(answer)).toMatchObject({ state: 'completed', amount: 5_000_000n - GAS });
    expect(await by.deposit(waiting)).toMatchObject(rejected);
  });

  it('nothing while money is moving at the address, then what is left', async () => {
    const deposit = await by.given(user, { mint: usdc(), amount: 5_000_000n });
    await by.workUntil(deposit, { step: 'sending' });
    const [transfer] = await by.messages('transfer_signed');
    expect(await by.send(transfer!)).toMatchObject({ state: 'final', error: null });
    const refused = await by.given(user, { mint: usdc(), amount: 70_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    await by.report(
      {
        kind: 'transfer_sent',
        transferId: transfer!.transferId,
        direction: 'deposit',
        subjectId: deposit.depositId,
        user,
        sourceSignature: transfer!.sourceSignature,
        sequence: 3,
      },
      'sent',
    );
    // What the transfer costs is owed until it comes in: somebody with a balance owes nothing.
    giveBalance(1_000_000);
    stop = by.run();
    const asking = service.recover(request(usdc(), 1), 'one');
    await until(async () => {
      const row = await by.parts.stores.recoveries.byId(
        `user:${Buffer.from(user).toString('hex')}:1`,
      );
      return row !== null;
    });
    moveOn();
    expect(await ended(await asking)).toMatchObject({ state: 'completed', amount: 70_000n - GAS });
  });
});

describe('a recovery is not given up', () => {
  const begun = (mint: Address) =>
    by.parts.stores.recoveries.begin(
      {
        recoveryId: `operator:${nextUser}`,
        user,
        mint: bytesOfAddress(mint),
        maxGasFee: 0,
        recipient: bytesOfAddress(recipient),
        allowProgramAddress: false,
        nonce: null,
      },
      by.parts.now(),
    );
  const sending = () => workersOfExt(by.parts).find(({ name }) => name === 'send-recoveries')!;

  it('while the scan is behind, however long: it is sent once the scan is not', async () => {
    const refused = await by.given(user, { mint: usdc(), amount: 300_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    const { recoveryId } = await begun(usdc());
    // The chain goes on, and nobody reads it.
    world.network.ext.chain.advance(20);
    by.clock.aheadMs += 2 * RECOVERY_TIMEOUT_MS;
    await tickOf(sending());
    const now = await by.parts.stores.recoveries.byId(recoveryId);
    expect(now).toMatchObject({ state: 'sending', txSignature: null });
    stop = by.run();
    expect(await ended({ recoveryId })).toMatchObject({
      state: 'completed',
      amount: 300_000n - GAS,
    });
    expect(await received(usdc())).toBe(300_000n - GAS);
  });

  it('by a first look that comes late: what it finds has its minute from then', async () => {
    // All that lies there is on its way.
    const deposit = await by.given(user, { mint: usdc(), amount: 5_000_000n });
    await by.workUntil(deposit, { step: 'sending' });
    const { recoveryId } = await begun(usdc());
    const { chain } = world.network.ext;
    chain.stop();
    try {
      await by.scanToHead();
      const worker = sending();
      const stateIn = async (ms: number) => {
        by.clock.aheadMs += ms;
        await tickOf(worker);
        return (await by.parts.stores.recoveries.byId(recoveryId))?.state;
      };
      expect(await stateIn(2 * RECOVERY_TIMEOUT_MS)).toBe('sending');
      expect(await stateIn(RECOVERY_TIMEOUT_MS / 2)).toBe('sending');
      expect(await stateIn(RECOVERY_TIMEOUT_MS / 2 + 1)).toBe('failed');
    } finally {
      chain.start();
    }
  });
});

describe('a recovery is refused', () => {
  it.each<[string, NotAWallet, () => Promise<Address>]>([
    ['to a deposit address', 'deposit_address', async () => (await by.watch(user)).depositAddress],
    [
      'to the deposit address of another user',
      'deposit_address',
      async () => {
        const { depositAddress } = await by.watch(userOf(900));
        await by.parts.watched.refresh();
        return depositAddress;
      },
    ],
    [
      'to a token account',
      'token_account',
      async () => associatedTokenAddress(world.network.keys.signers.swap.address, usdc()),
    ],
    [
      'to a token account that was never made',
      'derived_address',
      async () => associatedTokenAddress((await newSigner()).address, usdc()),
    ],
    ['to a proxy wallet', 'proxy_wallet', async () => (await by.watch(user)).proxyWallet],
    ['to the bridge', 'exchange_program', async () => world.network.description.ext.tokenBridge],
    ['to a program', 'program', async () => TOKEN_PROGRAM],
    ['to the listener', 'exchange_key', async () => by.parts.listener.address],
  ])('%s (%s): the nonce stays unused', async (_, is, to) => {
    const bad = { ...request(usdc(), 1), recipient: bytesOfAddress(await to()) };
    const before = engine.commands.length;
    await expect(service.recover(bad, 'bad')).rejects.toMatchObject({
      code: 'RECIPIENT_NOT_A_WALLET',
      details: { field: 'recipient_ext', is },
    });
    expect(engine.commands).toHaveLength(before);
  });

  it('whose fee is above the most that was signed: the nonce stays unused', async () => {
    await by.given(user, { mint: usdc(), amount: 900_000n });
    const before = engine.commands.length;
    const fee = Number(GAS);
    const asked = { ...request(usdc(), 1), maxGasFee: fee - 1 };
    await expect(service.recover(asked, 'dear')).rejects.toMatchObject({
      code: 'FEE_ABOVE_MAX',
      details: { gas_fee: fee, max_gas_fee: fee - 1 },
    });
    expect(engine.commands).toHaveLength(before);
  });

  it('by the engine, in its words', async () => {
    await by.given(user, { mint: usdc(), amount: 900_000n });
    engine.exchange.apply({
      seq: engine.exchange.lastSeq + 1,
      timestampMs: Math.max(Date.now(), engine.exchange.lastTimestampMs),
      lane: 'builder',
      command: { kind: 'register_delegate', user, builderId: 'someone' },
    });
    await expect(service.recover(request(usdc(), 1), 'x')).rejects.toMatchObject({
      code: 'DELEGATED_USER',
    });
  });

  it('where there is no such mint, and where nothing lies there', async () => {
    const before = engine.commands.length;
    await expect(service.recover(request(recipient, 1), 'no mint')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'mint' },
    });
    const nothing = service.recover(request(token(), 1), 'nothing');
    await expect(nothing).rejects.toMatchObject({ code: 'NOTHING_TO_RECOVER' });
    // A stranger's request opens no account: the engine does not receive it.
    expect(engine.commands).toHaveLength(before);
  });

  it('while gas is owed that the balance does not cover', async () => {
    await by.given(user, { mint: usdc(), amount: 900_000n });
    const charge = { kind: 'charge_gas', user, chargeSeq: 1, amount: 5, purpose: 'x' } as const;
    engine.apply('deposit', charge);
    await expect(service.recover(request(usdc(), 1), 'owing')).rejects.toMatchObject({
      code: 'GAS_DEBT_UNPAID',
      details: { gas_debt: 5 },
    });
  });

  it('of a token whose recipient has no account for it, and of what is not worth its gas', async () => {
    await by.given(user, { mint: token(), amount: 500n });
    giveBalance(100_000);
    await expect(service.recover(request(token(), 1), 'no account')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'recipient_ext' },
    });
    await by.given(user, { mint: usdc(), amount: GAS });
    await expect(service.recover(request(usdc(), 1), 'dust')).rejects.toMatchObject({
      code: 'AMOUNT_BELOW_GAS',
    });
  });
});

it('of a user and token go one after the other, and share nothing', async () => {
  const refused = await by.given(user, { mint: usdc(), amount: 900_000n });
  await by.workUntil(refused, { phase: 'rejected' });
  stop = by.run();
  // The engine takes nonces in order only; both wait for the first one's end.
  const first = await service.recover(request(usdc(), 1), 'x');
  const second = { recoveryId: userRecoveryId(user, 2), ...request(usdc(), 2) };
  await by.parts.stores.recoveries.begin(second, by.parts.now());
  const answers = [first, second];
  const states = await Promise.all(answers.map(async (one) => (await ended(one))!));
  expect(states.map(({ state }) => state).sort()).toEqual(['completed', 'failed']);
  expect(await received(usdc())).toBe(900_000n - GAS);
});
