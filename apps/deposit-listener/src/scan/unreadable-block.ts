import { bytesOfAddress, parseAddress, signatureBytes } from '@bellwether/chain';
import type { BlockOutline, Chain, ChainCursor } from '@bellwether/chain';
import { CodedError, Fault } from '@bellwether/errors';
import type { ScanCursors } from '@bellwether/persistence';
import type { Alarms } from '../alarms';
import { READ_FAILURES_BEFORE_ALARM } from '../limits';
import type { ChainName } from '../parts';

export interface UnreadableBlockParts {
  readonly chainName: ChainName;
  readonly chain: Pick<Chain, 'outlineAfter'>;
  readonly cursors: Pick<ScanCursors, 'isToBeSteppedOver' | 'stepOver'>;
  readonly alarms: Pick<Alarms, 'raise'>;
  readonly now: () => number;
}

/**
 * A block at which the scan stops although the nodes know it: too large, of an unknown form, or with content that this
 * version cannot read. It raises an alarm. At an operator's request it is skipped, and that is recorded. The balance
 * check finds the balances that it changed.
 */
export class UnreadableBlock {
  private place = -1;
  private failures = 0;

  constructor(private readonly parts: UnreadableBlockParts) {}

  /** The next block was read and written. */
  passed(): void {
    this.failures = 0;
  }

  /**
   * The block after `after` could not be read or written.
   * @returns the slot that was skipped to; undefined if nothing was done
   */
  async failed(after: ChainCursor, err: unknown): Promise<number | undefined> {
    const { chainName, chain, cursors, alarms } = this.parts;
    if (this.place !== after.slot) this.failures = 0;
    this.place = after.slot;
    // If the nodes cannot say which block it is, the block is not the problem.
    const outline = await chain.outlineAfter(after).catch(unlessBroken);
    if (outline === undefined) return undefined;
    this.failures++;
    const { slot, blockhash, signatures } = outline;
    if (await cursors.isToBeSteppedOver(chainName, slot)) return this.stepOver(after, outline);
    if (this.failures === READ_FAILURES_BEFORE_ALARM) {
      const transactions = signatures.length;
      alarms.raise('block_unreadable', { chain: chainName, slot, blockhash, transactions, err });
    }
    return undefined;
  }

  private async stepOver(after: ChainCursor, outline: BlockOutline): Promise<number | undefined> {
    const { chainName, cursors, alarms, now } = this.parts;
    const { slot, blockhash, signatures } = outline;
    const hash = parseAddress(blockhash);
    if (hash === undefined) throw new Fault('retry', `${blockhash} is the hash of no block`);
    const isDone = await cursors.stepOver(chainName, {
      after: after.slot,
      to: { slot, blockHash: bytesOfAddress(hash) },
      signatures: signatures.map(signatureBytes),
      nowMs: now(),
    });
    if (!isDone) return undefined;
    this.failures = 0;
    const transactions = signatures.length;
    alarms.raise('block_stepped_over', { chain: chainName, slot, blockhash, transactions });
    return slot;
  }
}

function unlessBroken(error: unknown): undefined {
  if (!(error instanceof CodedError)) throw error;
}
