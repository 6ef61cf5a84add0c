/** A wallet that signs for a chain in this process: tests of the chain go by its class, not by its RPC. */
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Address, Instruction, KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { LatestBlockhash, LocalChain } from '@bellwether/local-chain';

export interface SignOptions {
  readonly payer: KeyPairSigner;
  readonly instructions: readonly Instruction[];
  readonly lifetime: LatestBlockhash;
}

export async function signed({ payer, instructions, lifetime }: SignOptions): Promise<Uint8Array> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  return Uint8Array.from(
    getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)),
  );
}

export async function fundedWallet(
  chain: LocalChain,
  lamports = 10n ** 10n,
): Promise<KeyPairSigner> {
  const wallet = await generateKeyPairSigner();
  await chain.airdrop(wallet.address, lamports);
  return wallet;
}

export const transfer = (
  payer: KeyPairSigner,
  transferred: { to: Address; amount: bigint; lifetime: LatestBlockhash },
): Promise<Uint8Array> =>
  signed({
    payer,
    lifetime: transferred.lifetime,
    instructions: [
      getTransferSolInstruction({
        source: payer,
        destination: transferred.to,
        amount: transferred.amount,
      }),
    ],
  });
