import { NATIVE_MINT, addressOf, associatedTokenAddress, parseMint } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import type { Deposit } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';

/** The amount that a deposit gives in a swap, and the account that holds it. */
export interface Given {
  readonly mint: Address;
  readonly source: Address | null;
}

/** Null: there is no such mint. */
export async function givenOf(
  { chains }: Pick<ListenerParts, 'chains'>,
  deposit: Deposit,
  { depositAddress }: UserPlaces,
): Promise<Given | null> {
  if (deposit.mint === null) return { mint: NATIVE_MINT, source: null };
  const mint = addressOf(deposit.mint);
  const account = await chains.ext.readAccount(mint);
  const tokenProgram = account === null ? undefined : parseMint(account)?.tokenProgram;
  if (tokenProgram === undefined) return null;
  return { mint, source: await associatedTokenAddress(depositAddress, mint, tokenProgram) };
}
