/** Deposits of every kind, from their detection on ext to the relayer, and the messages about their transfers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NATIVE_MINT, bytesOfAddress, custodyAddress } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { depositTransferId } from '@bellwether/funding';
import type { Deposit, FundingMessage, FundingMessageOf } from '@bellwether/funding';
import { MessageReader, PARTS } from '@bellwether/funding-runtime';
import { until, userOf } from '@bellwether/funding-testbed';
import { consumersOf } from '../../../../libs/nest-bus/test/serve-operations';
import { TransferUpdatesController } from '../../src/ext/bridge/transfer-updates.controller';
import type { ListenerParts } from '../../src/parts';
import { World } from '../world';
import { ExtByHand } from './ext-by-hand';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => world.stop());

let by: ExtByHand;
let nextUser = 0;
let user: Uint8Array;
beforeEach(async () => {
  by = await ExtByHand.begin(world);
  user = userOf(++nextUser);
});

const token = (): Address => world.network.description.ext.tokens[1]!.mint;

/** The transfer that was handed over for a deposit, the last of them. */
async function transferOf({ depositId }: Deposit): Promise<FundingMessageOf<'transfer_signed'>> {
  const messages = await by.messages('transfer_signed');
  const found = messages.findLast(({ subjectId }) => toHex(subjectId) === toHex(depositId));
  if (found === undefined) throw new Error('no transfer');
  return found;
}

const sending = { step: 'sending' } as const;

describe('a deposit', () => {
  it('of USDC is sent over the bridge to the last micro-USDC, and nothing besides', async () => {
    const places = await by.watch(user);
    const custody = await custodyAddress(by.parts.sides.ext, by.parts.usdc.ext);
    const rejected = await by.given(user, { mint: by.parts.usdc.ext, amount: 999_999n });
    await by.workUntil(rejected, { phase: 'rejected' });
    const deposit = await by.given(user, { mint: by.parts.usdc.ext, amount: 25_000_001n });
    expect(deposit).toMatchObject({ source: 'ext_usdc', amountMicroUsdc: 25_000_001 });

    const signed = await by.workUntil(deposit, sending);
    expect(signed).toMatchObject({
      phase: 'detected',
      tier: 0,
      transferId: depositTransferId(deposit.depositId, 1),
      reservation: { microUsdc: 25_000_001 },
    });
    const message = await transferOf(deposit);
    expect(message).toMatchObject({
      transferId: signed.transferId,
      direction: 'deposit',
      user,
      amountMicroUsdc: 25_000_001,
      recipientAccount: bytesOfAddress(places.proxyUsdcAccount),
      sourceSignature: signed.bridgeSignature,
    });
    // The account that the bridge pays into is there before anything is sent.
    expect(await world.chains.main.readAccount(places.proxyUsdcAccount)).not.toBeNull();
    expect(await by.tokens(places.depositUsdcAccount)).toBe(26_000_000n);

    const before = await by.tokens(custody);
    expect(await by.send(message)).toMatchObject({ state: 'final', error: null });
    expect(await by.tokens(places.depositUsdcAccount)).toBe(999_999n);
    expect((await by.tokens(custody)) - before).toBe(25_000_001n);
    const depositId = toHex(deposit.depositId);
    expect(await by.charges()).toEqual({
      [`account:${places.proxyUsdcAccount}:1`]: expect.any(Number),
      // Five transactions of 10,000 lamports at 150 USDC, and 10 %.
      [`deposit:${depositId}:bridge`]: 8_250,
    });
    expect(await by.alarms()).toEqual({});
  });

  it.each<[string, () => Address | undefined, bigint, number, string]>([
    ['a token', token, 500_000n, 100_000, 'ext_token'],
    ['lamports', () => undefined, 1_000_000_000n, 150_000_000, 'ext_native'],
  ])('of %s is exchanged first', async (_, mintOf, amount, microUsdc, source) => {
    const places = await by.watch(user);
    const mint = mintOf();
    const what = mint === undefined ? { amount } : { mint, amount: amount * 100n };
    const value = mint === undefined ? microUsdc : microUsdc * 100;
    const deposit = await by.given(user, what);
    expect(deposit).toMatchObject({ source, step: 'deciding', amountMicroUsdc: 0 });

    const signed = await by.workUntil(deposit, sending);
    expect(signed).toMatchObject({
      phase: 'swapped',
      amountMicroUsdc: value,
      reservation: { microUsdc: value },
    });
    expect(signed.history.map(({ state }) => state)).toEqual([
      'detected',
      'accepted',
      'swapped',
      'sending',
    ]);
    expect(await by.send(await transferOf(deposit))).toMatchObject({ state: 'final', error: null });
    expect(await by.tokens(places.depositUsdcAccount)).toBe(0n);
    expect(await by.lamports(places.depositAddress)).toBe(0n);
    // What the swap brought to the address is no deposit of its own.
    await by.scanToHead();
    expect(await by.deposits(user)).toHaveLength(1);
    const depositId = toHex(deposit.depositId);
    expect(await by.charges()).toMatchObject({
      [`account:${places.depositUsdcAccount}:1`]: expect.any(Number),
      // What it took of the payer: three signatures.
      [`deposit:${depositId}:swap:1`]: 2_475,
      [`deposit:${depositId}:bridge`]: 8_250,
    });
    expect((await by.parts.stores.dailyCap.status(by.parts.now())).usedMicroUsdc).toBe(value);
  });

  it('of lamports leaves its address though somebody laid a few more beside it', async () => {
    const { depositAddress } = await by.watch(user);
    const deposit = await by.given(user, { amount: 1_000_000_000n });
    const dust = await by.given(user, { amount: 1_000n });
    await by.workUntil(dust, { phase: 'rejected', reason: 'below_minimum' });
    await by.workUntil(deposit, sending);
    const rent = await by.parts.chains.ext.minimumLamports(0);
    expect(await by.lamports(depositAddress)).toBe(1_000n + rent);
    expect(await by.charges()).toMatchObject({
      [`rest:${depositAddress}:1`]: expect.any(Number),
    });
    await by.scanToHead();
    expect(await by.deposits(user)).toHaveLength(2);
  });

  it('of wrapped lamports is not exchanged: the swap would take lamports in their place', async () => {
    // A token account of that mint, as a wallet makes it.
    const { depositId } = await by.insert(user, { mint: NATIVE_MINT, amount: 1_000_000_000n });
    const refused = await by.workUntil({ depositId }, { phase: 'rejected' });
    expect(refused).toMatchObject({ reason: 'unsupported_token' });
  });

  it('shares the proxy account with others of its user, which is made and charged once', async () => {
    const { proxyUsdcAccount } = await by.watch(user);
    const mint = by.parts.usdc.ext;
    const deposits = [
      await by.given(user, { mint, amount: 5_000_000n }),
      await by.given(user, { mint, amount: 6_000_000n }),
    ];
    for (const deposit of deposits) await by.workUntil(deposit, sending);
    for (const deposit of deposits) {
      expect(await by.send(await transferOf(deposit))).toMatchObject({ error: null });
    }
    const made = Object.keys(await by.charges()).filter((one) => one.startsWith('account:'));
    expect(made).toEqual([`account:${proxyUsdcAccount}:1`]);
  });
});

describe('news of a transfer', () => {
  let deposit: Deposit;
  let transfer: FundingMessageOf<'transfer_signed'>;
  beforeEach(async () => {
    const found = await by.given(user, { mint: by.parts.usdc.ext, amount: 5_000_000n });
    deposit = await by.workUntil(found, sending);
    transfer = await transferOf(deposit);
  });

  const whose = () => {
    const { transferId, direction, subjectId } = transfer;
    return { transferId, direction, subjectId, user };
  };
  const sequence = 7;
  const completionSignature = new Uint8Array(64).fill(9);
  const updates = {
    sent: (): FundingMessage => {
      const { sourceSignature } = transfer;
      return { kind: 'transfer_sent', ...whose(), sourceSignature, sequence };
    },
    attested: (): FundingMessage => {
      return { kind: 'transfer_attested', ...whose(), sequence, vaa: new Uint8Array([1]) };
    },
    completed: (): FundingMessage => {
      return { kind: 'transfer_completed', ...whose(), sequence, completionSignature };
    },
    expired: (reason: 'blockhash_expired' | 'failed_on_chain'): FundingMessage => {
      return { kind: 'transfer_expired', ...whose(), reason };
    },
  };
  const now = () => by.deposit(deposit);

  it('takes the deposit along, each message once', async () => {
    await by.report(updates.sent(), 'sent');
    expect(await now()).toMatchObject({ phase: 'bridged', step: 'attesting', transferSequence: 7 });
    await by.report(updates.sent(), 'sent');
    await by.report(updates.attested(), 'attested');
    expect(await now()).toMatchObject({ phase: 'bridged', step: 'completing' });
    await by.report(updates.completed(), 'completed');
    const after = await now();
    expect(after).toMatchObject({ step: 'crediting', mainSignature: completionSignature });
    for (const one of ['sent', 'attested', 'completed'] as const) {
      await by.report(updates[one](), one);
      await by.report(updates[one](), `${one} again`);
    }
    expect(await now()).toEqual(after);
    expect(await by.alarms()).toEqual({});
  });

  it('is understood in any order', async () => {
    await by.report(updates.completed(), 'completed');
    await by.report(updates.attested(), 'attested');
    await by.report(updates.sent(), 'sent');
    expect(await now()).toMatchObject({ phase: 'bridged', step: 'crediting', transferSequence: 7 });
    expect(await by.alarms()).toEqual({});
  });

  it('comes out of the outbox of whoever sends it', async () => {
    const stopping = new AbortController();
    const read = async (parts: ListenerParts): Promise<void> => {
      const providers = [{ provide: PARTS, useValue: parts }];
      const module = { controllers: [TransferUpdatesController], providers };
      const service = await consumersOf(module, parts);
      const readers = service.consumers.map((consumer) => new MessageReader(consumer, parts));
      await Promise.all(readers.map((reader) => reader.run(stopping.signal, () => undefined)));
      await service.close();
    };
    // Two processes read for the one consumer.
    const reading = [read(by.parts), read(await world.parts(by.url))];
    const { subject, payload } = by.encoded(updates.sent());
    await world.rows(
      by.url,
      `INSERT INTO outbox (app, message_id, subject, payload, created_ms)
       VALUES ('bridge-relayer', $1, $2, $3, $4)`,
      [`${transfer.transferId}:sent`, subject, payload, by.parts.now()],
    );
    await until(async () => (await now()).step === 'attesting');
    stopping.abort();
    await Promise.all(reading);
    expect(await now()).toMatchObject({ phase: 'bridged', transferSequence: 7 });
  });

  it('of an expiry makes another transfer, under another id, by the same message account', async () => {
    await by.report(updates.expired('blockhash_expired'), 'expired');
    expect(await now()).toMatchObject({ step: 'bridging', attempt: 2, transferId: null });
    await by.report(updates.expired('blockhash_expired'), 'expired');
    const again = await by.workUntil(deposit, sending);
    expect(again).toMatchObject({ transferId: depositTransferId(deposit.depositId, 2) });
    // News of the first one again changes nothing.
    await by.report(updates.expired('blockhash_expired'), 'expired, told twice');
    expect(await now()).toEqual(again);
    const second = await transferOf(deposit);
    expect(second.transferId).toBe(again.transferId);
    expect(await by.send(second)).toMatchObject({ state: 'final', error: null });
    // Were the first not expired after all, the chain would refuse it.
    const { depositUsdcAccount } = await by.watch(user);
    await world.give('ext', {
      to: (await by.watch(user)).depositAddress,
      mint: by.parts.usdc.ext,
      amount: 5_000_000n,
    });
    const first = await by.send(transfer);
    expect(first.state === 'expired' || (first.state === 'final' && first.error !== null)).toBe(
      true,
    );
    expect(await by.tokens(depositUsdcAccount)).toBe(5_000_000n);
    expect(Object.keys(await by.charges()).filter((one) => one.endsWith(':bridge'))).toHaveLength(
      1,
    );
  });

  it('of an expiry that the chain contradicts signs nothing: what was sent is handed over again', async () => {
    expect(await by.send(transfer)).toMatchObject({ state: 'final', error: null });
    await by.report(updates.expired('blockhash_expired'), 'expired');
    await by.workUntil(deposit, { ...sending, attempt: 2 });
    expect(await transferOf(deposit)).toMatchObject({
      transferId: depositTransferId(deposit.depositId, 2),
      sourceSignature: transfer.sourceSignature,
      sourceBytes: null,
    });
    expect(await by.alarms()).toEqual({});
  });

  it('of a failure on chain takes its time, as each costs its fee', async () => {
    await by.report(updates.expired('failed_on_chain'), 'failed');
    for (let round = 0; round < 5; round++) await by.workOnce();
    expect(await now()).toMatchObject({ step: 'bridging', attempt: 2 });
    by.clock.aheadMs += 6_000;
    await by.workUntil(deposit, sending);
  });

  it('of an expiry after it was sent is a contradiction: nothing changes, and somebody is woken', async () => {
    await by.report(updates.sent(), 'sent');
    const before = await now();
    await by.report(updates.expired('blockhash_expired'), 'expired');
    expect(await now()).toEqual(before);
    expect(await by.alarms()).toEqual({ record_contradiction: 1 });
  });

  it('of a withdrawal is not for deposits; of a deposit that is not there it is asked for again', async () => {
    await by.report(
      { ...updates.sent(), direction: 'withdrawal' } as FundingMessage,
      'a withdrawal',
    );
    const unknown = { ...updates.sent(), subjectId: new Uint8Array(32) } as FundingMessage;
    await expect(by.report(unknown, 'unknown')).rejects.toMatchObject({ verdict: 'retry' });
    await expect(by.report(unknown, 'unknown')).rejects.toMatchObject({ verdict: 'retry' });
    expect(await now()).toMatchObject({ step: 'sending' });
  });
});
