/**
 * Watches a chain for messages of its core bridge, as a guardian does: at first every message account there is, then each
 * newly final block. Nothing is kept on disk: after a restart, or an RPC that failed, it begins anew and finds the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { base58 } from '@scure/base';
import { parsePostedMessage, postMessage } from '@bellwether/wormhole';
import type { PostedMessage } from '@bellwether/wormhole';
import { BLOCKS_AT_ONCE, BLOCKS_A_SCAN, RETRY_MS } from './limits';
import { MessageRpc } from './message-rpc';
import type { ScannedBlock } from './message-rpc';

export interface MessageWatchOptions {
  readonly rpcUrl: string;
  /** The core bridge's program, in base58. */
  readonly core: string;
  /** Resolves when it is time to look again; asked before a look, so that what happens meanwhile counts. */
  readonly nextLook: (signal: AbortSignal) => Promise<unknown>;
  readonly found: (message: PostedMessage) => void;
}

/** Where the message's account is in `postMessage`. */
const MESSAGE_PLACE = Object.keys(postMessage.accounts).indexOf('message');

export class MessageWatch {
  private readonly rpc: MessageRpc;
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;
  /** The last slot that was looked into; `undefined` before the first look. */
  private scannedSlot: number | undefined;

  constructor(private readonly options: MessageWatchOptions) {
    this.rpc = new MessageRpc(options.rpcUrl, this.stopping.signal);
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let next = this.options.nextLook(signal).catch(() => undefined);
      try {
        await this.look();
      } catch {
        // A chain that is down, or has thrown away the blocks we were at: what is there now tells all.
        this.scannedSlot = undefined;
        next = sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
      await next;
    }
  }

  private async look(): Promise<void> {
    if (this.scannedSlot === undefined) {
      const { slot, accounts } = await this.rpc.allMessages(this.options.core);
      this.report(accounts);
      this.scannedSlot = slot;
    }
    const finalizedSlot = await this.rpc.finalizedSlot();
    while (this.scannedSlot < finalizedSlot && !this.stopping.signal.aborted) {
      const last = Math.min(this.scannedSlot + BLOCKS_A_SCAN, finalizedSlot);
      const slots = await this.rpc.blocks(this.scannedSlot + 1, last);
      for (let at = 0; at < slots.length; at += BLOCKS_AT_ONCE) {
        await this.scan(slots.slice(at, at + BLOCKS_AT_ONCE));
      }
      this.scannedSlot = last;
    }
  }

  private async scan(slots: readonly number[]): Promise<void> {
    const blocks = await Promise.all(slots.map((slot) => this.rpc.block(slot)));
    const accounts = blocks.flatMap((block) => messageAccounts(block, this.options.core));
    if (accounts.length === 0) return;
    this.report(await this.rpc.ownedAccounts(this.options.core, accounts));
  }

  private report(accounts: readonly Uint8Array[]): void {
    for (const data of accounts) {
      const message = parsePostedMessage(data);
      if (message !== undefined) this.options.found(message);
    }
  }
}

/** The message accounts that succeeded transactions of a block name to the core bridge, directly or from a program. */
function messageAccounts(block: ScannedBlock, core: string): string[] {
  return block.transactions.flatMap(({ transaction: { message }, meta }) => {
    const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
    const keys = [...message.accountKeys, ...writable, ...readonly];
    if (meta.err !== null || !keys.includes(core)) return [];
    const inner = (meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
    return [...message.instructions, ...inner]
      .filter(({ programIdIndex }) => keys[programIdIndex] === core)
      .filter(({ data }) => base58.decode(data)[0] === postMessage.tag)
      .map(({ accounts }) => keys[accounts[MESSAGE_PLACE] ?? -1])
      .filter((account) => account !== undefined);
  });
}
