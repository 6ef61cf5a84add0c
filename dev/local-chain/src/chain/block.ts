import { createHash } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { Blockhash } from '@solana/kit';
import type { StoredTransaction } from './stored-transaction';

/** What makes a block this block and no other: on another fork the same slot has another `fork` and so another hash. */
export interface BlockHeader {
  readonly slot: number;
  /** Blocks below it: slots that were skipped do not count. */
  readonly height: number;
  readonly parentSlot: number;
  /** How many forks the chain had seen when the block began. */
  readonly fork: number;
  readonly timeSeconds: number;
}

/** One block of the chain. The newest is open: transactions still join it. */
export class Block implements BlockHeader {
  readonly slot: number;
  readonly height: number;
  readonly parentSlot: number;
  readonly fork: number;
  readonly timeSeconds: number;
  readonly transactions: StoredTransaction[] = [];
  private readonly genesisHash: string;
  private hash: Blockhash | undefined;

  constructor(header: BlockHeader, genesisHash: string) {
    this.slot = header.slot;
    this.height = header.height;
    this.parentSlot = header.parentSlot;
    this.fork = header.fork;
    this.timeSeconds = header.timeSeconds;
    this.genesisHash = genesisHash;
  }

  /** Made when it is first asked for: most blocks of a long history never are. */
  get blockhash(): Blockhash {
    this.hash ??= blockhashOf(this.genesisHash, this);
    return this.hash;
  }

  header(): BlockHeader {
    const { slot, height, parentSlot, fork, timeSeconds } = this;
    return { slot, height, parentSlot, fork, timeSeconds };
  }
}

function blockhashOf(genesisHash: string, { slot, fork }: BlockHeader): Blockhash {
  const digest = createHash('sha256').update(`${genesisHash} ${slot} ${fork}`).digest();
  return getBase58Decoder().decode(digest) as Blockhash;
}
