/** Stored transactions on a real local chain, seen through two nodes that lag, lie and fall silent. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newSigner, transferLamports } from '../src';
import type { StoredTransaction, Signer } from '../src';
import { signedTransaction } from '../src/transactions/build-transaction';
import { chainUnderTest, settled, until } from './chain-under-test';
import type { ChainUnderTest } from './chain-under-test';
import type { Passing } from './rpc-between';

let test: ChainUnderTest;
let payer: Signer;

beforeAll(async () => {
  test = await chainUnderTest();
  payer = await test.funded();
});
afterAll(async () => test.close());
afterEach(() => {
  for (const node of test.nodes) node.twist = {};
  test.alarms.length = 0;
  test.local.chain.start();
});

const payment = async (lamports = 1_000_000n): Promise<{ kept: StoredTransaction; to: Signer }> => {
  const to = await newSigner();
  const instructions = [transferLamports({ from: payer.address, to: to.address, lamports })];
  return { kept: await test.chain.buildTransaction({ instructions, feePayer: payer }), to };
};

const isStatus = ({ method }: Passing): boolean => method === 'getSignatureStatuses';

describe('a kept transaction', () => {
  it('is pending until it is sent, and ends final', async () => {
    const { kept, to } = await payment();
    expect(kept.wireBytes.length).toBeLessThanOrEqual(1_232);
    expect(await test.chain.findTransaction(kept.signature)).toBeUndefined();
    const state = await settled(test.chain, kept);
    expect(state).toMatchObject({ state: 'final', error: null });
    expect((await test.chain.readAccount(to.address))?.lamports).toBe(1_000_000n);
  });

  it('lands once, however often and by whomever it is sent', async () => {
    const { kept, to } = await payment(2_000_000n);
    const others = [test.connect(), test.connect()];
    const states = await Promise.all([test.chain, ...others].map((chain) => settled(chain, kept)));
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
    expect((await test.chain.readAccount(to.address))?.lamports).toBe(2_000_000n);
  });

  it('that fails on the chain is final, with its error', async () => {
    const { kept } = await payment(10n ** 15n);
    expect(await test.chain.simulate(kept)).toMatchObject({ error: expect.any(String) });
    const state = await settled(test.chain, kept);
    expect(state).toMatchObject({
      state: 'final',
      error: expect.stringContaining('InstructionError'),
    });
  });

  it('goes on from its bytes alone after a restart', async () => {
    const { kept } = await payment();
    await test.chain.advance(kept);
    const stored = { ...kept, wireBytes: Uint8Array.from(kept.wireBytes) };
    expect(await settled(test.connect(), stored)).toMatchObject({ state: 'final' });
  });

  it('that a fork dropped is sent again, and was never called final', async () => {
    const { kept } = await payment();
    test.local.chain.stop();
    expect(await test.chain.advance(kept)).toEqual({ state: 'pending' });
    test.local.chain.advance(3);
    expect((await test.chain.advance(kept)).state).toBe('confirmed');
    test.local.chain.fork(6);
    expect(await test.chain.advance(kept)).toEqual({ state: 'pending' });
    test.local.chain.advance(3);
    expect((await test.chain.advance(kept)).state).toBe('confirmed');
    test.local.chain.advance(20);
    expect(await test.chain.advance(kept)).toMatchObject({ state: 'final', error: null });
    expect((await test.chain.findTransaction(kept.signature))?.transaction.error).toBeNull();
  });

  it('is not final as long as one node has not finalized it', async () => {
    const { kept } = await payment();
    let lag = 40;
    test.nodes[1].twist = {
      after: ({ method }, result) => {
        if (method === 'getEpochInfo')
          return {
            ...result,
            absoluteSlot: result.absoluteSlot - lag,
            blockHeight: result.blockHeight - lag,
          };
        if (method === 'getSignatureStatuses' && lag > 0) return { ...result, value: [null] };
        return result;
      },
    };
    await until(
      async () =>
        (await test.connect({ rpcUrls: [test.nodes[0].url] }).advance(kept)).state === 'final',
    );
    expect((await test.chain.advance(kept)).state).toBe('confirmed');
    expect(test.alarms).toEqual([]);
    lag = 0;
    expect(await settled(test.chain, kept)).toMatchObject({ state: 'final' });
  });

  it('called final by a node that lies is not final, and raises the alarm', async () => {
    const { kept } = await payment();
    test.nodes[0].twist = {
      before: ({ method }) =>
        method === 'sendTransaction' ? { error: { code: -32005, message: 'behind' } } : undefined,
      after: (passing, result) =>
        isStatus(passing)
          ? {
              ...result,
              value: [
                {
                  slot: 1,
                  confirmations: null,
                  err: null,
                  status: { Ok: null },
                  confirmationStatus: 'finalized',
                },
              ],
            }
          : result,
    };
    await expect(test.chain.advance(kept)).rejects.toMatchObject({
      code: 'CHAIN_DISAGREEMENT',
      retryable: true,
    });
    expect(test.alarms[0]).toMatchObject({ kind: 'status_differs', chain: 'ext' });
    test.nodes[0].twist = {};
    expect(await settled(test.chain, kept)).toMatchObject({ state: 'final' });
  });
});

describe('expiry', () => {
  it('is proven by both nodes, past the last valid height, and not before', async () => {
    const { kept } = await payment();
    const neverSent = {
      before: ({ method }: Passing) =>
        method === 'sendTransaction' ? { error: { code: -32005, message: 'behind' } } : undefined,
    };
    for (const node of test.nodes) node.twist = neverSent;
    expect(await test.chain.advance(kept)).toMatchObject({
      state: 'pending',
      problem: expect.any(String),
    });
    test.local.chain.stop();
    const past = kept.lastValidBlockHeight - test.local.chain.blockAt('finalized').height;
    test.local.chain.advance(past);
    expect(await test.chain.advance(kept)).toMatchObject({ state: 'pending' });
    test.local.chain.advance(1);
    test.nodes[1].twist = { before: () => 'cut' };
    await expect(test.chain.advance(kept)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    expect(await test.connect({ witnesses: 1 }).advance(kept)).toMatchObject({ state: 'pending' });
    test.nodes[1].twist = {};
    expect(await test.chain.advance(kept)).toEqual({ state: 'expired' });
    for (const node of test.nodes) node.twist = {};
    expect(await test.chain.advance(kept)).toEqual({ state: 'expired' });
  });

  it('is not proven by a node that forgets a signature', async () => {
    const { kept } = await payment();
    await settled(test.chain, kept);
    test.local.chain.advance(200);
    test.nodes[0].twist = {
      after: (passing, result) => (isStatus(passing) ? { ...result, value: [null] } : result),
    };
    await expect(test.chain.advance(kept)).rejects.toMatchObject({ code: 'CHAIN_DISAGREEMENT' });
    test.nodes[0].twist = {};
    expect(await test.chain.advance(kept)).toMatchObject({ state: 'final' });
  });

  it('is not proven where another machine than the one that is past it answers for the signature', async () => {
    const { kept } = await payment();
    await settled(test.chain, kept);
    test.local.chain.advance(200);
    // Behind both URLs: finality from a machine that is up to date, statuses from one that stopped before the payment.
    const stopped = {
      after: (passing: Passing, result: object) =>
        isStatus(passing) ? { context: { slot: 1 }, value: [null] } : result,
    };
    for (const node of test.nodes) node.twist = stopped;
    await expect(test.chain.advance(kept)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });

  it('is not proven by nodes that no longer have the blocks it could be in', async () => {
    const { kept } = await payment();
    await settled(test.chain, kept);
    test.local.chain.advance(200);
    const first = test.local.chain.blockAt('finalized').slot;
    const forgetful = {
      after: (passing: Passing, result: object) => {
        if (passing.method === 'getFirstAvailableBlock') return first;
        return isStatus(passing) ? { ...result, value: [null] } : result;
      },
    };
    for (const node of test.nodes) node.twist = forgetful;
    expect(await test.chain.advance(kept)).toEqual({
      state: 'pending',
      problem: expect.stringContaining('no longer has the blocks'),
    });
  });

  it('is not put off for ever by a node that names too high a height', async () => {
    test.nodes[0].twist = {
      after: ({ method }, result) => (method === 'getBlockHeight' ? result + 1_000_000 : result),
    };
    await expect(payment()).rejects.toMatchObject({ code: 'CHAIN_DISAGREEMENT' });
    expect(test.alarms[0]).toMatchObject({ kind: 'heights_differ' });
  });

  it.each([null, 'many', -1, 1.5, {}, '9'.repeat(400)])(
    'a height of %j counts as no answer',
    async (height) => {
      test.nodes[0].twist = {
        after: ({ method }, result) => (method === 'getBlockHeight' ? height : result),
      };
      await expect(payment()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    },
  );

  it('is not believed earlier because a node names too low a height', async () => {
    test.nodes[0].twist = {
      after: ({ method }, result) =>
        method === 'getLatestBlockhash'
          ? { ...result, value: { ...result.value, lastValidBlockHeight: 1 } }
          : result,
    };
    const { kept } = await payment();
    const newest = test.local.chain.blockAt('processed').height;
    expect(kept.lastValidBlockHeight).toBeGreaterThanOrEqual(newest + 140);
  });
});

describe('a transaction that somebody else built', () => {
  const offered = async (blockhash: string) => {
    const { kept } = await payment();
    const instructions = [
      transferLamports({ from: payer.address, to: payer.address, lamports: 1n }),
    ];
    const lifetime = { blockhash, lastValidBlockHeight: kept.lastValidBlockHeight };
    return (await signedTransaction({ instructions, feePayer: payer }, lifetime)).wireBytes;
  };

  it('is signed with a blockhash that the nodes know', async () => {
    const wireBytes = await offered(test.local.chain.latestBlockhash('processed').blockhash);
    const kept = await test.chain.signOffered({ wireBytes, signers: [payer] });
    expect(await settled(test.chain, kept)).toMatchObject({ state: 'final', error: null });
  });

  it('is not signed with one that no node knows: when it expires could not be said', async () => {
    const wireBytes = await offered(payer.address);
    await expect(test.chain.signOffered({ wireBytes, signers: [payer] })).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    });
  });
});

describe('secrets', () => {
  it('are in no error and on no alarm', async () => {
    const url = `${test.nodes[0].url}/v2/provider-key-5ecret?api-key=5ecret`;
    test.nodes[0].twist = { before: () => 'cut' };
    const reported: unknown[] = [];
    const log = {
      info: (...all: unknown[]) => reported.push(all),
      warn: (...all: unknown[]) => reported.push(all),
      error: (...all: unknown[]) => reported.push(all),
    };
    const error: unknown = await test
      .connect({ rpcUrls: [url], log })
      .finalizedSlot()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    const { inspect } = await import('node:util');
    expect(inspect([error, reported, payer], { depth: 9, showHidden: true })).not.toContain(
      '5ecret',
    );
  });
});
