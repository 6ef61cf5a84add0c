import type { EncodedAccount } from '@solana/kit';
import type { AccountChange, AccountStates } from './account-states';
import { Block } from './block';
import type { BlockHeader } from './block';
import type { ChainLog } from './chain-log';
import { CHAIN_LOG_VERSION } from './chain-record';
import type { ChainRecord, HeadRecord } from './chain-record';
import type { History } from './history';

export interface RestoredChain {
  readonly genesisHash: string;
  readonly clockOffsetSeconds: number;
  readonly forks: number;
  readonly rootHeight: number;
}

export interface RestoreTarget {
  readonly history: History;
  readonly states: AccountStates;
  readonly finalizeAfterBlocks: number;
}

/** Fills history and accounts from a log; `undefined` when the log is empty. */
export function restoreChain(log: ChainLog, target: RestoreTarget): RestoredChain | undefined {
  const replay = new Replay(target);
  log.replay((record, isNewest) => replay.take(record, isNewest));
  return replay.result();
}

/** Follows the records of all files for the history, and those of the newest for the accounts. */
class Replay {
  private readonly target: RestoreTarget;
  private genesisHash: string | undefined;
  private clockOffsetSeconds = 0;
  private forks = 0;
  private rootHeight = 0;

  constructor(target: RestoreTarget) {
    this.target = target;
  }

  result(): RestoredChain | undefined {
    const { genesisHash, clockOffsetSeconds, forks, rootHeight } = this;
    return genesisHash === undefined
      ? undefined
      : { genesisHash, clockOffsetSeconds, forks, rootHeight };
  }

  take(record: ChainRecord, isNewest: boolean): void {
    const { history, states } = this.target;
    switch (record.kind) {
      case 'head':
        this.takeHead(record, isNewest);
        return;
      case 'block':
        this.openBlock({
          slot: record.s,
          parentSlot: record.p,
          timeSeconds: record.t,
          fork: record.f,
        });
        return;
      case 'transaction':
        history.add(record.stored);
        if (isNewest) states.apply(record.stored.height, record.changes.map(ownedChange));
        return;
      case 'fork':
        history.dropAbove(record.height);
        if (isNewest) states.revertTo(record.height);
        this.forks += 1;
        return;
      case 'clock':
        this.clockOffsetSeconds = record.offsetSeconds;
    }
  }

  private takeHead(head: HeadRecord, isNewest: boolean): void {
    if (head.version !== CHAIN_LOG_VERSION) {
      throw new Error(
        `the data folder is of version ${head.version}, this program reads ${CHAIN_LOG_VERSION}: remove the folder`,
      );
    }
    const { history, states } = this.target;
    this.genesisHash = head.genesisHash;
    this.clockOffsetSeconds = head.clockOffsetSeconds;
    this.forks = head.blocks.at(-1)!.fork;
    this.rootHeight = head.rootHeight;
    const tip = head.blocks.at(-1)!;
    const continues =
      !history.isEmpty && history.tip.slot === tip.slot && history.tip.fork === tip.fork;
    if (!continues) {
      history.clear();
      for (const header of head.blocks) history.open(new Block(header, head.genesisHash));
    }
    history.transactionCount = head.transactionCount;
    if (!isNewest) return;
    for (const account of head.accounts) states.place(ownedAccount(account));
    states.restoreJournals(
      head.journals.map(({ height, before }) => ({
        height,
        before: new Map([...before].map(ownedChange)),
      })),
    );
  }

  private openBlock(record: Omit<BlockHeader, 'height'>): void {
    const { history, states, finalizeAfterBlocks } = this.target;
    const height = history.tip.height + 1;
    history.open(new Block({ ...record, height }, this.genesisHash!));
    this.forks = record.fork;
    this.rootHeight = Math.max(this.rootHeight, height - finalizeAfterBlocks);
    states.finalize(this.rootHeight);
  }
}

/** Bytes of a record are a window on the whole file: an account that lives on takes its own along. */
const ownedAccount = (account: EncodedAccount): EncodedAccount => ({
  ...account,
  data: Uint8Array.from(account.data),
});

const ownedChange = ([address, after]: AccountChange): AccountChange => [
  address,
  after === null ? null : ownedAccount(after),
];
