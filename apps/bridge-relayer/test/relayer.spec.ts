/** Transfers seen through over both real chains, real PostgreSQL and guardians that sometimes lie. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSigner } from '@bellwether/chain';
import { startFaultyRpc } from '@bellwether/local-chain';
import { tickOf } from '@bellwether/funding-testbed';
import type { RelayerParts } from '../src/parts';
import { TransferWorker } from '../src/transfers/transfer-worker';
import {
  burnedWithdrawal,
  handOver,
  leapingClock,
  proxyOf,
  recordedWithdrawal,
  runDying,
  runUntil,
  signedDeposit,
} from './transfers-under-test';
import { World } from './world';

let world: World;
let url: string;
let parts: RelayerParts;

beforeAll(async () => {
  world = await World.start();
  // The relayer pays for what it does.
  for (const name of ['ext', 'main'] as const) {
    const { address } = await world.signerOf('relayer');
    await world.give(name, { to: address, amount: 10n ** 12n });
  }
});
afterAll(() => world.stop());

beforeEach(async () => {
  world.network.guardians.setFaults({});
  url = await world.databaseUrl();
  parts = await world.parts(url, { now: leapingClock() });
});

const reported = async (transferId: string): Promise<unknown[]> => {
  const sql = 'SELECT subject, message_id FROM outbox ORDER BY outbox_id';
  return (await world.rows(url, sql))
    .filter(({ message_id }) => String(message_id).startsWith(`transfer:${transferId}:`))
    .map(({ subject }) => subject);
};
const SEEN_THROUGH = ['sent', 'attested', 'completed'].map((word) => `funding.transfer.${word}`);

const count = async (sql: string): Promise<number> =>
  Number((await world.rows(url, sql))[0]?.['count']);

describe('a transfer', () => {
  it('of a deposit is sent, attested and completed into the proxy wallet', async () => {
    const deposit = await signedDeposit(world);
    await handOver(parts, deposit);
    const { transferId, amountMicroUsdc } = deposit.message;
    const row = await runUntil(parts, transferId, 'completed');
    expect(row).toMatchObject({ state: 'completed', sequence: expect.any(Number) });
    expect(await world.usdcOf('main', await proxyOf(world, deposit.user))).toBe(
      BigInt(amountMicroUsdc),
    );
    expect(await reported(transferId)).toEqual(SEEN_THROUGH);
    // Nothing of ours is left open.
    expect(await count("SELECT count(*) FROM chain_transactions WHERE state = 'kept'")).toBe(0);
  });

  it('of a withdrawal is completed into an account that the relayer makes', async () => {
    const recipient = await newSigner();
    const withdrawal = await burnedWithdrawal(world, recipient);
    await recordedWithdrawal(world.withdrawals(url), withdrawal, recipient);
    await handOver(parts, withdrawal);
    const { transferId, amountMicroUsdc } = withdrawal.message;
    expect((await runUntil(parts, transferId, 'completed')).state).toBe('completed');
    expect(await world.usdcOf('ext', recipient.address)).toBe(BigInt(amountMicroUsdc));
    expect(await reported(transferId)).toEqual(SEEN_THROUGH);
  });

  it('handed over twice, or in a second message, is one', async () => {
    const deposit = await signedDeposit(world);
    await handOver(parts, deposit);
    await handOver(parts, deposit);
    const { transferId } = deposit.message;
    await parts.stores.transfers.take(deposit.message, { nowMs: 1 });
    await runUntil(parts, transferId, 'completed');
    await handOver(parts, deposit);
    expect(await reported(transferId)).toEqual(SEEN_THROUGH);
    expect(await count('SELECT count(*) FROM transfers')).toBe(1);
  });

  it('that another relayer completed, without our knowing, is found completed', async () => {
    const deposit = await signedDeposit(world);
    const { transferId, amountMicroUsdc } = deposit.message;
    await handOver(parts, deposit);
    await runUntil(parts, transferId, 'attested');
    // A relayer of another database, with another key: it shares nothing with ours but the chain.
    const other = await world.parts(await world.databaseUrl(), { now: leapingClock() });
    const stranger = { ...other, relayer: await world.signerOf('treasury') };
    await handOver(stranger, deposit);
    const theirs = await runUntil(stranger, transferId, 'completed');
    const ours = await runUntil(parts, transferId, 'completed');
    expect(ours.completionSignature).toEqual(theirs.completionSignature);
    expect(await world.usdcOf('main', await proxyOf(world, deposit.user))).toBe(
      BigInt(amountMicroUsdc),
    );
  });

  it('of a withdrawal that its user completed alone is found completed, and pays nothing again', async () => {
    const recipient = await newSigner();
    const withdrawal = await burnedWithdrawal(world, recipient);
    const { transferId, amountMicroUsdc } = withdrawal.message;
    await recordedWithdrawal(world.withdrawals(url), withdrawal, recipient);
    await handOver(parts, withdrawal);
    await runUntil(parts, transferId, 'attested');
    const otherUrl = await world.databaseUrl();
    const other = await world.parts(otherUrl, { now: leapingClock() });
    const user = { ...other, relayer: await world.signerOf('treasury') };
    await recordedWithdrawal(world.withdrawals(otherUrl), withdrawal, recipient);
    await handOver(user, withdrawal);
    const theirs = await runUntil(user, transferId, 'completed');
    const ours = await runUntil(parts, transferId, 'completed');
    expect(ours.completionSignature).toEqual(theirs.completionSignature);
    expect(await world.usdcOf('ext', recipient.address)).toBe(BigInt(amountMicroUsdc));
    expect(await reported(transferId)).toEqual(SEEN_THROUGH);
  });

  it('whose source failed on chain is told as expired', async () => {
    const deposit = await signedDeposit(world, 5_000_000n, 4_999_999n);
    await handOver(parts, deposit);
    const { transferId } = deposit.message;
    const row = await runUntil(parts, transferId, 'sent');
    expect(row).toMatchObject({ state: 'expired', expiry: 'failed_on_chain' });
    expect(await reported(transferId)).toEqual(['funding.transfer.expired']);
  });

  it('whose blockhash is too old is told as expired, and not before', async () => {
    const deposit = await signedDeposit(world);
    const { transferId } = deposit.message;
    await handOver(parts, deposit);
    const silentNode = await startFaultyRpc({
      upstream: world.network.description.ext.rpcUrl,
      faults: {
        fails: ({ method }) =>
          method === 'sendTransaction' ? { code: -32005, message: 'behind' } : undefined,
      },
    });
    const rpcUrls = { ext: [silentNode.url] };
    const deaf = await world.parts(url, { rpcUrls, now: leapingClock() });
    await tickOf(new TransferWorker(deaf));
    expect((await parts.stores.transfers.byId(transferId))?.state).toBe('signed');
    world.network.ext.chain.advance(170);
    const row = await runUntil(deaf, transferId, 'sent');
    await silentNode.stop();
    expect(row).toMatchObject({ state: 'expired', expiry: 'blockhash_expired' });
  });
});

describe('an attestation', () => {
  it.each([
    ['is held back', { isHolding: true }, 0],
    ['has too few signatures', { signatureCount: 12 }, 1],
    // Which thirteen of nineteen sign first is another matter with each message: one of these seven is always among them.
    ['has a forged signature', { forgedGuardians: [0, 1, 2, 3, 4, 5, 6] }, 1],
    ['names a guardian set that is not', { guardianSetIndex: 7 }, 1],
  ])('that %s is not taken; the true one is', async (_, faults, alarms) => {
    const deposit = await signedDeposit(world);
    const { transferId } = deposit.message;
    await handOver(parts, deposit);
    world.network.guardians.setFaults(faults);
    const { updatedMs: oldestMs } = await runUntil(parts, transferId, 'sent');
    const figures = [{ direction: 'deposit', state: 'sent', count: 1, oldestMs }];
    expect(await parts.stores.transfers.figures()).toEqual(figures);
    const raised: string[] = [];
    const watched = {
      ...parts,
      alarms: { raise: (kind: string) => raised.push(kind) } as unknown as RelayerParts['alarms'],
    };
    const worker = new TransferWorker(watched);
    // Guardians see a message some slots after we do: until then it is only not there yet.
    while (raised.length < alarms) await tickOf(worker);
    for (let looks = 0; looks < 5; looks++) await tickOf(worker);
    expect((await parts.stores.transfers.byId(transferId))?.state).toBe('sent');
    expect(new Set(raised)).toEqual(new Set(alarms === 0 ? [] : ['vaa_refused']));
    world.network.guardians.setFaults({});
    expect((await runUntil(parts, transferId, 'completed')).state).toBe('completed');
  });
});

describe('a process that dies', () => {
  it.each(['before', 'after'] as const)(
    '%s any call of a deposit’s transfer: it is completed once',
    async (when) => {
      const deposit = await signedDeposit(world);
      const { transferId, amountMicroUsdc } = deposit.message;
      await handOver(parts, deposit);
      const { row, deaths } = await runDying(parts, transferId, when);
      expect(row.state).toBe('completed');
      expect(deaths).toBeGreaterThan(15);
      expect(await reported(transferId)).toEqual(SEEN_THROUGH);
      expect(await world.usdcOf('main', await proxyOf(world, deposit.user))).toBe(
        BigInt(amountMicroUsdc),
      );
    },
  );

  it('and a second one beside it: transfers are seen through once each', async () => {
    const beside = await world.parts(url, { now: leapingClock() });
    const deposits = await Promise.all([1n, 2n, 3n].map((n) => signedDeposit(world, n * 1_000n)));
    for (const deposit of deposits) await handOver(parts, deposit);
    const last = deposits.map(({ message }) => message.transferId);
    await Promise.all(
      [parts, beside].flatMap((one) => last.map((id) => runUntil(one, id, 'completed'))),
    );
    for (const { message, user } of deposits) {
      expect(await reported(message.transferId)).toEqual(SEEN_THROUGH);
      expect(await world.usdcOf('main', await proxyOf(world, user))).toBe(
        BigInt(message.amountMicroUsdc),
      );
    }
  });
});

describe('a node that lies', () => {
  it('of finality is not believed while the other one denies it', async () => {
    const liar = await startFaultyRpc({
      upstream: world.network.description.ext.rpcUrl,
      faults: { statuses: 'finalized' },
    });
    const rpcUrls = { ext: [world.network.description.ext.rpcUrl, liar.url] };
    const deceived = await world.parts(url, { rpcUrls, now: leapingClock() });
    const deposit = await signedDeposit(world, 5_000_000n, 4_999_999n);
    const { transferId } = deposit.message;
    await handOver(deceived, deposit);
    const worker = new TransferWorker(deceived);
    for (let looks = 0; looks < 10; looks++) await tickOf(worker);
    expect((await parts.stores.transfers.byId(transferId))?.state).toBe('signed');
    liar.faults.statuses = 'honest';
    const row = await runUntil(deceived, transferId, 'sent');
    await liar.stop();
    expect(row).toMatchObject({ state: 'expired', expiry: 'failed_on_chain' });
  });
});
