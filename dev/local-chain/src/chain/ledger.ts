import type { Address } from '@solana/kit';
import { AccountStates } from './account-states';
import type { AccountChange, ReadAccount } from './account-states';
import { Block } from './block';
import { ChainLog } from './chain-log';
import { CHAIN_LOG_VERSION } from './chain-record';
import type { ChainRecord, HeadRecord } from './chain-record';
import type { ChainSettings } from './chain-options';
import type { Commitment } from './commitment';
import { Executor } from './executor';
import { faucetAccount, freshGenesisHash, genesisAccounts } from './genesis';
import { History } from './history';
import { BLOCKHASH_BLOCKS, FINALIZE_AFTER_BLOCKS_MAX, SLOT_HASHES_RETAINED } from './limits';
import { restoreChain } from './restore-chain';
import type { StoredTransaction } from './stored-transaction';

/** Blocks whose hashes a restarted chain must still know. */
const BLOCKS_REMEMBERED = BLOCKHASH_BLOCKS + 2 * FINALIZE_AFTER_BLOCKS_MAX;

/** The result of a fork switch. */
export interface Fork {
  /** Height of the newest block that remains. */
  readonly height: number;
  readonly dropped: readonly StoredTransaction[];
  readonly reverted: readonly AccountChange[];
}

/**
 * Keeps blocks, accounts and the SVM consistent with each other and with the log: every change is appended to the log
 * first. If the log cannot be written the ledger stops, as later changes would be lost in a restart.
 */
export class Ledger {
  readonly genesisHash: string;
  readonly executor = new Executor();
  readonly states = new AccountStates((address) => this.executor.account(address));
  readonly history: History;
  private readonly settings: ChainSettings;
  private readonly log: ChainLog | undefined;
  private clockOffsetSeconds = 0;
  private forks = 0;
  private rootHeight = 0;
  private failure: unknown;

  /** Continues from the log if there is one, otherwise from the genesis; in both cases with a new block. */
  constructor(settings: ChainSettings, faucet: Address) {
    this.settings = settings;
    this.history = new History(settings.history);
    for (const { address, elf } of settings.genesis.programs ?? []) {
      this.executor.placeProgram(address, elf);
    }
    const { dataDir } = settings;
    this.log = dataDir === undefined ? undefined : new ChainLog(dataDir, settings.log);
    const restored = this.restored();
    this.genesisHash = restored ?? freshGenesisHash();
    if (restored === undefined) this.begin(faucet);
    this.executor.putAll(this.states.all());
    for (const block of this.history.newest(BLOCKS_REMEMBERED).toReversed()) {
      this.history.rememberBlockhash(block);
    }
    this.openBlock(this.history.tip.slot + 1);
  }

  heightAt(commitment: Commitment): number {
    const tip = this.history.tip.height;
    if (commitment === 'processed') return tip;
    if (commitment === 'finalized') return this.rootHeight;
    return Math.max(this.rootHeight, tip - this.settings.confirmAfterBlocks);
  }

  openBlock(slot: number): Block {
    const parent = this.history.tip;
    const timeSeconds = Math.floor(this.settings.now() / 1_000) + this.clockOffsetSeconds;
    this.append({ kind: 'block', s: slot, p: parent.slot, t: timeSeconds, f: this.forks });
    const height = parent.height + 1;
    const header = { slot, height, parentSlot: parent.slot, fork: this.forks, timeSeconds };
    const block = new Block(header, this.genesisHash);
    this.history.open(block);
    this.history.rememberBlockhash(block);
    this.rootHeight = Math.max(this.rootHeight, height - this.settings.finalizeAfterBlocks);
    this.states.finalize(this.rootHeight);
    this.executor.openBlock(block, this.history.newest(SLOT_HASHES_RETAINED + 1).slice(1));
    if (this.log?.isFull === true) this.log.startSegment(this.head());
    return block;
  }

  /** Drops the newest blocks, at most `count` and none that is final. Open a block afterwards. */
  fork(count: number): Fork {
    const height = Math.max(this.rootHeight, this.history.tip.height - count);
    this.append({ kind: 'fork', height });
    const reverted = this.states.revertTo(height);
    for (const [address, account] of reverted) this.executor.put(address, account);
    const dropped = this.history.dropAbove(height);
    this.forks += 1;
    return { height, dropped, reverted };
  }

  /** Dates the blocks from here on so that the clock continues from `unixSeconds`. */
  setClock(unixSeconds: number): void {
    const offsetSeconds = unixSeconds - Math.floor(this.settings.now() / 1_000);
    this.append({ kind: 'clock', offsetSeconds });
    this.clockOffsetSeconds = offsetSeconds;
  }

  /** Adds an executed transaction to the open block. @param before accounts as it found them */
  add(stored: StoredTransaction, changes: readonly AccountChange[], before: ReadAccount): void {
    this.append({ kind: 'transaction', stored, changes });
    this.states.apply(stored.height, changes, before);
    this.history.add(stored);
  }

  /** @throws Error after a failed write to the log */
  requireWritable(): void {
    if (this.failure !== undefined) {
      throw new Error('the chain has stopped: its log cannot be written', { cause: this.failure });
    }
  }

  close(): void {
    this.log?.close();
  }

  private append(record: ChainRecord): void {
    this.requireWritable();
    try {
      this.log?.append(record);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  private begin(faucet: Address): void {
    for (const account of genesisAccounts(this.settings.genesis)) this.states.place(account);
    this.states.place(faucetAccount(faucet));
    const slot = this.executor.firstSlot;
    const timeSeconds = Math.floor(this.settings.now() / 1_000);
    const header = { slot, height: 0, parentSlot: slot, fork: 0, timeSeconds };
    this.history.open(new Block(header, this.genesisHash));
    this.log?.startSegment(this.head());
  }

  /** If the folder cannot be read, its lock is released for the next process. */
  private restored(): string | undefined {
    try {
      return this.restore();
    } catch (error) {
      this.log?.close();
      throw error;
    }
  }

  /** Returns the genesis hash of the chain in the data folder, or `undefined` if there is none. */
  private restore(): string | undefined {
    if (this.log === undefined) return undefined;
    const { history, states } = this;
    const { finalizeAfterBlocks } = this.settings;
    const restored = restoreChain(this.log, { history, states, finalizeAfterBlocks });
    if (restored === undefined) return undefined;
    this.clockOffsetSeconds = restored.clockOffsetSeconds;
    this.forks = restored.forks;
    this.rootHeight = restored.rootHeight;
    return restored.genesisHash;
  }

  private head(): HeadRecord {
    return {
      kind: 'head',
      version: CHAIN_LOG_VERSION,
      genesisHash: this.genesisHash,
      clockOffsetSeconds: this.clockOffsetSeconds,
      rootHeight: this.rootHeight,
      transactionCount: this.history.transactionCount,
      blocks: this.history
        .newest(BLOCKS_REMEMBERED)
        .map((block) => block.header())
        .toReversed(),
      accounts: [...this.states.all()],
      journals: this.states.openJournals(),
    };
  }
}
