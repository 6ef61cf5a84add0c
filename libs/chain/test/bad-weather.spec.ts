/**
 * Two nodes that lag, omit, repeat, lie and fall silent by turns, over a chain that forks: payments are stored and
 * advanced, and blocks read, by clients that restart. What was reported as final must be final, every payment lands
 * once or has provably expired, and after the faults the view equals the chain. A failing run prints its seed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyRpc, startLocalChain } from '@bellwether/local-chain';
import type { FaultyRpc, RunningChain } from '@bellwether/local-chain';
import { CodedError } from '@bellwether/errors';
import { Random } from '@bellwether/seeded-random';
import { connectChain, connectLocalFaucet, newSigner, transferLamports } from '../src';
import type { Block, Chain, ChainCursor, StoredTransaction, Signer } from '../src';
import { silent, until } from './chain-under-test';

const ROUNDS = 25;
const STORM_MS = 400;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let local: RunningChain;
let nodes: FaultyRpc[];
let payer: Signer;

const random = new Random(seed);
const draw = (below: number): number => random.index(below);

/** During faults a silent node is given up quickly; without faults a slow machine must not look like one. */
const connect = (requestMs = 30_000): Chain =>
  connectChain({
    name: 'ext',
    rpcUrls: nodes.map(({ url }) => url),
    log: silent,
    timeouts: { requestMs, blockMs: requestMs },
  });

beforeAll(async () => {
  local = await startLocalChain({ slotMs: 20, confirmAfterBlocks: 1, finalizeAfterBlocks: 8 });
  nodes = [
    await startFaultyRpc({ upstream: local.url }),
    await startFaultyRpc({ upstream: local.url }),
  ];
  payer = await newSigner();
  const signature = await connectLocalFaucet(local.url).lamports(payer.address, 10n ** 11n);
  await until(() => connect().findTransaction(signature));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await local.stop();
});

function clear(): void {
  for (const { faults } of nodes) {
    faults.lagSlots = 0;
    faults.statuses = 'honest';
    faults.omits = faults.repeats = faults.omitsSlot = () => false;
    faults.fails = () => undefined;
  }
}

/** One node is wrong in one way; sometimes both lag or fail. */
function blow(): void {
  clear();
  const { faults } = nodes[draw(2)]!;
  const weather = draw(9);
  if (weather === 0) faults.lagSlots = 1 + draw(30);
  else if (weather === 1) faults.statuses = 'finalized';
  else if (weather === 2) faults.statuses = 'unknown';
  else if (weather === 3) faults.statuses = 'failed';
  else if (weather === 4) faults.omits = () => draw(2) === 0;
  else if (weather === 5) faults.repeats = () => draw(2) === 0;
  else if (weather === 6) faults.omitsSlot = () => draw(3) === 0;
  else if (weather === 7) faults.fails = () => (draw(2) === 0 ? { httpStatus: 503 } : undefined);
  if (draw(4) === 0) local.chain.fork(1 + draw(6));
}

/** The answer, or undefined if the client reports that nothing was decided. */
async function decided<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CodedError && error.code.startsWith('CHAIN_') && error.retryable)
      return undefined;
    throw error;
  }
}

describe(`in bad weather (SEED=${seed})`, () => {
  it('nothing is called final that is not, and every payment lands once or has provably expired', async () => {
    const receiver = await newSigner();
    let chain = connect(STORM_MS);
    let cursor: ChainCursor = await chain.head();
    const from = cursor;
    const blocks: Block[] = [];
    const open = new Map<StoredTransaction, bigint>();
    const finals = new Map<string, number>();
    const expired: string[] = [];
    let total = 0n;
    const readOn = async (): Promise<void> => {
      const read = await decided(chain.readBlocks({ after: cursor, limit: 40 }));
      blocks.push(...(read?.blocks ?? []));
      cursor = read?.cursor ?? cursor;
    };
    const advanceAll = async (): Promise<void> => {
      await Promise.all(
        [...open].map(async ([kept, lamports]) => {
          const state = await decided(chain.advance(kept));
          if (state?.state === 'expired') {
            expired.push(kept.signature);
            open.delete(kept);
          }
          if (state?.state !== 'final') return;
          expect(state.error).toBeNull();
          finals.set(kept.signature, state.slot);
          total += lamports;
          open.delete(kept);
        }),
      );
    };
    for (let round = 0; round < ROUNDS; round++) {
      blow();
      const lamports = 1_000_000n + BigInt(round);
      const instructions = [
        transferLamports({ from: payer.address, to: receiver.address, lamports }),
      ];
      const kept = await decided(chain.buildTransaction({ instructions, feePayer: payer }));
      if (kept !== undefined) open.set(kept, lamports);
      await advanceAll();
      await readOn();
      if (draw(6) === 0) chain = connect(STORM_MS);
    }
    clear();
    chain = connect();
    await until(async () => {
      await advanceAll();
      return open.size === 0;
    });
    const last = Math.max(from.slot, ...finals.values());
    await until(async () => {
      await readOn();
      return cursor.slot >= last;
    });

    const truth = await connectChain({ name: 'ext', rpcUrls: [local.url], log: silent }).readBlocks(
      { after: from, limit: 1 },
    );
    expect(blocks[0]?.blockhash).toBe(truth.blocks[0]?.blockhash);
    const shown = blocks.flatMap(({ slot, transactions }) =>
      transactions.map((one) => [one.signature, slot] as const),
    );
    expect(new Map(shown).size).toBe(shown.length);
    for (const [signature, slot] of finals) expect(new Map(shown).get(signature)).toBe(slot);
    for (const signature of expired) expect(new Map(shown).has(signature)).toBe(false);
    expect((await chain.readAccount(receiver.address))?.lamports).toBe(total);
    for (const block of blocks) {
      const found = local.chain.slotsBetween(block.slot, block.slot, 1);
      expect(found).toEqual([block.slot]);
    }
  });
});
