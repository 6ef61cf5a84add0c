/** The balances of token accounts of a chain, each with the slot at which it is valid. */
import { parseTokenAccount } from '@bellwether/chain';
import type { Address, Chain } from '@bellwether/chain';
import { isBookable } from '@bellwether/funding';
import { ACCOUNTS_PER_REQUEST } from './limits';

export interface Holding {
  /** At most 2^53-1. */
  readonly microUsdc: number;
  /** Above that, an issuer of USDC has sent it, and none of it can be booked. */
  readonly isTooLarge: boolean;
  readonly slot: number;
}

/**
 * A missing account holds nothing.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function holdingsOf(
  chain: Pick<Chain, 'readAccounts'>,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, Holding>> {
  const holdings = new Map<Address, Holding>();
  for (let at = 0; at < addresses.length; at += ACCOUNTS_PER_REQUEST) {
    const asked = addresses.slice(at, at + ACCOUNTS_PER_REQUEST);
    const { slot, accounts } = await chain.readAccounts(asked);
    for (const [place, address] of asked.entries()) {
      const account = accounts[place];
      const amount = account ? (parseTokenAccount(account)?.amount ?? 0n) : 0n;
      const isTooLarge = !isBookable(amount);
      const microUsdc = isTooLarge ? Number.MAX_SAFE_INTEGER : Number(amount);
      holdings.set(address, { microUsdc, isTooLarge, slot });
    }
  }
  return holdings;
}
