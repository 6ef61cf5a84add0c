import {
  address,
  appendTransactionMessageInstructions,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type {
  Address,
  BlockhashLifetimeConstraint,
  Instruction,
  KeyPairSigner,
  TransactionSigner,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { associatedTokenAddress } from '../associated-token';
import { COMPUTE_UNITS } from './limits';
import { NATIVE_MINT } from './swap-token';
import type { SwapToken } from './swap-token';

const STRANGE_PROGRAM = address('Stake11111111111111111111111111111111111111');

export interface SwapLegs {
  readonly maker: KeyPairSigner;
  readonly user: Address;
  /** Pays fees and rent. */
  readonly payer: Address;
  readonly input: SwapToken;
  readonly inAmount: bigint;
  readonly output: SwapToken;
  readonly outAmount: bigint;
  /** A token account, or a wallet if the output is native; by default the user's own. */
  readonly destination?: Address | undefined;
  /** Native units are transferred directly; otherwise both sides hold them in token accounts. */
  readonly isNativeUnwrapped: boolean;
  /** With an instruction to a program that nobody knows, which names the user. */
  readonly isStrange?: boolean;
  readonly lifetime: BlockhashLifetimeConstraint;
}

/**
 * Both transfers in one transaction, so that neither happens alone. The fake has signed; the user must sign, and the
 * payer if it is another account.
 * @returns base64 of the wire format
 */
export async function swapTransaction(legs: SwapLegs): Promise<string> {
  const user = createNoopSigner(legs.user);
  const payer = legs.payer === legs.user ? user : createNoopSigner(legs.payer);
  const sides = { isNativeUnwrapped: legs.isNativeUnwrapped, payer };
  const strange = { programAddress: STRANGE_PROGRAM, accounts: [{ address: legs.user, role: 0 }] };
  const instructions: Instruction[] = [
    getSetComputeUnitLimitInstruction({ units: COMPUTE_UNITS }),
    ...(legs.isStrange === true ? [strange] : []),
    ...(await leg({
      ...sides,
      token: legs.input,
      amount: legs.inAmount,
      from: user,
      to: legs.maker.address,
    })),
    ...(await leg({
      ...sides,
      token: legs.output,
      amount: legs.outAmount,
      from: legs.maker,
      to: legs.user,
      destination: legs.destination,
    })),
  ];
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(legs.lifetime, paid),
    (dated) => appendTransactionMessageInstructions(instructions, dated),
  );
  return getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message));
}

interface Leg {
  readonly token: SwapToken;
  readonly amount: bigint;
  readonly from: TransactionSigner;
  readonly to: Address;
  readonly destination?: Address | undefined;
  readonly isNativeUnwrapped: boolean;
  readonly payer: TransactionSigner;
}

async function leg({
  token,
  amount,
  from,
  to,
  destination,
  isNativeUnwrapped,
  payer,
}: Leg): Promise<Instruction[]> {
  if (token.mint === NATIVE_MINT && isNativeUnwrapped) {
    return [getTransferSolInstruction({ source: from, destination: destination ?? to, amount })];
  }
  const { mint, decimals } = token;
  const target = destination ?? (await associatedTokenAddress({ owner: to, mint }));
  const transfer = getTransferCheckedInstruction({
    source: await associatedTokenAddress({ owner: from.address, mint }),
    mint,
    destination: target,
    authority: from,
    amount,
    decimals,
  });
  if (destination !== undefined) return [transfer];
  const creation = getCreateAssociatedTokenIdempotentInstruction({
    payer,
    owner: to,
    mint,
    ata: target,
  });
  return [creation, transfer];
}
