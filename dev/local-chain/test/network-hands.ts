/** Actions of tests on a local network's chains, by plain RPC. */
import { createSolanaRpc } from '@solana/kit';
import type { Address, Base64EncodedWireTransaction, Signature } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import type { RunningChain } from '@bellwether/local-chain';
import { growingPauses } from '@bellwether/local-services';

export const rpcOf = ({ url }: RunningChain) => createSolanaRpc(url);

/** An owner's balance of a mint in its associated account, 0 if there is none. */
export async function balanceOf(
  chain: RunningChain,
  { mint, owner }: { readonly mint: Address; readonly owner: Address },
): Promise<bigint> {
  const seeds = { mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [account] = await findAssociatedTokenPda(seeds);
  const balance = await rpcOf(chain)
    .getTokenAccountBalance(account, { commitment: 'confirmed' })
    .send()
    .catch(() => null);
  return balance === null ? 0n : BigInt(balance.value.amount);
}

/** Sends and waits until it is confirmed. @throws Error if it is rejected or fails */
export async function send(
  chain: RunningChain,
  wire: Base64EncodedWireTransaction,
): Promise<Signature> {
  const signature = await rpcOf(chain)
    .sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'processed' })
    .send();
  await confirmed(chain, signature);
  return signature;
}

export async function confirmed(
  chain: RunningChain,
  signature: Signature,
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<void> {
  const wanted = commitment === 'confirmed' ? ['confirmed', 'finalized'] : ['finalized'];
  for (const pause = growingPauses(); ; await pause()) {
    const { value } = await rpcOf(chain).getSignatureStatuses([signature]).send();
    const status = value[0];
    if (status?.err !== null && status?.err !== undefined) {
      throw new Error(`${signature} failed: ${JSON.stringify(status.err)}`);
    }
    if (wanted.includes(status?.confirmationStatus ?? '')) return;
  }
}
