import {
  TransactionSearch,
  nativeMovementsIn,
  parseTokenAccount,
  signatureBytes,
  tokenMovementsIn,
} from '@bellwether/chain';
import type { Address, FinalTransaction } from '@bellwether/chain';
import { sameBytes } from '@bellwether/codec';
import { isSwapped } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';
import { givenOf } from './given';

/** `none`: the chain shows no swap of this deposit. `searching`: not everything was examined yet. */
export type MadeSwap = 'none' | 'searching' | FinalTransaction;

type Parts = Pick<ListenerParts, 'stores' | 'chains' | 'listener' | 'usdc'>;

/**
 * Swaps that no row knows: PostgreSQL was put back to an older copy, and the tokens are gone. A transaction names no
 * deposit, so the swap of one is any unknown one of its user that took exactly its amount. Deposits of the same amount
 * may take each other's.
 */
export class MadeSwaps {
  private readonly search: TransactionSearch;

  constructor(private readonly parts: Parts) {
    this.search = new TransactionSearch(parts.chains.ext);
  }

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
  async of(deposit: Deposit, places: UserPlaces): Promise<MadeSwap> {
    const { chains } = this.parts;
    const given = await givenOf(this.parts, deposit, places);
    if (given === null) return 'none';
    const from = given.source ?? places.depositAddress;
    const account = await chains.ext.readAccount(from);
    const held =
      given.source === null
        ? (account?.lamports ?? 0n)
        : account === null
          ? 0n
          : (parseTokenAccount(account)?.amount ?? 0n);
    if (held >= (await this.neededWith(deposit))) return 'none';
    const found = await this.search.find(from, async (one) => {
      return this.isSwapOf(deposit, from, places, one) && !(await this.isKnown(deposit, one));
    });
    if (found !== undefined) return found;
    return this.search.isUnderWay(from) ? 'searching' : 'none';
  }

  /** Of the token, by all deposits of the user that were not swapped. */
  private async neededWith({ user, mint }: Deposit): Promise<bigint> {
    const deposits = await this.parts.stores.deposits.underWayAtAddress(user);
    return deposits
      .filter((one) => !isSwapped(one) && isSameMint(one.mint, mint))
      .reduce((sum, { sourceAmount }) => sum + sourceAmount, 0n);
  }

  private isSwapOf(
    { sourceAmount }: Deposit,
    from: Address,
    { depositAddress, depositUsdcAccount }: UserPlaces,
    { transaction, block: { slot } }: FinalTransaction,
  ): boolean {
    const { listener, usdc } = this.parts;
    const { accounts, signerCount } = transaction;
    if (accounts[0] !== listener.address) return false;
    if (!accounts.slice(0, signerCount).includes(depositAddress)) return false;
    const tokens = tokenMovementsIn(transaction, slot);
    const brought = tokens.some(
      ({ account, mint, amountBefore, amountAfter }) =>
        account === depositUsdcAccount && mint === usdc.ext && amountAfter > amountBefore,
    );
    const taken =
      from === depositAddress
        ? nativeMovementsIn(transaction, slot)
            .filter(({ account }) => account === from)
            .map(({ lamportsBefore, lamportsAfter }) => lamportsBefore - lamportsAfter)
        : tokens
            .filter(({ account }) => account === from)
            .map(({ amountBefore, amountAfter }) => amountBefore - amountAfter);
    return brought && taken.includes(sourceAmount);
  }

  private async isKnown(
    { user }: Deposit,
    { transaction: { signature } }: FinalTransaction,
  ): Promise<boolean> {
    const { transactions } = this.parts.stores;
    return transactions.knowsSwap(user, signatureBytes(signature));
  }
}

const isSameMint = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : sameBytes(one, other);
