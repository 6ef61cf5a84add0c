/** What blocks name of those who are watched. */
import type { Address, Block, BlockFilter } from '@bellwether/chain';
import type { WatchedSet, WatchedUsers } from './watched-set';

/** All who have a place in a block's transactions: as an account, or as the owner of one. */
export const watchedIn = (watched: WatchedSet, block: Block): Promise<WatchedUsers> =>
  watched.among(
    block.transactions.flatMap(({ accounts, tokensBefore, tokensAfter }) => [
      ...accounts,
      ...[...tokensBefore, ...tokensAfter].map(({ owner }) => owner),
    ]),
  );

/**
 * Wants what names somebody who is watched, or one of these programs, and did not fail; a few others besides.
 * @param programs whose instructions and logs are read; whoever calls one names it
 * @param reads the programs of which instructions are read
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
