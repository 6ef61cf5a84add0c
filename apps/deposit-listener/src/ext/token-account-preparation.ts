import { createAssociatedToken } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { NO_GAS } from '@bellwether/funding';
import type { ChainName } from '../parts';
import { TOKEN_ACCOUNT_BYTES } from './limits';
import type { Preparation } from './preparation';

export interface WantedTokenAccount {
  readonly chain: ChainName;
  readonly user: Uint8Array;
  /** The owner's associated account of the mint. */
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
}

/** A token account of the user's. It is the user's for ever, so its rent is charged with it. */
export const tokenAccount = ({
  chain,
  user,
  account,
  owner,
  mint,
}: WantedTokenAccount): Preparation => ({
  chain,
  user,
  purpose: `account:${account}`,
  // Anybody may send lamports to the address: then there is an account, but not of tokens.
  isDone: async (of) => {
    const found = await of.readAccount(account);
    return found !== null && found.data.length >= TOKEN_ACCOUNT_BYTES;
  },
  instructions: async (payer) => [
    await createAssociatedToken({ payer: payer.address, owner, mint }),
  ],
  use: async (of) => {
    const rent = Number(await of.minimumLamports(TOKEN_ACCOUNT_BYTES));
    return chain === 'main'
      ? { ...NO_GAS, mainTransactions: 1, mainRentLamports: rent }
      : { ...NO_GAS, extTransactions: 1, extRentLamports: rent };
  },
});
