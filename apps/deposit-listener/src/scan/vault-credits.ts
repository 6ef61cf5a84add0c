import {
  addressOf,
  associatedTokenAddress,
  bytesOfAddress,
  signatureBytes,
} from '@bellwether/chain';
import type { Address, Chain, Vault, VaultEvents } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { Fault, assert } from '@bellwether/errors';
import { isBookable } from '@bellwether/funding';
import type { ChainCreditStore, NewChainCredit } from '@bellwether/persistence';
import { decodeProxy } from '@bellwether/vault-program';
import type { WatchedUser } from '../watch/watched-set';
import type { CreditDoubts } from './credit-doubts';
import { creditsSeenIn } from './seen-credits';
import type { CreditSeen, ProxyUsers } from './seen-credits';

export interface VaultCreditsParts {
  readonly chain: Pick<Chain, 'readAccount'>;
  readonly vault: Pick<Vault, 'mint'>;
  readonly watched: WatchedProxies;
  readonly credits: Pick<ChainCreditStore, 'lastSeqOf'>;
  readonly doubts: Pick<CreditDoubts, 'note'>;
}

/** Watched users, by proxy wallet. */
export interface WatchedProxies {
  ofProxyWallet(proxy: Address): Promise<ProxyOwner | undefined> | ProxyOwner | undefined;
}
type ProxyOwner = Pick<WatchedUser, 'user' | 'proxyUsdcAccount'>;

export interface BlockCredits {
  /** Everything that a block shows. */
  readonly seen: readonly CreditSeen[];
  /** Those that can be booked at once. */
  readonly credits: readonly NewChainCredit[];
}

/**
 * The vault's credits of a block. A credit from the log is booked if it follows the user's last booked one. Credits
 * without a log, unbookable amounts, and everything after them are left to the comparison with the vault's account
 * (`CreditCheck`).
 */
export class VaultCredits {
  private readonly users: ProxyUsers;

  constructor(private readonly parts: VaultCreditsParts) {
    this.users = proxyUsers(parts);
  }

  /**
   * @param logged the vault's events of one block; earlier blocks are in the store
   * @throws CodedError, Fault
   */
  async of(logged: VaultEvents): Promise<BlockCredits> {
    const seen = await creditsSeenIn(logged, this.users);
    const credits: NewChainCredit[] = [];
    for (const ofUser of byUser(seen).values()) credits.push(...(await this.booked(ofUser)));
    return { seen, credits };
  }

  private async booked(ofUser: readonly CreditSeen[]): Promise<NewChainCredit[]> {
    const [first] = ofUser;
    if (first === undefined) return [];
    let lastSeq = await this.parts.credits.lastSeqOf(first.user);
    const { mint } = this.parts.vault;
    const credits: NewChainCredit[] = [];
    for (const one of ofUser) {
      const { creditSeq, amountMicroUsdc } = one;
      const wasNotified = creditSeq !== null && amountMicroUsdc !== null;
      if (!wasNotified || creditSeq > lastSeq + 1 || !isBookable(amountMicroUsdc)) {
        this.parts.doubts.note(ofUser);
        break;
      }
      lastSeq = Math.max(lastSeq, creditSeq);
      credits.push(newCredit(one, { creditSeq, amountMicroUsdc, mint }));
    }
    return credits;
  }
}

/** @param as its number and amount, at most 2^53-1, and the vault's mint */
export function newCredit(
  { user, signature, slot, txIndex, creditsBefore, sideAccount }: CreditSeen,
  as: { readonly creditSeq: number; readonly amountMicroUsdc: bigint; readonly mint: Address },
): NewChainCredit {
  const { creditSeq, amountMicroUsdc, mint } = as;
  assert(isBookable(amountMicroUsdc), 'a credit that is booked is a safe integer');
  return {
    user,
    creditSeq,
    amountMicroUsdc: Number(amountMicroUsdc),
    txSignature: signatureBytes(signature),
    slot,
    txIndex,
    creditsBefore,
    side: sideAccount === null ? null : { accountIndex: sideAccount, mint: bytesOfAddress(mint) },
  };
}

/** The owners of proxy wallets; those of unwatched users are read from the vault's accounts. */
export const proxyUsers = ({
  chain,
  vault,
  watched,
}: Pick<VaultCreditsParts, 'chain' | 'vault' | 'watched'>): ProxyUsers => {
  const watchedUserOf = async (proxy: Address): Promise<Uint8Array | undefined> =>
    (await watched.ofProxyWallet(proxy))?.user;
  return {
    watchedUserOf,
    userOf: async (proxy) => {
      const known = await watchedUserOf(proxy);
      if (known !== undefined) return known;
      const account = await chain.readAccount(proxy);
      if (account === null) throw new Fault('retry', `no account of the proxy wallet ${proxy}`);
      return decodeProxy(account.data).user;
    },
    usdcAccountOf: async (proxy) =>
      (await watched.ofProxyWallet(proxy))?.proxyUsdcAccount ??
      associatedTokenAddress(proxy, vault.mint),
  };
};

function byUser(seen: readonly CreditSeen[]): ReadonlyMap<string, readonly CreditSeen[]> {
  const users = new Map<string, CreditSeen[]>();
  for (const one of seen) {
    const key = toHex(one.user);
    users.set(key, [...(users.get(key) ?? []), one]);
  }
  return users;
}

/** Users in the vault's events. For unwatched ones the row is made from this. */
export const usersLogged = ({ events }: VaultEvents): ReadonlyMap<Address, Uint8Array> =>
  new Map(
    events.flatMap(({ event }) =>
      event.kind === 'ProxyInitialized' || event.kind === 'Credit'
        ? [[addressOf(event.proxy), event.user] as const]
        : [],
    ),
  );
