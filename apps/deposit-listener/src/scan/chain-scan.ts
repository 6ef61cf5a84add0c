/**
 * Reads the finalized blocks of a chain in order, from the cursor. Findings and cursor are written in one transaction,
 * so a block is read until it is written, and written once, whenever a process dies. One process at a time does it.
 */
import { addressOf, bytesOfAddress, parseAddress } from '@bellwether/chain';
import type { Block, BlockFilter, BlocksRead, Chain, ChainCursor } from '@bellwether/chain';
import { InvariantViolation } from '@bellwether/errors';
import type { AdvisoryLock, ScanCursors, ScanFindings } from '@bellwether/persistence';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';
import { BLOCKS_PER_SCAN, FINDINGS_PER_TRANSACTION, SCAN_PAUSE_MS } from '../limits';
import type { ChainName } from '../parts';
import type { ScanPlace } from './scan-place';
import type { UnreadableBlock } from './unreadable-block';

/** Says whether this process is the one that scans. */
export type ScanLock = Pick<AdvisoryLock, 'hold' | 'release'>;

export interface ChainScanParts {
  readonly chainName: ChainName;
  readonly chain: Pick<Chain, 'head' | 'readBlocks'>;
  readonly cursors: Pick<ScanCursors, 'cursor' | 'advance'>;
  readonly lock: ScanLock;
  readonly place: ScanPlace;
  /** Which transactions of final blocks are read. */
  readonly filter: () => Promise<BlockFilter>;
  /**
   * Called with the blocks read, before they are searched.
   * @returns whether the filter now wants more of them: then they are read again
   */
  readonly prepare: (blocks: readonly Block[]) => Promise<boolean>;
  readonly find: (block: Block) => Promise<ScanFindings>;
  readonly written: (block: Block, findings: ScanFindings) => void;
  readonly unreadable: Pick<UnreadableBlock, 'passed' | 'failed'>;
  /** The cursor is not where this process left it. */
  readonly lostTrack: () => void;
  readonly now: () => number;
}

export class ChainScan implements Worker {
  readonly name: string;
  readonly pauseMs = SCAN_PAUSE_MS;
  /** Nobody reports what happens on a chain. */
  readonly quietPauseMs = 0;
  /** Where this process left the cursor. */
  private leftAt: number | undefined;
  /** The cursor as this process wrote or read it last. Undefined: it may be elsewhere and is read again. */
  private known: ChainCursor | undefined;
  /** One after a failure, and twice as many each time, so that a bad block does not delay those before it. */
  private blocksAtOnce = BLOCKS_PER_SCAN;

  constructor(private readonly parts: ChainScanParts) {
    this.name = `scan-${parts.chainName}`;
  }

  /** @returns the blocks that wait; if none do, the findings of the last ones: at 0 it may rest */
  async tick(): Promise<number> {
    if (!(await this.isMine())) return 0;
    this.known ??= await this.cursor();
    const after = this.known;
    if (after === undefined) return 0;
    const limit = this.blocksAtOnce;
    try {
      const waiting = await this.readOn(after, limit);
      this.blocksAtOnce = Math.min(limit * 2, BLOCKS_PER_SCAN);
      this.parts.unreadable.passed();
      return waiting;
    } catch (error) {
      this.known = undefined;
      if (verdictOf(error) === 'stop') throw error;
      this.blocksAtOnce = 1;
      const steppedTo = limit === 1 ? await this.parts.unreadable.failed(after, error) : undefined;
      if (steppedTo === undefined) throw error;
      // Balances are compared with those from before, so that the changes show.
      this.leftAt = steppedTo;
      return 1;
    }
  }

  private async readOn(after: ChainCursor, limit: number): Promise<number> {
    const { lock, place, now } = this.parts;
    const read = await this.read(after, limit);
    const { blocks, finalizedSlot } = read;
    place.sawFinalized(finalizedSlot, now());
    const isLevel = !read.hasMore;
    const found = blocks.length === 0 ? 0 : await this.take(after.slot, blocks);
    if (found === undefined) {
      this.known = undefined;
      await lock.release();
      return 0;
    }
    place.reached(blocks.at(-1)?.slot ?? after.slot, isLevel, now());
    return isLevel ? found : blocks.length;
  }

  stop(): Promise<void> {
    return this.parts.lock.release();
  }

  private async isMine(): Promise<boolean> {
    const { lock, place, lostTrack } = this.parts;
    const isHeld = await lock.hold().catch((error: unknown) => {
      place.standBy();
      this.known = undefined;
      throw error;
    });
    if (isHeld) return true;
    place.standBy();
    this.known = this.leftAt = undefined;
    lostTrack();
    return false;
  }

  /** Starts at the head of the chain if there is no cursor yet: before that nobody had an address. */
  private async cursor(): Promise<ChainCursor | undefined> {
    const { chainName, chain, cursors, lostTrack, now } = this.parts;
    const known = await cursors.cursor(chainName);
    if (known === null) {
      const head = await chain.head();
      const to = { slot: head.slot, blockHash: hashOf(head.blockhash) };
      await cursors.advance(chainName, { after: null, to, findings: {}, nowMs: now() });
      return undefined;
    }
    if (known.slot !== this.leftAt) lostTrack();
    this.leftAt = known.slot;
    return { slot: known.slot, blockhash: addressOf(known.blockHash) };
  }

  private async read(after: ChainCursor, limit: number): Promise<BlocksRead> {
    const { chain, filter, prepare } = this.parts;
    const read = await chain.readBlocks({ after, limit, filter });
    const count = read.blocks.length;
    if (count === 0 || !(await prepare(read.blocks))) return read;
    const again = await chain.readBlocks({ after, limit: count, filter });
    return { ...again, hasMore: read.hasMore || again.blocks.length < count };
  }

  /** @returns the number of findings; undefined if another process has taken these blocks */
  private async take(afterSlot: number, blocks: readonly Block[]): Promise<number | undefined> {
    let after = afterSlot;
    let found = 0;
    let batch: FoundIn[] = [];
    for (const [at, block] of blocks.entries()) {
      // Credits of a block may be numbered by those of the block before it.
      const findings = await this.parts.find(block);
      batch.push({ block, findings });
      const isEnd = at === blocks.length - 1;
      if (!isEnd && !hasCredits(findings) && countOf(batch) < FINDINGS_PER_TRANSACTION) continue;
      if (!(await this.write(after, batch))) return undefined;
      found += countOf(batch);
      after = block.slot;
      batch = [];
    }
    return found;
  }

  private async write(after: number, batch: readonly FoundIn[]): Promise<boolean> {
    const { chainName, cursors, written, now } = this.parts;
    const last = batch.at(-1);
    if (last === undefined) throw new InvariantViolation('a batch has a block');
    const to = { slot: last.block.slot, blockHash: hashOf(last.block.blockhash) };
    const findings = {
      deposits: batch.flatMap((one) => one.findings.deposits ?? []),
      arrivals: batch.flatMap((one) => one.findings.arrivals ?? []),
      credits: batch.flatMap((one) => one.findings.credits ?? []),
    };
    const isWritten = await cursors.advance(chainName, { after, to, findings, nowMs: now() });
    if (!isWritten) return false;
    this.leftAt = to.slot;
    this.known = { slot: to.slot, blockhash: last.block.blockhash };
    for (const { block, findings: found } of batch) written(block, found);
    return true;
  }
}

interface FoundIn {
  readonly block: Block;
  readonly findings: ScanFindings;
}

const hasCredits = ({ credits = [] }: ScanFindings): boolean => credits.length > 0;

const countOf = (batch: readonly FoundIn[]): number =>
  batch.reduce(
    (sum, { findings: { deposits = [], arrivals = [], credits = [] } }) =>
      sum + deposits.length + arrivals.length + credits.length,
    0,
  );

/** The hash of a block has the form of an address. */
function hashOf(blockhash: string | null): Uint8Array {
  const hash = blockhash === null ? undefined : parseAddress(blockhash);
  if (hash === undefined) throw new InvariantViolation(`${blockhash} is the hash of no block`);
  return bytesOfAddress(hash);
}
