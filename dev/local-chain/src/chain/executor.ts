import type { Address, EncodedAccount, Transaction } from '@solana/kit';
import {
  SOLANA_ERROR__TRANSACTION__SIGNATURES_MISSING,
  getAddressDecoder,
  isSolanaError,
  lamports,
} from '@solana/kit';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import type { TransactionMetadata } from 'litesvm';
import type { Block } from './block';
import { SLOTS_PER_EPOCH } from './limits';
import { SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from './program-addresses';
import type { InnerInstruction, ReturnData } from './stored-transaction';
import { toTransactionError } from './transaction-error';
import type { TransactionError } from './transaction-error';
import { TransactionRejected } from './transaction-rejected';

/** In a program account of the upgradeable loader, the address of its code follows a tag of 4 bytes. */
const PROGRAM_TAG = 2;

export interface Execution {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly computeUnits: bigint;
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly InnerInstruction[];
  }[];
  readonly returnData: ReturnData | null;
}

/**
 * The SVM itself: executes a transaction on the newest state. Blocks, hashes and history belong to the chain. Programs
 * must be placed before the first `openBlock`: a program deployed in the present slot does not run yet.
 */
export class Executor {
  /**
   * The first slot of the SVM's own clock: built-in programs count as deployed there, so no chain may begin earlier.
   */
  readonly firstSlot: number;
  private readonly svm: LiteSVM;

  constructor() {
    this.svm = new LiteSVM()
      .withBlockhashCheck(false) // it knows only the newest hash; the chain knows 150
      .withTransactionHistory(0n)
      .withNativeMints();
    this.firstSlot = Number(this.svm.getClock().slot);
  }

  placeProgram(address: Address, elf: Uint8Array): void {
    this.svm.addProgram(address, elf);
  }

  /** `null` if there is no account, or one without lamports, which the chain drops. */
  account(address: Address): EncodedAccount | null {
    const found = this.svm.getAccount(address);
    if (!found.exists || found.lamports === 0n) return null;
    const { exists: _, ...account } = found;
    return account;
  }

  put(address: Address, account: EncodedAccount | null): void {
    this.svm.setAccount(account ?? emptyAccount(address));
  }

  /**
   * Places many accounts: code before the programs that point to it, as the SVM loads a program when its account is
   * set.
   */
  putAll(accounts: Iterable<EncodedAccount>): void {
    const programs: EncodedAccount[] = [];
    for (const account of accounts) {
      if (isUpgradeableProgram(account)) programs.push(account);
      else this.svm.setAccount(account);
    }
    for (const program of programs) this.svm.setAccount(program);
  }

  openBlock(block: Block, recent: readonly Block[]): void {
    const epoch = BigInt(Math.floor(block.slot / SLOTS_PER_EPOCH));
    const time = BigInt(block.timeSeconds);
    this.svm.setClock(new Clock(BigInt(block.slot), 0n, epoch, epoch + 1n, time));
    const hashes = recent.map(({ slot, blockhash }) => ({ slot: BigInt(slot), hash: blockhash }));
    // The declared type is a class without a constructor; the binding accepts plain fields.
    this.svm.setSlotHashes(hashes as Parameters<LiteSVM['setSlotHashes']>[0]);
    this.svm.expireBlockhash(); // a nonce account advances to a value made of it, once a block
  }

  /** @throws TransactionRejected if it is not properly signed */
  execute(transaction: Transaction): Execution {
    try {
      const result = this.svm.sendTransaction(
        transaction as Parameters<LiteSVM['sendTransaction']>[0],
      );
      return result instanceof FailedTransactionMetadata
        ? execution(result.meta(), toTransactionError(result.err()))
        : execution(result, null);
    } catch (error) {
      throw rejection(error);
    }
  }

  /** As `execute`, without effect; `accounts` are those it would have changed. */
  simulate(
    transaction: Transaction,
    { verifySignatures }: { verifySignatures: boolean },
  ): Execution & { readonly accounts: readonly EncodedAccount[] } {
    this.svm.withSigverify(verifySignatures);
    try {
      const result = this.svm.simulateTransaction(
        transaction as Parameters<LiteSVM['simulateTransaction']>[0],
      );
      if (result instanceof FailedTransactionMetadata) {
        return { ...execution(result.meta(), toTransactionError(result.err())), accounts: [] };
      }
      return { ...execution(result.meta(), null), accounts: result.postAccounts() };
    } catch (error) {
      throw rejection(error);
    } finally {
      this.svm.withSigverify(true);
    }
  }

  rentExemptLamports(bytes: number): bigint {
    return this.svm.minimumBalanceForRentExemption(BigInt(bytes));
  }
}

/** The executor throws for a transaction that is unsigned or malformed; other errors are returned. */
function rejection(error: unknown): TransactionRejected {
  const isUnsigned = isSolanaError(error, SOLANA_ERROR__TRANSACTION__SIGNATURES_MISSING);
  const reason = error instanceof Error ? error.message : String(error);
  return new TransactionRejected(isUnsigned ? 'SignatureFailure' : 'SanitizeFailure', [reason]);
}

function execution(meta: TransactionMetadata, error: TransactionError | null): Execution {
  const returned = meta.returnData();
  return {
    error,
    logs: meta.logs(),
    computeUnits: meta.computeUnitsConsumed(),
    innerInstructions: meta
      .innerInstructions()
      .map((list, index) => ({ index, instructions: list.map(innerInstruction) }))
      .filter(({ instructions }) => instructions.length > 0),
    returnData:
      returned.data().length === 0
        ? null
        : {
            program: getAddressDecoder().decode(returned.programId()),
            data: Uint8Array.from(returned.data()),
          },
  };
}

type RawInner = ReturnType<TransactionMetadata['innerInstructions']>[number][number];

function innerInstruction(raw: RawInner): InnerInstruction {
  const instruction = raw.instruction();
  return {
    programIndex: instruction.programIdIndex(),
    accountIndexes: [...instruction.accounts()],
    data: Uint8Array.from(instruction.data()),
    stackHeight: raw.stackHeight(),
  };
}

const isUpgradeableProgram = ({ programAddress, data }: EncodedAccount): boolean =>
  programAddress === UPGRADEABLE_LOADER && data[0] === PROGRAM_TAG;

const emptyAccount = (address: Address): EncodedAccount => ({
  address,
  lamports: lamports(0n),
  data: new Uint8Array(),
  executable: false,
  programAddress: SYSTEM_PROGRAM,
  space: 0n,
});
