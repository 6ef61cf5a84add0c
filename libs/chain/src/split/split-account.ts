import { payAccounts, payData, splitSeeds } from '@bellwether/split-program';
import type { SplitList } from '@bellwether/split-program';
import { assert } from '@bellwether/errors';
import { getProgramDerivedAddress } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import type { ChainAccount } from '../accounts/read-accounts';
import { addressOf } from '../address';
import type { Address } from '../address';
import { TOKEN_PROGRAM } from '../programs';
import { parseTokenAccount } from '../tokens/token-account';
import { associatedTokenAddress } from '../tokens/token-address';
import { createAssociatedToken } from '../tokens/token-instructions';
import { instructionOf } from '../transactions/instruction';

export type { ListedPayment, SplitList } from '@bellwether/split-program';

/** Where a list's money arrives. */
export interface SplitAccount {
  /** The address that is the list. */
  readonly owner: Address;
  /** Its associated token account. */
  readonly token: Address;
  /** Of `owner`. */
  readonly bump: number;
}

export async function splitAccountOf(
  program: Address,
  mint: Address,
  split: SplitList,
): Promise<SplitAccount> {
  const seeds = [...splitSeeds(split)];
  const [owner, bump] = await getProgramDerivedAddress({ programAddress: program, seeds });
  return { owner, token: await associatedTokenAddress(owner, mint), bump };
}

/** Whether the program would pay an account, as it is read now. */
export function canBePaid(account: ChainAccount | null, mint: Address): boolean {
  const token = account === null ? undefined : parseTokenAccount(account);
  return token?.tokenProgram === TOKEN_PROGRAM && token.mint === mint && !token.isFrozen;
}

/** The list of those that `pay` does not pay; null if it pays all. `payable`: by entry. */
export function remainderOf(split: SplitList, payable: readonly boolean[]): SplitList | null {
  assert(payable.length === split.entries.length, 'one answer an entry');
  const entries = split.entries.filter((_, at) => !payable[at]);
  return entries.length === 0 ? null : { ...split, entries };
}

/**
 * The instructions that pay a list what has arrived in its split account, and close that account; anyone may send them.
 * Where some cannot be paid, the split account of those alone is made first. The chain refuses them all if an account
 * that `payable` says can be paid no longer can, if there is no split account, or if it holds less than the sum.
 */
export async function paySplit(
  program: Address,
  request: {
    readonly mint: Address;
    readonly split: SplitList;
    /** By entry: `canBePaid` of its account. At least one can. */
    readonly payable: readonly boolean[];
    /** Signs if some cannot be paid: it pays the rent of the remainder's account. */
    readonly payer: Address;
  },
): Promise<Instruction[]> {
  const { mint, split, payable, payer } = request;
  const { owner, token, bump } = await splitAccountOf(program, mint, split);
  const left = remainderOf(split, payable);
  const remainder = left === null ? null : await splitAccountOf(program, mint, left);
  const accounts = payAccounts({
    owner,
    splitToken: token,
    mint,
    tokenProgram: TOKEN_PROGRAM,
    rentTo: addressOf(split.rentTo),
    recipients: split.entries.map(({ account }) => addressOf(account)),
    ...(remainder === null ? {} : { remainder: remainder.token }),
  });
  const pay = instructionOf(program, accounts, payData(split, bump));
  if (remainder === null) return [pay];
  return [await createAssociatedToken({ payer, owner: remainder.owner, mint }), pay];
}
