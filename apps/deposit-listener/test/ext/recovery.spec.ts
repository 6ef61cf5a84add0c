/** What lies at a deposit address without a deposit under way goes where its user wants it, and nothing else does. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecoveryAnswer } from '@bellwether/bus';
import {
  SYSTEM_PROGRAM,
  associatedTokenAddress,
  bytesOfAddress,
  newSigner,
  signatureText,
} from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { EngineUnderTest, roundOf, until, userOf } from '@bellwether/local-world';
import { RECOVERY_PATIENCE_MS } from '../../src/ext/limits';
import { RecoverService } from '../../src/ext/recovery/recover-service';
import { OperatorService } from '../../src/service/operator-service';
import { World } from '../world';
import { ExtByHand, dutiesOfExt } from './ext-by-hand';

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
  recipient: bytesOfAddress(recipient),
  nonce,
  signature: new Uint8Array(64).fill(1),
  builder: null,
});
const received = async (mint: Address): Promise<bigint> =>
  by.tokens(await associatedTokenAddress(recipient, mint));

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
    expect(answer).toMatchObject({ user, amount: '999999' });
    expect(answer.txSignature).not.toBeNull();
    expect(await ended(answer)).toMatchObject({ state: 'completed', amount: 999_999n });
    expect(await received(usdc())).toBe(999_999n);
    const again = await service.recover(request(usdc(), 1), 'again');
    expect(again).toEqual({ ...answer, state: 'completed' });
    const other = { ...request(usdc(), 1), recipient: bytesOfAddress((await newSigner()).address) };
    await expect(service.recover(other, 'other')).rejects.toMatchObject({ code: 'NONCE_REUSED' });
    expect(await received(usdc())).toBe(999_999n);
    const purpose = `recovery:${signatureText(answer.txSignature!)}`;
    // The transaction, and the account that was made for the recipient.
    expect((await by.charges())[purpose]).toBeGreaterThan(300_000);
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
    stop = by.run();
    expect(await ended(await service.recover(request(token(), 1), 'token'))).toMatchObject({
      state: 'completed',
    });
    expect(await received(token())).toBe(77_700n);
    expect(
      await ended(await service.recover(request(SYSTEM_PROGRAM, 2), 'lamports')),
    ).toMatchObject({ state: 'completed', amount: 40_000_000n });
    expect(await by.lamports(recipient)).toBe(40_000_000n);
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
      amount: 300_000n,
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
    expect(await received(usdc())).toBe(300_000n);
  });

  it('for an operator by its reference, which is for one recovery alone: of what waited, once it is rejected', async () => {
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
    const { user: whose, mint, recipient: to } = request(usdc(), 1);
    const asked = {
      user: whose,
      mint,
      recipient: to,
      reference: 'case 7',
    } as const;
    const answer = await service.recoverForOperator(asked);
    expect(await ended(answer)).toMatchObject({
      state: 'completed',
      nonce: null,
      amount: 5_000_000n,
    });
    expect(await by.deposit(waiting)).toMatchObject(rejected);
    expect(await service.recoverForOperator(asked)).toMatchObject({
      recoveryId: 'operator:case 7',
    });
    await expect(
      service.recoverForOperator({ ...asked, mint: bytesOfAddress(token()) }),
    ).rejects.toMatchObject({ code: 'REFERENCE_REUSED' });
  });

  it('nothing while money is moving at the address, then what is left', async () => {
    const deposit = await by.given(user, { mint: usdc(), amount: 5_000_000n });
    await by.workUntil(deposit, { step: 'sending' });
    const [transfer] = await by.messages('transfer_signed');
    expect(await by.send(transfer!)).toMatchObject({ state: 'final', error: null });
    const refused = await by.given(user, { mint: usdc(), amount: 700n });
    await by.workUntil(refused, { phase: 'rejected' });
    await by.tell(
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
    stop = by.run();
    const asking = service.recover(request(usdc(), 1), 'one');
    await until(async () => {
      const row = await by.parts.stores.recoveries.byId(
        `user:${Buffer.from(user).toString('hex')}:1`,
      );
      return row !== null;
    });
    moveOn();
    expect(await ended(await asking)).toMatchObject({ state: 'completed', amount: 700n });
  });
});

describe('a recovery is not given up', () => {
  const begun = (mint: Address) =>
    by.parts.stores.recoveries.begin(
      {
        recoveryId: `operator:${nextUser}`,
        user,
        mint: bytesOfAddress(mint),
        recipient: bytesOfAddress(recipient),
        nonce: null,
      },
      by.parts.now(),
    );
  const sending = () => dutiesOfExt(by.parts).find(({ name }) => name === 'send-recoveries')!;

  it('while the scan is behind, however long: it is sent once the scan is not', async () => {
    const refused = await by.given(user, { mint: usdc(), amount: 300_000n });
    await by.workUntil(refused, { phase: 'rejected' });
    const { recoveryId } = await begun(usdc());
    // The chain goes on, and nobody reads it.
    world.network.ext.chain.advance(20);
    by.clock.aheadMs += 2 * RECOVERY_PATIENCE_MS;
    await roundOf(sending());
    const now = await by.parts.stores.recoveries.byId(recoveryId);
    expect(now).toMatchObject({ state: 'sending', txSignature: null });
    stop = by.run();
    expect(await ended({ recoveryId })).toMatchObject({ state: 'completed', amount: 300_000n });
    expect(await received(usdc())).toBe(300_000n);
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
      const duty = sending();
      const stateIn = async (ms: number) => {
        by.clock.aheadMs += ms;
        await roundOf(duty);
        return (await by.parts.stores.recoveries.byId(recoveryId))?.state;
      };
      expect(await stateIn(2 * RECOVERY_PATIENCE_MS)).toBe('sending');
      expect(await stateIn(RECOVERY_PATIENCE_MS / 2)).toBe('sending');
      expect(await stateIn(RECOVERY_PATIENCE_MS / 2 + 1)).toBe('failed');
    } finally {
      chain.start();
    }
  });
});

describe('a recovery is refused', () => {
  it.each<[string, () => Promise<Address>]>([
    ['to a deposit address', async () => (await by.watch(user)).depositAddress],
    [
      'to the deposit address of another user',
      async () => {
        const { depositAddress } = await by.watch(userOf(900));
        await by.parts.watched.refresh();
        return depositAddress;
      },
    ],
    [
      'to a token account',
      async () => associatedTokenAddress(world.network.keys.signers.swap.address, usdc()),
    ],
    ['to a program', async () => world.network.description.ext.tokenBridge],
  ])('%s: the nonce stays unused', async (_, to) => {
    const bad = { ...request(usdc(), 1), recipient: bytesOfAddress(await to()) };
    const before = engine.commands.length;
    await expect(service.recover(bad, 'bad')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'recipient_ext' },
    });
    expect(engine.commands).toHaveLength(before);
  });

  it('by the engine, in its words', async () => {
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
    stop = by.run();
    for (const [nonce, mint] of [
      [1, recipient],
      [2, token()],
    ] as const) {
      const answer = await service.recover(request(mint, nonce), 'nothing');
      expect(answer).toMatchObject({ state: 'failed', amount: '0', txSignature: null });
    }
  });
});

it('of a user and token go one after the other, and share nothing', async () => {
  const refused = await by.given(user, { mint: usdc(), amount: 900_000n });
  await by.workUntil(refused, { phase: 'rejected' });
  stop = by.run();
  // The engine takes nonces in order only; both wait for the first one's end.
  const answers = [
    await service.recover(request(usdc(), 1), 'x'),
    await service.recover(request(usdc(), 2), 'x'),
  ];
  const states = await Promise.all(answers.map(async (one) => (await ended(one))!));
  expect(states.map(({ state }) => state).sort()).toEqual(['completed', 'failed']);
  expect(await received(usdc())).toBe(900_000n);
});
