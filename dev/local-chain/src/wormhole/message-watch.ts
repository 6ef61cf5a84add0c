/**
 * Watches a chain for messages of its core bridge, as a guardian does: first every existing message account, then each
 * newly final transaction that names the bridge. While there is none, a look is one request with an empty answer. It
 * stores nothing on disk: after a restart, or a failed RPC, it starts again and finds the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { base58 } from '@scure/base';
import { parsePostedMessage, postMessage } from '@bellwether/wormhole';
import type { PostedMessage } from '@bellwether/wormhole';
import { RETRY_MS, SIGNATURES_AT_ONCE, TRANSACTIONS_AT_ONCE } from './limits';
import { MessageRpc } from './message-rpc';
import type { FinalTransaction } from './message-rpc';

export interface MessageWatchOptions {
  readonly rpcUrl: string;
  /** The core bridge's program, in base58. */
  readonly core: string;
  /** Resolves when it is time to look again; called before a look, so that a block during the look counts. */
  readonly nextLook: (signal: AbortSignal) => Promise<unknown>;
  readonly found: (message: PostedMessage) => void;
}

/** Index of the message's account in `postMessage`. */
const MESSAGE_PLACE = Object.keys(postMessage.accounts).indexOf('message');

export class MessageWatch {
  private readonly rpc: MessageRpc;
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;
  /** The last transaction looked at, null where there was none; `undefined` before all accounts were read. */
  private last: string | null | undefined;

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
        // The chain is down, or has forgotten a transaction: the accounts that exist now include everything.
        this.last = undefined;
        next = sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
      await next;
    }
  }

  private async look(): Promise<void> {
    const { core } = this.options;
    if (this.last === undefined) {
      const [newest = null] = await this.rpc.signatures(core, { limit: 1 });
      this.report(await this.rpc.allMessages(core));
      this.last = newest;
    }
    const limit = SIGNATURES_AT_ONCE;
    const newer = await this.rpc.signatures(core, { limit, until: this.last ?? undefined });
    if (newer.length === limit) throw new Error('there may be more than are listed');
    for (let at = 0; at < newer.length; at += TRANSACTIONS_AT_ONCE) {
      await this.scan(newer.slice(at, at + TRANSACTIONS_AT_ONCE));
    }
    this.last = newer[0] ?? this.last;
  }

  private async scan(signatures: readonly string[]): Promise<void> {
    const { core } = this.options;
    const transactions = await Promise.all(signatures.map((one) => this.rpc.transaction(one)));
    const accounts = transactions.flatMap((transaction) => messageAccounts(transaction, core));
    if (accounts.length === 0) return;
    this.report(await this.rpc.ownedAccounts(core, accounts));
  }

  private report(accounts: readonly Uint8Array[]): void {
    for (const data of accounts) {
      const message = parsePostedMessage(data);
      if (message !== undefined) this.options.found(message);
    }
  }
}

/** The message accounts that a successful transaction passes to the core bridge, directly or from a program. */
function messageAccounts({ transaction, meta }: FinalTransaction, core: string): string[] {
  const { message } = transaction;
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const keys = [...message.accountKeys, ...writable, ...readonly];
  if (meta.err !== null) return [];
  const inner = (meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return [...message.instructions, ...inner]
    .filter(({ programIdIndex }) => keys[programIdIndex] === core)
    .filter(({ data }) => base58.decode(data)[0] === postMessage.tag)
    .map(({ accounts }) => keys[accounts[MESSAGE_PLACE] ?? -1])
    .filter((account) => account !== undefined);
}
