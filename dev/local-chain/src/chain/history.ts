import type { Address, Signature } from '@solana/kit';
import { assert } from '@bellwether/errors';
import type { Block } from './block';
import { BLOCKHASH_BLOCKS, FINALIZE_AFTER_BLOCKS_MAX } from './limits';
import type { StoredTransaction } from './stored-transaction';

export interface HistoryLimits {
  readonly blocksMax: number;
  readonly transactionsMax: number;
}

export interface SignaturePage {
  readonly limit: number;
  readonly before?: Signature | undefined;
  readonly until?: Signature | undefined;
  /** Nothing above this block. */
  readonly height: number;
}

/** Blocks whose hashes may still be asked for: valid ones, and those that a reader at finalized may hold. */
const BLOCKS_NEEDED = BLOCKHASH_BLOCKS + FINALIZE_AFTER_BLOCKS_MAX + 1;

/** The blocks of the chain in order, newest last, with what is found by slot, hash, signature and address. */
export class History {
  private blocks: Block[] = [];
  private firstIndex = 0;
  private readonly bySlot = new Map<number, Block>();
  private readonly byBlockhash = new Map<string, Block>();
  private readonly transactions = new Map<Signature, StoredTransaction>();
  private readonly byAddress = new Map<Address, StoredTransaction[]>();
  private readonly limits: HistoryLimits;
  /** Of all transactions ever, those that forks dropped excepted. */
  transactionCount = 0;

  constructor(limits: HistoryLimits) {
    this.limits = limits;
  }

  get isEmpty(): boolean {
    return this.blocks.length === 0;
  }

  get tip(): Block {
    const tip = this.blocks.at(-1);
    assert(tip !== undefined, 'a chain has a block');
    return tip;
  }

  get oldest(): Block {
    return this.blocks[this.firstIndex]!;
  }

  open(block: Block): void {
    this.blocks.push(block);
    this.bySlot.set(block.slot, block);
    this.forgetOld();
  }

  /** Hashes are made for blocks that can still be named, not for a long history read at a start. */
  rememberBlockhash(block: Block): void {
    this.byBlockhash.set(block.blockhash, block);
    const expired = this.atHeight(block.height - BLOCKS_NEEDED);
    if (expired !== undefined) this.byBlockhash.delete(expired.blockhash);
  }

  add(transaction: StoredTransaction): void {
    this.tip.transactions.push(transaction);
    this.transactions.set(transaction.signature, transaction);
    this.transactionCount += 1;
    for (const address of new Set(transaction.transaction.addresses)) {
      const list = this.byAddress.get(address);
      if (list === undefined) this.byAddress.set(address, [transaction]);
      else list.push(transaction);
    }
  }

  atHeight(height: number): Block | undefined {
    if (height < this.oldest.height) return undefined;
    return this.blocks[this.firstIndex + height - this.oldest.height];
  }

  atSlot(slot: number): Block | undefined {
    return this.bySlot.get(slot);
  }

  withBlockhash(blockhash: string): Block | undefined {
    return this.byBlockhash.get(blockhash);
  }

  transaction(signature: Signature): StoredTransaction | undefined {
    return this.transactions.get(signature);
  }

  /** The newest `count` blocks, newest first. */
  newest(count: number): Block[] {
    return this.blocks.slice(Math.max(this.firstIndex, this.blocks.length - count)).reverse();
  }

  /** Slots with a block in `[from, to]`, lowest first, `limit` at most. */
  slotsBetween(from: number, to: number, limit: number): number[] {
    const slots: number[] = [];
    for (let index = this.indexOfSlot(from); index < this.blocks.length; index++) {
      const { slot } = this.blocks[index]!;
      if (slot > to || slots.length === limit) break;
      slots.push(slot);
    }
    return slots;
  }

  /** Transactions that name an address, newest first. An unknown `before` has nothing behind it, as on a real node. */
  signaturesFor(address: Address, page: SignaturePage): StoredTransaction[] {
    const { before, until, limit, height } = page;
    const list = this.byAddress.get(address) ?? [];
    const above = before === undefined ? undefined : this.transactions.get(before);
    if (before !== undefined && above === undefined) return [];
    const below = until === undefined ? undefined : this.transactions.get(until);
    const found: StoredTransaction[] = [];
    for (let index = list.length - 1; index >= 0 && found.length < limit; index--) {
      const transaction = list[index]!;
      if (below !== undefined && !isAfter(transaction, below)) break;
      if (above !== undefined && !isAfter(above, transaction)) continue;
      if (transaction.height <= height) found.push(transaction);
    }
    return found;
  }

  /** Takes the blocks above `height` off; answers their transactions, oldest first. */
  dropAbove(height: number): StoredTransaction[] {
    const dropped: StoredTransaction[] = [];
    while (this.tip.height > height) {
      const block = this.blocks.pop()!;
      this.bySlot.delete(block.slot);
      this.byBlockhash.delete(block.blockhash);
      dropped.unshift(...block.transactions);
    }
    for (const transaction of dropped.toReversed()) {
      this.transactions.delete(transaction.signature);
      this.transactionCount -= 1;
      for (const address of new Set(transaction.transaction.addresses)) {
        this.byAddress.get(address)?.pop();
      }
    }
    return dropped;
  }

  clear(): void {
    this.blocks = [];
    this.firstIndex = 0;
    for (const map of [this.bySlot, this.byBlockhash, this.transactions, this.byAddress])
      map.clear();
  }

  private forgetOld(): void {
    const { blocksMax, transactionsMax } = this.limits;
    while (
      this.tip.height - this.oldest.height >= BLOCKS_NEEDED &&
      (this.blocks.length - this.firstIndex > blocksMax || this.transactions.size > transactionsMax)
    ) {
      this.forget(this.oldest);
      this.firstIndex += 1;
    }
    if (this.firstIndex * 2 < this.blocks.length) return;
    this.blocks = this.blocks.slice(this.firstIndex); // now and then, so that each block costs a moment only once
    this.firstIndex = 0;
  }

  private forget(block: Block): void {
    this.bySlot.delete(block.slot);
    const addresses = new Set<Address>();
    for (const { signature, transaction } of block.transactions) {
      this.transactions.delete(signature);
      for (const address of transaction.addresses) addresses.add(address);
    }
    for (const address of addresses) {
      const kept = this.byAddress.get(address)!.filter(({ height }) => height > block.height);
      if (kept.length === 0) this.byAddress.delete(address);
      else this.byAddress.set(address, kept);
    }
  }

  private indexOfSlot(slot: number): number {
    let low = this.firstIndex;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.blocks[middle]!.slot < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const isAfter = (one: StoredTransaction, other: StoredTransaction): boolean =>
  one.height === other.height ? one.index > other.index : one.height > other.height;
