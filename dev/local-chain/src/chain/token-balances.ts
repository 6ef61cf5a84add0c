import type { Address, EncodedAccount } from '@solana/kit';
import { mintOf, tokenAccountOf } from './token-account';

/** An amount of tokens in the four ways the RPC writes it. */
export interface TokenAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: Address;
  readonly owner: Address;
  readonly programId: Address;
  readonly uiTokenAmount: TokenAmount;
}

export function tokenAmount(amount: bigint, decimals: number): TokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text };
}

/** The token balances among a transaction's accounts, in its order. */
export function tokenBalancesOf(
  accounts: readonly (EncodedAccount | null)[],
  read: (address: Address) => EncodedAccount | null,
): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    const token = account === null ? undefined : tokenAccountOf(account);
    if (account === null || token === undefined) return [];
    const mintAccount = read(token.mint);
    const mint = mintAccount === null ? undefined : mintOf(mintAccount);
    if (mint === undefined) return [];
    const { mint: mintAddress, owner, amount } = token;
    const programId = account.programAddress;
    const shown = tokenAmount(amount, mint.decimals);
    // A stored zero comes back as null on the real chain; careless clients stumble over it here too.
    const uiTokenAmount = { ...shown, uiAmount: amount === 0n ? null : shown.uiAmount };
    return [{ accountIndex, mint: mintAddress, owner, programId, uiTokenAmount }];
  });
}
