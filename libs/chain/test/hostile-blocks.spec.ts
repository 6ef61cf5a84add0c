/** Blocks filled to stop readers: with transactions as large as possible, or malformed. */
import { afterEach, describe, expect, it } from 'vitest';
import { connectChain, nativeMovementsOf } from '../src';
import type { Block, BlockFilter, MentionedIn } from '../src';
import { silent } from './chain-under-test';
import {
  addressAt,
  blockhashAt,
  hostileTransaction,
  nodeOfBlocks,
  transactionJson,
} from './hostile-node';
import type { HostileNode } from './hostile-node';

const MIB = 1024 * 1024;
/** CPU time limit for reading both blocks, including sending them. */
const MOST_CPU_SECONDS = 2;
const [PAYER, FOREIGN, VAULT, OURS] = [addressAt(1), addressAt(2), addressAt(3), addressAt(4)];

let nodes: HostileNode[] = [];
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  nodes = [];
});

async function chainOf(...args: Parameters<typeof nodeOfBlocks>) {
  const node = await nodeOfBlocks(...args);
  nodes.push(node);
  const timeouts = { requestMs: 60_000, blockMs: 60_000 };
  return {
    node,
    chain: connectChain({ name: 'main', rpcUrls: [node.url], log: silent, timeouts }),
  };
}

const ours = new Set<string>([VAULT, OURS]);
const filter = async (): Promise<BlockFilter> => ({
  wants: ({ isFailed, accounts, owners }: MentionedIn) =>
    !isFailed && [...accounts, ...owners].some((one) => ours.has(one)),
  programs: new Set([VAULT]),
});

const signatureAt = (at: number): string =>
  `${at}`.padStart(87, '0').replace(/\d/g, (digit) => 'ABCDEFGHJK'[Number(digit)]!);

/** Someone pays us one lamport. */
const deposit = transactionJson({
  signature: signatureAt(9_999),
  accounts: [PAYER, OURS],
  meta: { preBalances: [10_000, 5], postBalances: [4_999, 6] },
});

const START = { slot: 0, blockhash: blockhashAt(0) };

/** Reads all there is, and measures the cost. */
async function readAll(transactions: readonly (readonly object[])[]) {
  const { node, chain } = await chainOf(transactions);
  const before = process.cpuUsage();
  const blocks: Block[] = [];
  let after = START;
  for (let hasMore = true; hasMore;) {
    const read = await chain.readBlocks({ after, limit: 20, filter });
    blocks.push(...read.blocks);
    after = { slot: read.cursor.slot, blockhash: read.cursor.blockhash! };
    ({ hasMore } = read);
  }
  const { user, system } = process.cpuUsage(before);
  return { blocks, cpuSeconds: (user + system) / 1e6, mib: node.sentBytes() / MIB };
}

const dataBytesIn = (blocks: readonly Block[]): number =>
  blocks
    .flatMap(({ transactions }) => transactions.flatMap(({ instructions }) => instructions))
    .reduce((sum, { data }) => sum + data.length, 0);

describe('the block after', () => {
  it.each<[string, number, readonly string[], number]>([
    ['one of 40 MiB that has nothing to do with us', 48, [PAYER, FOREIGN], 0],
    ['a hundred hostile transactions that name the vault', 100, [PAYER, FOREIGN, VAULT], 100],
  ])(
    '%s is read, and nothing of what fills it is decoded',
    async (_name, count, accounts, kept) => {
      const hostile = Array.from({ length: count }, (_, at) =>
        hostileTransaction(signatureAt(at), { accounts }),
      );
      const { blocks, cpuSeconds, mib } = await readAll([hostile, [deposit]]);
      expect(mib).toBeGreaterThan(40);
      expect(blocks.map(({ slot, transactions }) => [slot, transactions.length])).toEqual([
        [1, kept],
        [2, 1],
      ]);
      expect(dataBytesIn(blocks)).toBe(0);
      expect(
        nativeMovementsOf(blocks[1]!).map((one) => [one.account, one.lamportsAfter]),
      ).toContainEqual([OURS, 6n]);
      expect(cpuSeconds).toBeLessThan(MOST_CPU_SECONDS);
      if (process.env.FIGURES)
        console.log(`${mib.toFixed(1)} MiB: ${cpuSeconds.toFixed(2)} s of CPU`);
    },
  );

  it('one of our program with data that it would never take is read as fast', async () => {
    const hostile = Array.from({ length: 10 }, (_, at) =>
      hostileTransaction(signatureAt(at), { accounts: [PAYER, FOREIGN, VAULT], program: 2 }),
    );
    const { blocks } = await readAll([hostile, [deposit]]);
    expect(blocks[0]?.transactions[0]?.instructions).toHaveLength(64);
    expect(dataBytesIn(blocks)).toBe(0);
  });
});
