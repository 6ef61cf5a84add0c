import { bytesOfAddress, createAssociatedToken } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { partsOfOwnAccount } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type { ChainName } from '../parts';
import { TOKEN_ACCOUNT_BYTES } from './limits';
import type { Preparation } from './preparation';

export interface WantedTokenAccount {
  readonly chain: ChainName;
  readonly deposit: Pick<Deposit, 'depositId' | 'user'>;
  /** The owner's associated account of the mint. */
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
}

/** A token account of an address of the exchange's own, for a user. */
export const tokenAccount = ({
  chain,
  deposit: { depositId, user },
  account,
  owner,
  mint,
}: WantedTokenAccount): Preparation => ({
  chain,
  user,
  depositId,
  purpose: `account:${account}`,
  // Anyone may send lamports to the address: then an account exists, but not a token account.
  isDone: async (of) => {
    const found = await of.readAccount(account);
    return found !== null && found.data.length >= TOKEN_ACCOUNT_BYTES;
  },
  instructions: async (payer) => [
    await createAssociatedToken({ payer: payer.address, owner, mint }),
  ],
  makes: async (of) => ({
    account: bytesOfAddress(account),
    kind: chain === 'ext' ? 'deposit_token' : 'proxy_token',
    lamports: Number(await of.minimumLamports(TOKEN_ACCOUNT_BYTES)),
  }),
  parts: async () => partsOfOwnAccount(chain),
});
