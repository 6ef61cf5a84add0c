import { addressOf, signatureBytes } from '@bellwether/chain';
import type { Address, Chain, VaultEvents } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import type { ChainCreditStore, NewChainCredit } from '@bellwether/persistence';
import { decodeProxy } from '@bellwether/vault-program';
import type { WatchedSet } from '../watch/watched-set';
import { microUsdc } from './proxy-arrivals';

interface FoundCredit {
  readonly user: Uint8Array;
  readonly amount: bigint;
  /** Null where the log that said it was cut off. */
  readonly creditSeq: number | null;
  readonly signature: string;
  readonly slot: number;
  readonly txIndex: number;
  readonly eventIndex: number;
}

/**
 * The vault's credits, whoever asked for them, of whichever user. They come from the log; where a log was cut off, from
 * the instructions: then each is one more than the credit before it, as the vault itself counts.
 */
export class VaultCredits {
  constructor(
    private readonly parts: {
      readonly chain: Pick<Chain, 'readAccount'>;
      readonly watched: Pick<WatchedSet, 'ofProxyWallet'>;
      readonly credits: Pick<ChainCreditStore, 'lastSeqOf'>;
    },
  ) {}

  /** @param told of one block; those of blocks before it are in the store @throws CodedError, Fault */
  async of(told: VaultEvents): Promise<NewChainCredit[]> {
    const found = [...loggedCredits(told), ...(await this.cutOffCredits(told))].sort(
      (one, other) => one.txIndex - other.txIndex || one.eventIndex - other.eventIndex,
    );
    const lastSeqs = new Map<string, number>();
    const credits: NewChainCredit[] = [];
    for (const { user, amount, signature, slot, txIndex, creditSeq: told } of found) {
      const key = toHex(user);
      const creditSeq =
        told ?? (lastSeqs.get(key) ?? (await this.parts.credits.lastSeqOf(user))) + 1;
      lastSeqs.set(key, creditSeq);
      const txSignature = signatureBytes(signature);
      credits.push({
        user,
        creditSeq,
        amountMicroUsdc: microUsdc(amount),
        txSignature,
        slot,
        txIndex,
      });
    }
    return credits;
  }

  private async cutOffCredits({ cutOff }: VaultEvents): Promise<FoundCredit[]> {
    const found: FoundCredit[] = [];
    for (const { signature, slot, transactionIndex: txIndex, credits } of cutOff) {
      for (const [eventIndex, { proxy, amount }] of credits.entries()) {
        const user = await this.userOf(proxy);
        found.push({ user, amount, creditSeq: null, signature, slot, txIndex, eventIndex });
      }
    }
    return found;
  }

  private async userOf(proxy: Address): Promise<Uint8Array> {
    const watched = this.parts.watched.ofProxyWallet(proxy);
    if (watched !== undefined) return watched.user;
    const account = await this.parts.chain.readAccount(proxy);
    if (account === null) throw new Fault('retry', `no account of the proxy wallet ${proxy}`);
    return decodeProxy(account.data).user;
  }
}

const loggedCredits = ({ events }: VaultEvents): FoundCredit[] =>
  events.flatMap(({ event, signature, slot, transactionIndex: txIndex, eventIndex }) => {
    if (event.kind !== 'Credit') return [];
    const { user, amount, creditSeq } = event;
    return [{ user, amount, creditSeq: Number(creditSeq), signature, slot, txIndex, eventIndex }];
  });

/** Users whom the vault told of: of those that nobody watches, the row is made from this. */
export const usersToldOf = ({ events }: VaultEvents): ReadonlyMap<Address, Uint8Array> =>
  new Map(
    events.flatMap(({ event }) =>
      event.kind === 'ProxyInitialized' || event.kind === 'Credit'
        ? [[addressOf(event.proxy), event.user] as const]
        : [],
    ),
  );
