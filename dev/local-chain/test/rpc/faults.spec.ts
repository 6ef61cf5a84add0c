import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateKeyPairSigner } from '@solana/kit';
import type { Address, Signature } from '@solana/kit';
import { startFaultyRpc, startLocalChain } from '@bellwether/local-chain';
import type { FaultyRpc, RunningChain } from '@bellwether/local-chain';
import { rpcCall, rpcFailure } from '../clients/rpc-call';

let local: RunningChain;
let faulty: FaultyRpc;
let recipient: Address;
let signature: Signature;
let slot: number;

beforeEach(async () => {
  local = await startLocalChain({ isMoving: false, finalizeAfterBlocks: 3 });
  faulty = await startFaultyRpc({ upstream: local.url });
  recipient = (await generateKeyPairSigner()).address;
  signature = await local.chain.airdrop(recipient, 1_000_000_000n);
  ({ slot } = local.chain.transaction(signature)!);
  local.chain.advance(4);
});
afterEach(async () => {
  await faulty.stop();
  await local.stop();
});

const call = (method: string, ...params: unknown[]) => rpcCall(faulty, method, params);
const signatures = async () =>
  ((await call('getSignaturesForAddress', recipient)) as { signature: string }[]).map(
    (listed) => listed.signature,
  );
const inBlock = async () =>
  ((await call('getBlock', slot, { transactionDetails: 'signatures' })) as { signatures: string[] })
    .signatures;

describe('a faulty node', () => {
  it('without faults says what the node behind it says', async () => {
    for (const params of [[recipient], [recipient, { commitment: 'processed' }]]) {
      expect(await call('getBalance', ...params)).toEqual(
        await rpcCall(local, 'getBalance', params),
      );
    }
    expect(faulty.asked).toEqual(['getBalance', 'getBalance']);
  });

  it('that lags knows neither the slots, the blocks nor the transactions of late', async () => {
    faulty.faults.lagSlots = 2;
    const top = local.chain.blockAt('finalized').slot - 2;
    expect(await call('getSlot')).toBe(top);
    expect(top).toBeLessThan(slot);
    expect(await rpcFailure(faulty, 'getBlock', [slot])).toMatchObject({ code: -32004 });
    expect(await call('getBlocks', top, slot)).toEqual([top]);
    const statuses = await call('getSignatureStatuses', [signature]);
    expect(statuses).toMatchObject({ value: [{ confirmationStatus: 'confirmed' }] });
    faulty.faults.lagSlots = 5;
    expect(await call('getSignatureStatuses', [signature])).toMatchObject({ value: [null] });
    expect(
      await call('getTransaction', signature, { maxSupportedTransactionVersion: 0 }),
    ).toBeNull();
    expect(await signatures()).toEqual([]);
    const config = { minContextSlot: local.chain.blockAt('finalized').slot };
    expect(await rpcFailure(faulty, 'getBalance', [recipient, config])).toMatchObject({
      code: -32016,
    });
  });

  it.each([
    ['unknown', [null]],
    ['finalized', [{ err: null, confirmationStatus: 'finalized' }]],
    ['failed', [{ err: 'AccountNotFound', confirmationStatus: 'finalized' }]],
  ] as const)('lies about statuses: %s', async (statuses, said) => {
    faulty.faults.statuses = statuses;
    expect(await call('getSignatureStatuses', [signature])).toMatchObject({ value: said });
  });

  it('leaves transactions out, or says them twice', async () => {
    expect([await signatures(), await inBlock()]).toEqual([[signature], [signature]]);
    faulty.faults.omits = (one) => one === signature;
    expect([await signatures(), await inBlock()]).toEqual([[], []]);
    for (const encoding of ['json', 'base64', 'base58']) {
      const config = { encoding, maxSupportedTransactionVersion: 0 };
      expect(await rpcCall(local, 'getBlock', [slot, config])).toMatchObject({
        transactions: [{}],
      });
      expect(await call('getBlock', slot, config)).toMatchObject({ transactions: [] });
    }
    faulty.faults.omits = () => false;
    faulty.faults.repeats = () => true;
    expect([await signatures(), await inBlock()]).toEqual([
      [signature, signature],
      [signature, signature],
    ]);
  });

  it('tells less of a transaction than happened', async () => {
    const reported = async (): Promise<object> => {
      const config = { encoding: 'json', maxSupportedTransactionVersion: 0 };
      const block = (await call('getBlock', slot, config)) as { transactions: { meta: object }[] };
      return block.transactions[0]!.meta;
    };
    const { logMessages } = (await reported()) as { logMessages: string[] };
    expect(logMessages.length).toBeGreaterThan(0);
    faulty.faults.reports = () => 'cut_off_log';
    expect(await reported()).toMatchObject({
      logMessages: ['Log truncated'],
      innerInstructions: [],
    });
    faulty.faults.reports = () => 'no_log';
    expect(await reported()).toMatchObject({ logMessages: null, innerInstructions: [] });
    faulty.faults.reports = () => 'no_calls';
    expect(await reported()).toMatchObject({ logMessages: null, innerInstructions: null });
  });

  it('fails by an error, by a status, or by silence', async () => {
    faulty.faults.fails = ({ method }) =>
      method === 'getSlot' ? { code: -32005, message: 'Node is behind' } : undefined;
    expect(await rpcFailure(faulty, 'getSlot')).toMatchObject({ code: -32005 });
    expect(await call('getHealth')).toBe('ok');
    faulty.faults.fails = () => ({ httpStatus: 429 });
    expect((await fetch(faulty.url, { method: 'POST', body: '{"method":"getSlot"}' })).status).toBe(
      429,
    );
    faulty.faults.fails = () => 'silence';
    const signal = AbortSignal.timeout(50);
    const request = fetch(faulty.url, { method: 'POST', body: '{"method":"getSlot"}', signal });
    await expect(request).rejects.toThrow(/abort|timeout/i);
  });

  it('is a dead node when the one behind it is gone', async () => {
    await local.stop();
    const response = await fetch(faulty.url, { method: 'POST', body: '{"method":"getSlot"}' });
    expect(response.status).toBe(502);
    local = await startLocalChain({ isMoving: false });
  });
});
