import { getTransferSolInstruction } from '@solana-program/system';
import {
  getApproveInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { AccountRole, createNoopSigner } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import type { Address } from '../address';
import type { BlockTransaction } from '../blocks/block';
import { TOKEN_PROGRAM } from '../programs';
import { associatedTokenAddress } from './token-address';

/** Creates an owner's ATA; does nothing if it exists. `payer` signs, and pays its rent. */
export async function createAssociatedToken(request: {
  readonly payer: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly tokenProgram?: Address;
}): Promise<Instruction> {
  const { payer, owner, mint, tokenProgram = TOKEN_PROGRAM } = request;
  const ata = await associatedTokenAddress(owner, mint, tokenProgram);
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata,
    owner,
    mint,
    tokenProgram,
  });
}

/**
 * Moves tokens between two accounts of a mint, of either token program. `owner` of `source` signs. The chain rejects a
 * different mint or number of decimals.
 */
export function transferTokens(request: {
  readonly source: Address;
  readonly destination: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly decimals: number;
  /** In the mint's smallest unit. */
  readonly amount: bigint;
  readonly tokenProgram?: Address;
  /** Named besides, so that the transfer is in the history of this address. Any 32 bytes. */
  readonly reference?: Address;
}): Instruction {
  const {
    source,
    destination,
    owner,
    mint,
    decimals,
    amount,
    tokenProgram = TOKEN_PROGRAM,
    reference,
  } = request;
  const transfer = getTransferCheckedInstruction(
    { source, destination, mint, authority: createNoopSigner(owner), amount, decimals },
    { programAddress: tokenProgram },
  );
  if (reference === undefined) return transfer;
  const named = { address: reference, role: AccountRole.READONLY };
  return { ...transfer, accounts: [...transfer.accounts, named] };
}

/** Closes an empty token account, or one of wrapped lamports: all its lamports go to `destination`. `owner` signs. */
export const closeTokenAccount = (request: {
  readonly account: Address;
  readonly owner: Address;
  readonly destination: Address;
}): Instruction =>
  getCloseAccountInstruction({ ...request, owner: createNoopSigner(request.owner) });

/** A transfer between two token accounts, as an instruction of a transaction shows it. */
export interface TokenTransfer {
  readonly source: Address;
  readonly destination: Address;
  /** Owner or delegate of the source. */
  readonly authority: Address;
  readonly amount: bigint;
  /** What else it names. */
  readonly references: readonly Address[];
}

/** The transfers that the message of a successful transaction orders by `transferTokens`, in order. */
export function tokenTransfersIn({ error, instructions }: BlockTransaction): TokenTransfer[] {
  if (error !== null) return [];
  return instructions.flatMap(({ program, depth, accounts, data }) => {
    if (program !== TOKEN_PROGRAM || depth !== 1 || data[0] !== TRANSFER_CHECKED) return [];
    const [source, , destination, authority, ...references] = accounts;
    if (authority === undefined) return [];
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);
    return [{ source: source!, destination: destination!, authority, amount, references }];
  });
}

const TRANSFER_CHECKED = 12;

/** Moves lamports. `from` signs. */
export const transferLamports = (request: {
  readonly from: Address;
  readonly to: Address;
  readonly lamports: bigint;
}): Instruction =>
  getTransferSolInstruction({
    source: createNoopSigner(request.from),
    destination: request.to,
    amount: request.lamports,
  });

/** Lets `delegate` move exactly `amount` out of `account`. `owner` signs. A later approval replaces it. */
export const approveDelegate = (request: {
  readonly account: Address;
  readonly delegate: Address;
  readonly owner: Address;
  readonly amount: bigint;
}): Instruction =>
  getApproveInstruction({
    source: request.account,
    delegate: request.delegate,
    owner: createNoopSigner(request.owner),
    amount: request.amount,
  });
