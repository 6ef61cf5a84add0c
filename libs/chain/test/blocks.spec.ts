/** Reading blocks of a real local chain through two nodes that lag, lie and fall silent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  connectLocalFaucet,
  nativeMovementsOf,
  newSigner,
  tokenMovementsOf,
  TOKEN_PROGRAM,
  transferLamports,
} from '../src';
import type { Block, Chain, ChainCursor, Signer } from '../src';
import { chainUnderTest, settled, until, USDC } from './chain-under-test';
import type { ChainUnderTest } from './chain-under-test';
import { signedTransaction } from '../src/transactions/build-transaction';
import { faucetAddress } from './faucet-address';

let test: ChainUnderTest;
let payer: Signer;

beforeAll(async () => {
  const mints = [{ address: USDC, decimals: 6, mintAuthority: await faucetAddress() }];
  test = await chainUnderTest({ genesis: { mints } });
  payer = await test.funded();
});
afterAll(async () => test.close());
afterEach(() => {
  for (const node of test.nodes) node.twist = {};
  test.alarms.length = 0;
  test.local.chain.start();
});

/** Changes a node's answer. */
type Lie = (method: string, result: any) => unknown; // oxlint-disable-line typescript/no-explicit-any -- JSON of a node

/** Reads until the cursor has reached `slot`, and returns what was read. */
async function readTo(
  chain: Chain,
  from: ChainCursor,
  slot: number,
  limit = 100,
): Promise<Block[]> {
  const blocks: Block[] = [];
  let cursor = from;
  await until(async () => {
    const read = await chain.readBlocks({ after: cursor, limit });
    blocks.push(...read.blocks);
    cursor = read.cursor;
    return cursor.slot >= slot;
  });
  return blocks;
}

describe('blocks', () => {
  it('come in order, each the child of the one before, whatever the page', async () => {
    const head = await test.chain.head();
    const kept = await test.chain.buildTransaction({
      instructions: [transferLamports({ from: payer.address, to: payer.address, lamports: 1n })],
      feePayer: payer,
    });
    const state = await settled(test.chain, kept);
    if (state.state !== 'final') throw new Error(state.state);
    const once = await readTo(test.chain, head, state.slot);
    const again = await readTo(test.connect(), head, state.slot, 3);
    expect(once[0]?.previousBlockhash).toBe(head.blockhash);
    const parents = once.slice(1).map(({ previousBlockhash }) => previousBlockhash);
    expect(parents).toEqual(once.slice(0, -1).map(({ blockhash }) => blockhash));
    const shared = Math.min(once.length, again.length);
    expect(again.slice(0, shared)).toEqual(once.slice(0, shared));
    const found = once
      .flatMap(({ transactions }) => transactions)
      .filter(({ signature }) => signature === kept.signature);
    expect(found).toHaveLength(1);
  });

  it('are read on after slots without a block', async () => {
    const head = await test.chain.head();
    test.local.chain.stall(100);
    await test.funded();
    const blocks = await readTo(test.chain, head, head.slot + 20);
    expect(blocks[0]?.parentSlot).toBe(head.slot);
  });

  it('of a fork that was dropped are never shown', async () => {
    const { cursor } = await test.chain.readBlocks({ after: await test.chain.head(), limit: 100 });
    test.local.chain.stop();
    const kept = await test.chain.buildTransaction({
      instructions: [transferLamports({ from: payer.address, to: payer.address, lamports: 2n })],
      feePayer: payer,
    });
    await test.chain.advance(kept);
    test.local.chain.advance(4);
    test.local.chain.fork(6);
    test.local.chain.advance(30);
    const blocks = await readTo(test.chain, cursor, cursor.slot + 15);
    const signatures = blocks.flatMap(({ transactions }) =>
      transactions.map((one) => one.signature),
    );
    expect(signatures).not.toContain(kept.signature);
    expect(test.alarms).toEqual([]);
  });

  it('show a thousand transactions between two readings, none twice and none missing', async () => {
    const head = await test.chain.head();
    const receiver = await newSigner();
    test.local.chain.stop();
    const sent = new Set<string>();
    const first = await test.chain.buildTransaction({
      instructions: [
        transferLamports({ from: payer.address, to: receiver.address, lamports: 890_880n }),
      ],
      feePayer: payer,
    });
    test.local.chain.submit(first.wireBytes);
    for (let at = 1; at < 1_000; at++) {
      if (at % 200 === 0) test.local.chain.advance(1);
      const kept = await signedTransaction(
        {
          instructions: [
            transferLamports({ from: payer.address, to: receiver.address, lamports: BigInt(at) }),
          ],
          feePayer: payer,
        },
        first,
      );
      test.local.chain.submit(kept.wireBytes);
      sent.add(kept.signature);
    }
    sent.add(first.signature);
    test.local.chain.advance(20);
    const blocks = await readTo(
      test.chain,
      head,
      Number(test.local.chain.blockAt('finalized').slot),
    );
    const received = blocks
      .flatMap((block) => nativeMovementsOf(block))
      .filter(({ account }) => account === receiver.address);
    expect(received.map(({ signature }) => signature).sort()).toEqual([...sent].sort());
    const total = received.reduce((sum, one) => sum + one.lamportsAfter - one.lamportsBefore, 0n);
    expect(total).toBe(890_880n + 499_500n);
  });

  it('show a token account that was made and filled in one transaction', async () => {
    const head = await test.chain.head();
    const owner = await newSigner();
    const signature = await connectLocalFaucet(test.local.url).tokens(
      owner.address,
      USDC,
      5_000_000n,
    );
    const found = await until(() => test.chain.findTransaction(signature));
    const account = await associatedTokenAddress(owner.address, USDC);
    const expected = {
      slot: found.block.slot,
      signature,
      account,
      owner: owner.address,
      mint: USDC,
      tokenProgram: TOKEN_PROGRAM,
      amountBefore: 0n,
      amountAfter: 5_000_000n,
    };
    expect(tokenMovementsOf(found.block)).toContainEqual(expect.objectContaining(expected));
    const blocks = await readTo(test.chain, head, found.block.slot);
    expect(blocks.at(-1)?.slot).toBeGreaterThanOrEqual(found.block.slot);
  });
});

describe('a node that', () => {
  it('lags holds the view back, and nothing else', async () => {
    const head = await test.chain.head();
    const lagging = test.connect();
    test.nodes[1].twist = {
      after: ({ method }, result) => (method === 'getSlot' ? result - 5 : result),
    };
    await until(async () => {
      const read = await lagging.readBlocks({ after: head, limit: 100 });
      const newest = test.local.chain.blockAt('finalized').slot;
      expect(read.finalizedSlot).toBeLessThanOrEqual(newest - 5);
      for (const { slot } of read.blocks) expect(slot).toBeLessThanOrEqual(read.finalizedSlot);
      return read.cursor.slot > head.slot + 10;
    });
    expect(test.alarms).toEqual([]);
  });

  it('runs ahead of finality is not followed', async () => {
    const head = await test.chain.head();
    test.nodes[0].twist = {
      after: ({ method }, result) => (method === 'getSlot' ? result + 7 : result),
    };
    const read = await test.connect().readBlocks({ after: head, limit: 100 });
    expect(read.cursor.slot).toBeLessThanOrEqual(test.local.chain.blockAt('finalized').slot);
  });

  it('takes finality back is told on, and followed again when it has caught up', async () => {
    const chain = test.connect();
    let back = 0;
    test.nodes[0].twist = {
      after: ({ method }, result) => (method === 'getSlot' ? result - back : result),
    };
    await chain.finalizedSlot();
    back = 100;
    await expect(chain.finalizedSlot()).rejects.toMatchObject({ code: 'CHAIN_DISAGREEMENT' });
    expect(test.alarms).toMatchObject([{ kind: 'finalized_went_back' }]);
    back = 0;
    expect(await chain.finalizedSlot()).toBeGreaterThan(0);
  });

  it.each<[string, Lie, string]>([
    [
      'leaves a block out',
      (method, result) => (method === 'getBlocks' ? result.slice(1) : result),
      'blocks_differ',
    ],
    [
      'has a block twice',
      (method, result) => (method === 'getBlocks' ? [result[0], ...result] : result),
      'unavailable',
    ],
    [
      'shows another block',
      (method, result) =>
        method === 'getBlock' ? { ...result, blockhash: result.previousBlockhash } : result,
      'blocks_differ',
    ],
    [
      'leaves a transaction out',
      (method, result) =>
        method === 'getBlock' ? { ...result, transactions: result.transactions.slice(1) } : result,
      'blocks_differ',
    ],
    [
      'shows a transaction twice',
      (method, result) =>
        method === 'getBlock'
          ? { ...result, transactions: [...result.transactions, ...result.transactions] }
          : result,
      'block_broken',
    ],
    [
      'shows another amount',
      (method, result) => (method === 'getBlock' ? withOtherAmount(result) : result),
      'blocks_differ',
    ],
    [
      'shows another instruction than the one that ran',
      (method, result) => (method === 'getBlock' ? withOtherInstruction(result) : result),
      'blocks_differ',
    ],
    [
      'names slots that are no numbers',
      (method, result) => (method === 'getBlocks' ? result.map(String) : result),
      'unavailable',
    ],
    [
      'sends something else',
      (method, result) => (method === 'getBlock' ? { hello: 'world' } : result),
      'unavailable',
    ],
  ])(
    '%s is not believed, and reading goes on from the cursor when it has stopped',
    async (_, lie, kind) => {
      const head = await test.chain.head();
      const signature = await connectLocalFaucet(test.local.url).lamports(payer.address, 1n);
      const { block } = await until(() => test.chain.findTransaction(signature));
      for (const node of test.nodes) {
        node.twist = { after: ({ method }, result) => lie(method, result) };
        await expect(test.chain.readBlocks({ after: head, limit: 100 })).rejects.toMatchObject({
          code: kind === 'unavailable' ? 'CHAIN_UNAVAILABLE' : 'CHAIN_DISAGREEMENT',
        });
        node.twist = {};
      }
      const kinds = new Set(test.alarms.map((alarm) => alarm.kind));
      expect([...kinds]).toEqual(kind === 'unavailable' ? [] : [kind]);
      const blocks = await readTo(test.chain, head, block.slot);
      expect(
        blocks.flatMap(({ transactions }) => transactions.map((one) => one.signature)),
      ).toContain(signature);
    },
  );

  it('is of another chain is never asked for anything', async () => {
    test.nodes[1].twist = {
      after: ({ method }, result) => (method === 'getGenesisHash' ? `${result.slice(1)}1` : result),
    };
    await expect(test.connect().finalizedSlot()).rejects.toMatchObject({
      code: 'CHAIN_DISAGREEMENT',
    });
    expect(test.alarms.every((alarm) => alarm.kind === 'genesis_differs')).toBe(true);
    const genesisHash = test.local.chain.genesisHash;
    const pinned = test.connect({ genesisHash, witnesses: 1 });
    expect(await pinned.finalizedSlot()).toBeGreaterThan(0);
    const wrong = test.connect({ genesisHash: payer.address, rpcUrls: [test.nodes[0].url] });
    await expect(wrong.finalizedSlot()).rejects.toMatchObject({ code: 'CHAIN_DISAGREEMENT' });
  });

  it('stalls for ever makes only the first question slow where one witness is enough', async () => {
    const chain = test.connect({ witnesses: 1, timeouts: { requestMs: 3_000, blockMs: 3_000 } });
    const head = await chain.head();
    const node = test.nodes[1];
    node.twist = { before: () => 'hang' };
    await chain.finalizedSlot();
    const asked = node.asked.get('getBlock') ?? 0;
    test.local.chain.advance(30);
    const { blocks } = await chain.readBlocks({ after: head, limit: 30 });
    expect(blocks.length).toBeGreaterThan(10);
    expect(node.asked.get('getBlock') ?? 0).toBe(asked);
  });

  it('sends without end is cut off', async () => {
    const server = createServer((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const chain = test.connect({ rpcUrls: [url], timeouts: { requestMs: 60_000 } });
    await expect(chain.finalizedSlot()).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      details: { fault: expect.stringContaining('an answer of more than') },
    });
    server.closeAllConnections();
    server.close();
  });

  it('is dead stops what needs both, and not what any may answer', async () => {
    test.nodes[0].twist = { before: () => 'cut' };
    const { chain } = test;
    await expect(chain.finalizedSlot()).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      retryable: true,
    });
    expect(await chain.minimumLamports(0)).toBe(890_880n);
    expect(await test.connect({ witnesses: 1 }).finalizedSlot()).toBeGreaterThan(0);
    test.nodes[0].twist = {};
    expect(await chain.finalizedSlot()).toBeGreaterThan(0);
  });
});

/** Money missing from a cut-off log is read from instructions: nodes must agree on them. */
function withOtherInstruction(block: {
  transactions: { transaction: { message: { instructions: { data: string }[] } } }[];
}): object {
  for (const { transaction } of block.transactions) {
    for (const instruction of transaction.message.instructions) instruction.data += '2';
  }
  return block;
}

/** One lamport more in the first balance of the first transaction found. */
function withOtherAmount(block: { transactions: { meta: { postBalances: number[] } }[] }): object {
  for (const { meta } of block.transactions) {
    meta.postBalances[0] = (meta.postBalances[0] ?? 0) + 1;
  }
  return block;
}
