import {
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Address, EncodedAccount, Instruction, KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { LatestBlockhash } from './lifetime';
import { MEMO_PROGRAM } from './program-addresses';
import { mintOf, tokenAccountOf } from './token-account';

/** What the faucet cannot give, in words for the one who asked. */
export class FaucetError extends Error {}

export interface FaucetContext {
  readonly faucet: KeyPairSigner;
  readonly lifetime: LatestBlockhash;
  /** Of no meaning but that no two transactions of the faucet are alike. */
  readonly count: string;
}

/** The faucet's key pair. @param seed 32 bytes, an Ed25519 private key */
export const faucetSigner = (seed: Uint8Array): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(seed);

/** The wire bytes of a transfer of native units. */
export const airdropTransaction = (
  context: FaucetContext,
  recipient: Address,
  lamports: bigint,
): Promise<Uint8Array> =>
  signedByFaucet(context, [
    getTransferSolInstruction({
      source: context.faucet,
      destination: recipient,
      amount: lamports,
    }),
  ]);

/**
 * The wire bytes of a transaction that creates the owner's associated token account where needed and fills it.
 *
 * @throws FaucetError when the mint does not exist or the faucet has neither its authority nor enough of it
 */
export async function mintTransaction(
  context: FaucetContext,
  { mint, owner, amount }: { mint: Address; owner: Address; amount: bigint },
  read: (address: Address) => EncodedAccount | null,
): Promise<Uint8Array> {
  const { faucet } = context;
  const mintAccount = read(mint);
  const found = mintAccount === null ? undefined : mintOf(mintAccount);
  if (mintAccount === null || found === undefined) throw new FaucetError(`${mint} is not a mint`);
  const tokenProgram = mintAccount.programAddress;
  const [token] = await findAssociatedTokenPda({ owner, mint, tokenProgram });
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: faucet,
    ata: token,
    owner,
    mint,
    tokenProgram,
  });
  if (found.mintAuthority === faucet.address) {
    const mintTo = getMintToInstruction(
      { mint, token, mintAuthority: faucet, amount },
      { programAddress: tokenProgram },
    );
    return signedByFaucet(context, [create, mintTo]);
  }
  const [stock] = await findAssociatedTokenPda({ owner: faucet.address, mint, tokenProgram });
  const stockAccount = read(stock);
  const held = (stockAccount === null ? undefined : tokenAccountOf(stockAccount))?.amount ?? 0n;
  if (held < amount) {
    throw new FaucetError(
      `the faucet is not the authority of ${mint} and has ${held} of it in stock, not ${amount}`,
    );
  }
  const transfer = getTransferCheckedInstruction(
    {
      source: stock,
      mint,
      destination: token,
      authority: faucet,
      amount,
      decimals: found.decimals,
    },
    { programAddress: tokenProgram },
  );
  return signedByFaucet(context, [create, transfer]);
}

async function signedByFaucet(
  { faucet, lifetime, count }: FaucetContext,
  instructions: readonly Instruction[],
): Promise<Uint8Array> {
  const memo: Instruction = {
    programAddress: MEMO_PROGRAM,
    data: new TextEncoder().encode(`faucet ${count}`),
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(faucet, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions([...instructions, memo], draft),
  );
  return Uint8Array.from(
    getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)),
  );
}
