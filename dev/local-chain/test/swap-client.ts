/** The unmodified client of the swap aggregator, and the hand of a user that signs what it is given. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  partiallySignTransaction,
} from '@solana/kit';
import type { Base64EncodedWireTransaction, KeyPairSigner } from '@solana/kit';
import { installChainClient } from './chain-client';

/** The part of the client that is used here. */
export interface JupiterClient {
  quoteGet(request: {
    inputMint: string;
    outputMint: string;
    amount: number;
    slippageBps?: number;
    swapMode?: 'ExactIn' | 'ExactOut';
  }): Promise<JupiterQuote>;
  swapPost(request: {
    swapRequest: {
      userPublicKey: string;
      payer?: string;
      wrapAndUnwrapSol?: boolean;
      destinationTokenAccount?: string;
      quoteResponse: JupiterQuote;
    };
  }): Promise<{ swapTransaction: string; lastValidBlockHeight: number }>;
}

export interface JupiterQuote {
  inAmount: string;
  outAmount: string;
  otherAmountThreshold: string;
  slippageBps: number;
}

interface JupiterModule {
  SwapApi: new (configuration: unknown) => JupiterClient;
  Configuration: new (parameters: { basePath: string }) => unknown;
}

/** Not `createJupiterApiClient`, which puts an address of its own in place of `basePath`. */
export async function jupiterClient(swapUrl: string): Promise<JupiterClient> {
  const folder = await installChainClient('jupiter');
  const load = createRequire(join(folder, 'package.json'));
  const { SwapApi, Configuration } = load('@jup-ag/api') as JupiterModule;
  return new SwapApi(new Configuration({ basePath: `${swapUrl}/swap/v1` }));
}

export async function signedBy(
  transaction: string,
  ...signers: readonly KeyPairSigner[]
): Promise<Base64EncodedWireTransaction> {
  const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
  const keys = signers.map(({ keyPair }) => keyPair);
  return getBase64EncodedWireTransaction(await partiallySignTransaction(keys, decoded));
}
