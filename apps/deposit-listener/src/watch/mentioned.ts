/** Finds watched users in blocks. */
import type { Address, Block, BlockFilter } from '@bellwether/chain';
import type { WatchedSet, WatchedUsers } from './watched-set';

/** All addresses in a block's transactions: accounts, and owners of accounts. */
export const watchedIn = (watched: WatchedSet, block: Block): Promise<WatchedUsers> =>
  watched.among(
    block.transactions.flatMap(({ accounts, tokensBefore, tokensAfter }) => [
      ...accounts,
      ...[...tokensBefore, ...tokensAfter].map(({ owner }) => owner),
    ]),
  );

/**
 * Selects successful transactions that name a watched user or one of these programs, and a few others.
 * @param programs whose instructions and logs are read; a transaction that calls one names it
 * @param reads the programs whose instructions are read
 */
export function filterOf(
  watched: Pick<WatchedSet, 'mayHave'>,
  {
    programs,
    reads,
  }: { readonly programs: readonly Address[]; readonly reads: readonly Address[] },
): BlockFilter {
  const isWanted = (address: string): boolean =>
    programs.some((program) => program === address) || watched.mayHave(address);
  return {
    wants: ({ isFailed, accounts, owners }) =>
      !isFailed && (accounts.some(isWanted) || owners.some(isWanted)),
    programs: new Set(reads),
  };
}
