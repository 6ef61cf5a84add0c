import { lamports } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import type { WebSocket } from 'ws';
import { toJson } from '@bellwether/codec';
import type { Block } from '../chain/block';
import type { Commitment } from '../chain/commitment';
import type { Fork } from '../chain/ledger';
import type { LocalChain } from '../chain/local-chain';
import { SYSTEM_PROGRAM } from '../chain/program-addresses';
import type { StoredTransaction } from '../chain/stored-transaction';
import { accountFilterOf } from './account-filter';
import { accountViewOf } from './encode-account';
import { SUBSCRIPTIONS_MAX, SUBSCRIPTIONS_PER_CONNECTION_MAX, UNSENT_BYTES_MAX } from './limits';
import { withContext } from './method';
import { shown } from './methods/account-methods';
import { toAddress } from './params';
import type { Params } from './params';
import { invalidParams } from './rpc-error';

/** Close code for a WebSocket that does not read. */
const CLOSE_TOO_SLOW = 1013;

interface Subscription {
  readonly socket: WebSocket;
  readonly kind: string;
  readonly commitment: Commitment;
  onTransaction?(transaction: StoredTransaction): unknown;
  onAccount?(address: Address, account: EncodedAccount | null): unknown;
  onSlot?(block: Block): unknown;
  onRoot?(slot: number): unknown;
  /** It ends with its first notification. */
  readonly isOnce?: boolean;
}

type Maker = (chain: LocalChain, params: Params) => Omit<Subscription, 'socket' | 'kind'>;

/** Kinds of subscriptions, by the method that requests them. */
const MAKERS: Readonly<Record<string, Maker>> = {
  slotSubscribe: (chain) => ({
    commitment: 'processed',
    onSlot: ({ slot, parentSlot }) => ({
      slot,
      parent: parentSlot,
      root: chain.blockAt('finalized').slot,
    }),
  }),
  rootSubscribe: () => ({ commitment: 'finalized', onRoot: (slot) => slot }),
  signatureSubscribe: (chain, params) => {
    const signature = params.signature(0, 'signature');
    const commitment = params.config(1).commitment();
    return {
      commitment,
      isOnce: true,
      onTransaction: (stored) =>
        stored.signature === signature
          ? withContext(chain, commitment, { err: stored.error })
          : undefined,
    };
  },
  logsSubscribe: (chain, params) => {
    const mentioned = mentionedOf(params);
    const commitment = params.config(1).commitment();
    return {
      commitment,
      onTransaction: ({ signature, error, logs, transaction }) =>
        mentioned === undefined || transaction.addresses.includes(mentioned)
          ? withContext(chain, commitment, { signature, err: error, logs })
          : undefined,
    };
  },
  accountSubscribe: (chain, params) => {
    const wanted = params.address(0, 'account');
    const config = params.config(1);
    const commitment = config.commitment();
    const view = accountViewOf(config);
    return {
      commitment,
      onAccount: (address, account) =>
        address === wanted
          ? withContext(chain, commitment, shown(chain, commitment, account, view))
          : undefined,
    };
  },
  programSubscribe: (chain, params) => {
    const program = params.address(0, 'program');
    const config = params.config(1);
    const commitment = config.commitment();
    const view = accountViewOf(config);
    const matches = accountFilterOf(config);
    return {
      commitment,
      onAccount: (address, account) =>
        account !== null && account.programAddress === program && matches(account)
          ? withContext(chain, commitment, {
              pubkey: address,
              account: shown(chain, commitment, account, view),
            })
          : undefined,
    };
  },
};

/** The subscriptions of all WebSockets of a chain, notified when blocks reach their commitment. */
export class Subscriptions {
  private readonly chain: LocalChain;
  private readonly byId = new Map<number, Subscription>();
  private readonly counts = new Map<WebSocket, number>();
  /** The highest block notified, for the later commitments. */
  private readonly reported: Record<'confirmed' | 'finalized', number>;
  private lastId = 0;

  constructor(chain: LocalChain) {
    this.chain = chain;
    this.reported = {
      confirmed: chain.heightAt('confirmed'),
      finalized: chain.heightAt('finalized'),
    };
    chain.on('transaction', this.onTransaction);
    chain.on('block', this.onBlock);
    chain.on('fork', this.onFork);
  }

  close(): void {
    this.chain.off('transaction', this.onTransaction);
    this.chain.off('block', this.onBlock);
    this.chain.off('fork', this.onFork);
  }

  /** Returns the id, or `undefined` if the method is no subscription. */
  subscribe(socket: WebSocket, method: string, params: Params): number | undefined {
    const make = Object.hasOwn(MAKERS, method) ? MAKERS[method] : undefined;
    if (make === undefined) return undefined;
    const count = this.counts.get(socket) ?? 0;
    if (count >= SUBSCRIPTIONS_PER_CONNECTION_MAX) {
      throw invalidParams(
        `this connection has ${count} subscriptions, the most is ${SUBSCRIPTIONS_PER_CONNECTION_MAX}`,
      );
    }
    if (this.byId.size >= SUBSCRIPTIONS_MAX) {
      throw invalidParams(`all connections have ${SUBSCRIPTIONS_MAX} subscriptions, the most`);
    }
    const id = ++this.lastId;
    const kind = method.slice(0, -'Subscribe'.length);
    const subscription = { ...make(this.chain, params), socket, kind };
    this.byId.set(id, subscription);
    this.counts.set(socket, count + 1);
    if (subscription.isOnce === true) this.reportAtOnce(id, subscription, params);
    return id;
  }

  /** Returns whether there was such a subscription; `undefined` if the method is none. */
  unsubscribe(socket: WebSocket, method: string, params: Params): boolean | undefined {
    const kind = /^(.+)Unsubscribe$/.exec(method)?.[1];
    if (kind === undefined || !Object.hasOwn(MAKERS, `${kind}Subscribe`)) return undefined;
    const id = params.integer(0, 'subscription');
    const subscription = this.byId.get(id);
    if (subscription?.socket !== socket || subscription.kind !== kind) return false;
    this.remove(id);
    return true;
  }

  forget(socket: WebSocket): void {
    for (const [id, subscription] of this.byId) {
      if (subscription.socket === socket) this.byId.delete(id);
    }
    this.counts.delete(socket);
  }

  /** Notifies at once of a signature that landed before the subscription, which would otherwise never be notified. */
  private reportAtOnce(id: number, subscription: Subscription, params: Params): void {
    const { commitment } = subscription;
    const stored = this.chain.transaction(params.signature(0, 'signature'), commitment);
    if (stored === undefined) return;
    // After the answer that carries the id.
    setImmediate(() => this.report(id, subscription, subscription.onTransaction?.(stored)));
  }

  private readonly onTransaction = (stored: StoredTransaction): void => {
    this.publish('processed', [stored]);
  };

  private readonly onBlock = (block: Block): void => {
    if (this.byId.size === 0) this.skipTo();
    for (const [id, subscription] of this.byId) {
      this.report(id, subscription, subscription.onSlot?.(block));
    }
    for (const commitment of ['confirmed', 'finalized'] as const) {
      const top = this.chain.heightAt(commitment);
      for (let height = this.reported[commitment] + 1; height <= top; height++) {
        this.reported[commitment] = height;
        const sealed = this.chain.blockAtHeight(height);
        if (sealed === undefined) continue;
        this.publish(commitment, sealed.transactions);
        if (commitment === 'finalized') this.publishRoot(sealed.slot);
      }
    }
  };

  private readonly onFork = ({ height, reverted }: Fork): void => {
    this.reported.confirmed = Math.min(this.reported.confirmed, height);
    for (const commitment of ['processed', 'confirmed'] as const) {
      for (const [address, account] of reverted) this.publishAccount(commitment, address, account);
    }
  };

  private skipTo(): void {
    this.reported.confirmed = this.chain.heightAt('confirmed');
    this.reported.finalized = this.chain.heightAt('finalized');
  }

  private publish(commitment: Commitment, transactions: readonly StoredTransaction[]): void {
    if (this.byId.size === 0 || transactions.length === 0) return;
    const changed = new Set<Address>();
    for (const stored of transactions) {
      for (const [id, subscription] of this.byId) {
        if (subscription.commitment !== commitment) continue;
        this.report(id, subscription, subscription.onTransaction?.(stored));
      }
      for (const [index, address] of stored.transaction.addresses.entries()) {
        if (stored.transaction.writable[index]) changed.add(address);
      }
    }
    for (const address of changed) {
      this.publishAccount(commitment, address, this.chain.account(address, commitment));
    }
  }

  private publishAccount(
    commitment: Commitment,
    address: Address,
    account: EncodedAccount | null,
  ): void {
    for (const [id, subscription] of this.byId) {
      if (subscription.commitment !== commitment) continue;
      this.report(
        id,
        subscription,
        subscription.onAccount?.(address, account ?? goneAccount(address)),
      );
    }
  }

  private publishRoot(slot: number): void {
    for (const [id, subscription] of this.byId) {
      this.report(id, subscription, subscription.onRoot?.(slot));
    }
  }

  private report(id: number, { socket, kind, isOnce }: Subscription, result: unknown): void {
    if (result === undefined || !this.byId.has(id)) return;
    if (socket.bufferedAmount > UNSENT_BYTES_MAX) {
      socket.close(CLOSE_TOO_SLOW, 'this connection does not read what it asked for');
      this.forget(socket);
      return;
    }
    const method = `${kind}Notification`;
    socket.send(toJson({ jsonrpc: '2.0', method, params: { result, subscription: id } }));
    if (isOnce === true) this.remove(id);
  }

  private remove(id: number): void {
    const subscription = this.byId.get(id);
    if (subscription === undefined) return;
    this.byId.delete(id);
    this.counts.set(subscription.socket, (this.counts.get(subscription.socket) ?? 1) - 1);
  }
}

/** The real node reports a closed account as an empty one. */
const goneAccount = (address: Address): EncodedAccount => ({
  address,
  data: new Uint8Array(),
  executable: false,
  lamports: lamports(0n),
  programAddress: SYSTEM_PROGRAM,
  space: 0n,
});

function mentionedOf(params: Params): Address | undefined {
  const filter = params.raw(0);
  if (filter === 'all' || filter === 'allWithVotes') return undefined;
  const mentions = (filter as { readonly mentions?: unknown } | null)?.mentions;
  if (Array.isArray(mentions) && mentions.length === 1) {
    return toAddress(mentions[0], '`mentions`, entry 0');
  }
  throw invalidParams('parameter 0 must be "all" or an object with one address in `mentions`');
}
