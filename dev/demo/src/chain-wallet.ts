import {
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import {
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';

const USDC_DECIMALS = 6;

/** A wallet on one of the chains, as anybody has one; it knows nothing of the exchange. */
export class ChainWallet {
  readonly address: Address;
  private readonly signer: KeyPairSigner;
  private readonly rpc: ReturnType<typeof createSolanaRpc>;
  private readonly usdc: Address;

  private constructor(signer: KeyPairSigner, place: { rpcUrl: string; usdc: string }) {
    this.signer = signer;
    this.address = signer.address;
    this.rpc = createSolanaRpc(place.rpcUrl);
    this.usdc = address(place.usdc);
  }

  static async create(place: { readonly rpcUrl: string; readonly usdc: string }) {
    return new ChainWallet(await generateKeyPairSigner(), place);
  }

  /** Micro-USDC. */
  async usdcHeld(): Promise<number> {
    const { value } = await this.rpc
      .getTokenAccountsByOwner(
        this.address,
        { mint: this.usdc },
        { encoding: 'jsonParsed', commitment: 'confirmed' },
      )
      .send();
    return value
      .map(({ account }) => Number(account.data.parsed.info.tokenAmount.amount))
      .reduce((sum, amount) => sum + amount, 0);
  }

  /** @returns the signature of the transaction, which is on its way */
  async sendUsdc(to: string, microUsdc: number): Promise<string> {
    const owner = address(to);
    const [source, destination] = await Promise.all([
      this.account(this.address),
      this.account(owner),
    ]);
    const { value: blockhash } = await this.rpc
      .getLatestBlockhash({ commitment: 'confirmed' })
      .send();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(this.signer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      (dated) =>
        appendTransactionMessageInstructions(
          [
            getCreateAssociatedTokenIdempotentInstruction({
              payer: this.signer,
              ata: destination,
              owner,
              mint: this.usdc,
            }),
            getTransferCheckedInstruction({
              source,
              destination,
              mint: this.usdc,
              authority: this.signer,
              amount: microUsdc,
              decimals: USDC_DECIMALS,
            }),
          ],
          dated,
        ),
    );
    const transaction = getBase64EncodedWireTransaction(
      await signTransactionMessageWithSigners(message),
    );
    return this.rpc
      .sendTransaction(transaction, { encoding: 'base64', preflightCommitment: 'processed' })
      .send();
  }

  private async account(owner: Address): Promise<Address> {
    const seeds = { owner, mint: this.usdc, tokenProgram: TOKEN_PROGRAM_ADDRESS };
    return (await findAssociatedTokenPda(seeds))[0];
  }
}
