/** What tests do on a local network's chains, by plain RPC. */
import { createSolanaRpc } from '@solana/kit';
import type { Address, Base64EncodedWireTransaction, Signature } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import type { RunningChain } from '@bellwether/local-chain';
import { growingPauses } from '@bellwether/local-services';

export const rpcOf = ({ url }: RunningChain) => createSolanaRpc(url);

/** What an owner holds of a mint in its associated account, 0 where there is none. */
export async function balanceOf(
  chain: RunningChain,
  holding: { readonly mint: Address; readonly owner: Address },
): Promise<bigint> {
  return tokenBalance(chain, await tokenAddress(holding));
}

export async function tokenAddress(holding: {
  readonly mint: Address;
  readonly owner: Address;
}): Promise<Address> {
  const { mint, owner } = holding;
  const seeds = { mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  return (await findAssociatedTokenPda(seeds))[0];
}

/** 0 where there is no such account. */
export async function tokenBalance(chain: RunningChain, account: Address): Promise<bigint> {
  const balance = await rpcOf(chain)
    .getTokenAccountBalance(account, { commitment: 'confirmed' })
    .send()
    .catch(() => null);
  return balance === null ? 0n : BigInt(balance.value.amount);
}

/** Sends and waits until it is confirmed. @throws Error when it is refused or fails */
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
