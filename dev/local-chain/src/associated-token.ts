import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import type { Address } from '@solana/kit';

/** The owner's token account of a mint, where wallets look for it. */
export async function associatedTokenAddress(holding: {
  readonly owner: Address;
  readonly mint: Address;
}): Promise<Address> {
  const { owner, mint } = holding;
  const seeds = { owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [account] = await findAssociatedTokenPda(seeds);
  return account;
}
