/**
 * Finalized blocks in order, each the child of the one before. Every configured node gets the request, and at least
 * `witnesses` must answer. All answers must show the same list of blocks and the same blocks; anything they contradict
 * each other on is not returned.
 */
import { assert, CodedError } from '@bellwether/errors';
import {
  BLOCK_TIMEOUT_MS,
  BLOCKS_AT_ONCE,
  WANTED_ENTRIES_PER_READ,
  MAX_BLOCKS_PER_READ,
  SEARCH_SLOTS,
} from '../limits';
import type { AskStreamed, SolanaRpc } from '../rpc/endpoint';
import type { Answer, RpcPool } from '../rpc/rpc-pool';
import type { Block, BlockOutline, ChainCursor } from './block';
import type { BlockFilter } from './block-filter';
import { blockOfChunks } from './block-of-json';
import type { ReadBlock } from './block-of-json';
import { fieldsOf, integerOf, listOf, MalformedAnswer, textOf } from './json-value';
import { breakBetween, contradictionIn, differenceOf } from './parent-chain';

export interface BlocksRead {
  readonly blocks: readonly Block[];
  /** Where to continue: the last block of `blocks`, or the cursor that was given. */
  readonly cursor: ChainCursor;
  /** The finalized slot that enough nodes have reached, to measure how far the cursor is behind. */
  readonly finalizedSlot: number;
  /** True if more blocks exist already: the limit was reached, or the size limit of one read. */
  readonly hasMore: boolean;
}

export interface BlocksRequest {
  /** The last block that was read; a bare slot (`blockhash: null`) only where reading begins. */
  readonly after: ChainCursor;
  /** At most this many blocks, 1 to MAX_BLOCKS_PER_READ. */
  readonly limit: number;
  /**
   * Which transactions to return; all by default. Called once the slots to read are known and final, so the filter is
   * at least as recent as every block.
   */
  readonly filter?: () => Promise<BlockFilter>;
}

const ALL: BlockFilter = { wants: () => true };
/** For reading only the block itself. */
const NONE: BlockFilter = { wants: () => false };

/** All methods throw only CodedError CHAIN_UNAVAILABLE or CHAIN_DISAGREEMENT. */
export class BlockReader {
  constructor(
    private readonly pool: RpcPool,
    private readonly blockMs: number = BLOCK_TIMEOUT_MS,
  ) {}

  /**
   * The finalized slot that every answering node has reached.
   * @throws CodedError CHAIN_UNAVAILABLE, or CHAIN_DISAGREEMENT if a node's finality goes back
   */
  async finalizedSlot(): Promise<number> {
    const answers = await this.pool.all('finalized slot', async (rpc, abortSignal) =>
      integerOf(await rpc.getSlot({ commitment: 'finalized' }).send({ abortSignal }), 'getSlot'),
    );
    return Math.min(...answers.map((answer) => this.notBehindItself(answer)));
  }

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT: nothing was read, and the cursor stays */
  async read({ after, limit, filter: filterOf }: BlocksRequest): Promise<BlocksRead> {
    assert(limit >= 1 && limit <= MAX_BLOCKS_PER_READ, () => `a limit of ${limit} blocks`);
    const finalizedSlot = await this.finalizedSlot();
    const slots = await this.nextSlots(after.slot, finalizedSlot, limit);
    const filter = slots.length === 0 ? NONE : ((await filterOf?.()) ?? ALL);
    const blocks: Block[] = [];
    let cursor = after;
    let wantedEntries = 0;
    for (let at = 0; at < slots.length; at += BLOCKS_AT_ONCE) {
      if (wantedEntries >= WANTED_ENTRIES_PER_READ) break;
      const group = slots.slice(at, at + BLOCKS_AT_ONCE);
      for (const { endpoint, value: block } of await Promise.all(
        group.map((slot) => this.agreedBlock(slot, filter)),
      )) {
        const broken = breakBetween(cursor, block);
        if (broken !== undefined) {
          throw this.pool.disagreement('block_broken', endpoint, {
            slot: block.slot,
            after: cursor.slot,
            broken,
          });
        }
        blocks.push(block);
        wantedEntries += block.wantedEntries;
        cursor = { slot: block.slot, blockhash: block.blockhash };
      }
    }
    const hasMore = blocks.length === limit || blocks.length < slots.length;
    return { blocks, cursor, finalizedSlot, hasMore };
  }

  /** The newest finalized block, as a cursor to start from. */
  async head(): Promise<ChainCursor> {
    const finalizedSlot = await this.finalizedSlot();
    const from = Math.max(finalizedSlot - SEARCH_SLOTS, 0);
    const slots = await this.agreedSlots(from, finalizedSlot);
    const last = slots.at(-1);
    if (last === undefined) throw new CodedError('CHAIN_UNAVAILABLE', { what: 'newest block' });
    const { value: block } = await this.agreedBlock(last, NONE);
    return { slot: block.slot, blockhash: block.blockhash };
  }

  /**
   * The next block without its contents, for a block that cannot be read. `undefined` if there is none yet.
   * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
   */
  async outlineAfter(after: ChainCursor): Promise<BlockOutline | undefined> {
    const [slot] = await this.nextSlots(after.slot, await this.finalizedSlot(), 1);
    if (slot === undefined) return undefined;
    const answers = await this.pool.all(`outline of block ${slot}`, (rpc, abortSignal) =>
      askOutline(rpc, slot, abortSignal),
    );
    const [first, ...others] = answers;
    const broken = breakBetween(after, first!.value);
    if (broken !== undefined) {
      throw this.pool.disagreement('block_broken', first!.endpoint, { slot, broken });
    }
    const other = others.find(({ value }) => textOfOutline(value) !== textOfOutline(first!.value));
    if (other === undefined) return first!.value;
    throw this.pool.disagreement('blocks_differ', other.endpoint, { slot, differs: 'outline' });
  }

  /** One finalized block that nodes agree on as a whole, with the wanted transactions. */
  async agreedBlock(slot: number, filter: BlockFilter): Promise<Answer<ReadBlock>> {
    const answers = await this.pool.all(
      `block ${slot}`,
      (_rpc, signal, streamed) => blockOfChunks(slot, askBlock(streamed, slot, signal), filter),
      { timeoutMs: this.blockMs },
    );
    for (const { endpoint, value } of answers) {
      const contradiction = contradictionIn(value);
      if (contradiction === undefined) continue;
      throw this.pool.disagreement('block_broken', endpoint, { slot, broken: contradiction });
    }
    const [first, ...others] = answers;
    for (const { endpoint, value } of others) {
      const differs = differenceOf(first!.value, value);
      if (differs === undefined) continue;
      throw this.pool.disagreement('blocks_differ', endpoint, { slot, differs });
    }
    return first!;
  }

  /** Up to `limit` slots with blocks. Pages grow when the first has no block because the chain was nearly empty. */
  private async nextSlots(after: number, finalizedSlot: number, limit: number): Promise<number[]> {
    let from = after + 1;
    let pageSlots = limit * 2;
    while (from <= finalizedSlot) {
      const to = Math.min(from + pageSlots - 1, finalizedSlot);
      const slots = await this.agreedSlots(from, to);
      if (slots.length > 0) return slots.slice(0, limit);
      from = to + 1;
      pageSlots = SEARCH_SLOTS;
    }
    return [];
  }

  private async agreedSlots(from: number, to: number): Promise<number[]> {
    const answers = await this.pool.all(`blocks ${from} to ${to}`, (rpc, abortSignal) =>
      askSlots(rpc, from, to, abortSignal),
    );
    const [first, ...others] = answers;
    for (const { endpoint, value } of others) {
      const at = value.findIndex((slot, index) => slot !== first!.value[index]);
      if (at < 0 && value.length === first!.value.length) continue;
      const slot = at < 0 ? first!.value[value.length] : value[at];
      throw this.pool.disagreement('blocks_differ', endpoint, { from, to, slot });
    }
    return first!.value;
  }

  private notBehindItself({ endpoint, value: slot }: Answer<number>): number {
    const highest = endpoint.finalizedSlot;
    endpoint.finalizedSlot = slot;
    if (slot < highest) {
      throw this.pool.disagreement('finalized_went_back', endpoint, { slot, highest });
    }
    return slot;
  }
}

const askBlock = (
  streamed: AskStreamed,
  slot: number,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> => {
  const config = {
    commitment: 'finalized',
    encoding: 'json',
    // The newest version defined: with a lower one a node refuses the whole block.
    maxSupportedTransactionVersion: 1,
    rewards: false,
    transactionDetails: 'full',
  };
  return streamed({ method: 'getBlock', params: [slot, config] }, signal);
};

async function askOutline(
  rpc: SolanaRpc,
  slot: number,
  abortSignal: AbortSignal,
): Promise<BlockOutline> {
  const json = await rpc
    .getBlock(BigInt(slot), {
      commitment: 'finalized',
      maxSupportedTransactionVersion: 1,
      rewards: false,
      transactionDetails: 'signatures',
    })
    .send({ abortSignal });
  const block = fieldsOf(json, 'block');
  return {
    slot,
    blockhash: textOf(block.blockhash, 'blockhash'),
    parentSlot: integerOf(block.parentSlot, 'parentSlot'),
    previousBlockhash: textOf(block.previousBlockhash, 'previousBlockhash'),
    signatures: listOf(block.signatures, 'signatures', textOf),
  };
}

const textOfOutline = (outline: BlockOutline): string =>
  [outline.blockhash, outline.parentSlot, outline.previousBlockhash, ...outline.signatures].join();

async function askSlots(
  rpc: SolanaRpc,
  from: number,
  to: number,
  abortSignal: AbortSignal,
): Promise<number[]> {
  const found = await rpc
    .getBlocks(BigInt(from), BigInt(to), { commitment: 'finalized' })
    .send({ abortSignal });
  const slots = listOf(found, 'getBlocks', integerOf);
  const isRising = slots.every((slot, at) => slot > (at === 0 ? from - 1 : slots[at - 1]!));
  if (!isRising || (slots.at(-1) ?? to) > to)
    throw new MalformedAnswer('getBlocks', 'rising slots');
  return slots;
}
