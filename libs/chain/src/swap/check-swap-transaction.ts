/**
 * Checks that a transaction built by a swap service does what was agreed, and nothing else that needs our signature.
 * Every instruction that names one of our signers must be one we can parse; what these take from us and give to us is
 * summed. Other instructions need no check: without our signature they move nothing of ours.
 */
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget';
import type { Address } from '../address';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../programs';
import {
  ED25519_PRECOMPILE,
  SECP256K1_PRECOMPILE,
  SECP256R1_PRECOMPILE,
} from './signature-precompiles';
import { AGGREGATOR_PROGRAM, routePromiseOf } from './aggregator-route';
import { openOffered } from './offered-message';
import type { OfferedInstruction, OfferedMessage } from './offered-message';

export interface SwapExpectation {
  /** Pays fee and rent. Nothing else may be taken from it, unless it is the user. */
  readonly feePayer: Address;
  /** Owner of the tokens or lamports that are given. */
  readonly user: Address;
  /** The token account they leave; null if lamports are given. */
  readonly source: Address | null;
  /** The user's token account for wrapped lamports, if lamports are given. */
  readonly wrappedNative: Address | null;
  readonly amountIn: bigint;
  /** The token account that receives the output. */
  readonly destination: Address;
  /** At least this arrives, or the transaction fails. */
  readonly minimumOut: bigint;
  /** Highest priority fee allowed on top of the base fee. */
  readonly maxPriorityFeeLamports: bigint;
}

export type SwapMismatch =
  | 'not_a_transaction'
  | 'another_fee_payer'
  | 'user_does_not_sign'
  | 'instruction_not_understood'
  | 'takes_from_another_account'
  | 'takes_another_amount'
  | 'pays_to_another_account'
  | 'pays_less_than_the_minimum'
  | 'priority_fee_too_high'
  | 'too_many_signatures'
  | 'too_many_accounts_made';

export type SwapCheck =
  | { readonly mismatch?: never }
  | { readonly mismatch: SwapMismatch; readonly instruction: number | null };

/** The fee payer's, the user's, and up to two of market makers: each is billed to the fee payer. */
const MAX_SIGNATURES = 4;
/** An aggregator needs the output's account, one for wrapped lamports, and one or two in between. */
const MAX_ACCOUNTS_MADE = 4;
const MICRO = 1_000_000n;
const DEFAULT_UNITS = 200_000n;

interface Tally {
  taken: bigint;
  promised: bigint;
  accountsMade: number;
  computeUnits: bigint | undefined;
  microLamportsPerUnit: bigint;
}

/** @param wireBytes as the service sent them, before we sign anything */
export function checkSwapTransaction(wireBytes: Uint8Array, expected: SwapExpectation): SwapCheck {
  const message = openOffered(wireBytes);
  if (message === undefined) return { mismatch: 'not_a_transaction', instruction: null };
  if (message.feePayer !== expected.feePayer)
    return { mismatch: 'another_fee_payer', instruction: null };
  if (!message.signers.includes(expected.user))
    return { mismatch: 'user_does_not_sign', instruction: null };
  if (message.signers.length > MAX_SIGNATURES)
    return { mismatch: 'too_many_signatures', instruction: null };
  const tally: Tally = {
    taken: 0n,
    promised: 0n,
    accountsMade: 0,
    computeUnits: undefined,
    microLamportsPerUnit: 0n,
  };
  for (const [place, instruction] of message.instructions.entries()) {
    const mismatch = take(instruction, expected, tally);
    if (mismatch !== undefined) return { mismatch, instruction: place };
  }
  const mismatch = judgeTally(tally, expected, message);
  return mismatch === undefined ? {} : { mismatch, instruction: null };
}

function judgeTally(
  tally: Tally,
  expected: SwapExpectation,
  message: OfferedMessage,
): SwapMismatch | undefined {
  const units = tally.computeUnits ?? DEFAULT_UNITS * BigInt(message.instructions.length);
  const priorityFeeLamports = (tally.microLamportsPerUnit * units + MICRO - 1n) / MICRO;
  if (priorityFeeLamports > expected.maxPriorityFeeLamports) return 'priority_fee_too_high';
  if (tally.accountsMade > MAX_ACCOUNTS_MADE) return 'too_many_accounts_made';
  if (tally.taken !== expected.amountIn) return 'takes_another_amount';
  if (tally.promised < expected.minimumOut) return 'pays_less_than_the_minimum';
  return undefined;
}

/** Adds one instruction to the tally, or returns why it is not allowed. */
function take(
  instruction: OfferedInstruction,
  expected: SwapExpectation,
  tally: Tally,
): SwapMismatch | undefined {
  switch (instruction.program) {
    case COMPUTE_BUDGET_PROGRAM_ADDRESS:
      return takeBudget(instruction, tally);
    case ASSOCIATED_TOKEN_PROGRAM:
      return takeAccountMaking(instruction, expected, tally);
    case SYSTEM_PROGRAM:
      return takeLamports(instruction, expected, tally);
    case TOKEN_PROGRAM:
    case TOKEN_2022_PROGRAM:
      return takeTokens(instruction, expected, tally);
    case AGGREGATOR_PROGRAM:
      return takeRoute(instruction, expected, tally);
    case ED25519_PRECOMPILE:
    case SECP256K1_PRECOMPILE:
    case SECP256R1_PRECOMPILE:
      // Each signature it declares is billed like one of the transaction's own, up to 255 of them.
      return 'too_many_signatures';
    default:
      return hasOurSigner(instruction, expected) ? 'instruction_not_understood' : undefined;
  }
}

const hasOurSigner = ({ accounts }: OfferedInstruction, expected: SwapExpectation): boolean =>
  accounts.includes(expected.user) || accounts.includes(expected.feePayer);

const viewOf = ({ data }: OfferedInstruction): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

function takeBudget(instruction: OfferedInstruction, tally: Tally): SwapMismatch | undefined {
  const { data } = instruction;
  if (data[0] === 2 && data.length === 5)
    tally.computeUnits = BigInt(viewOf(instruction).getUint32(1, true));
  else if (data[0] === 3 && data.length === 9) {
    tally.microLamportsPerUnit = viewOf(instruction).getBigUint64(1, true);
  } else if (data[0] !== 1 && data[0] !== 4) return 'instruction_not_understood';
  return undefined;
}

/** `create` and `create_idempotent`: costs the payer rent, and gives no one a right over anything of ours. */
function takeAccountMaking(
  instruction: OfferedInstruction,
  expected: SwapExpectation,
  tally: Tally,
): SwapMismatch | undefined {
  const kind = instruction.data[0] ?? 0;
  if (kind > 1)
    return hasOurSigner(instruction, expected) ? 'instruction_not_understood' : undefined;
  const [payer] = instruction.accounts;
  if (payer === expected.feePayer) tally.accountsMade += 1;
  else if (payer === expected.user) return 'takes_from_another_account';
  return undefined;
}

const SYSTEM_TRANSFER = 2;
const SYSTEM_ADVANCE_NONCE = 4;

function takeLamports(
  instruction: OfferedInstruction,
  expected: SwapExpectation,
  tally: Tally,
): SwapMismatch | undefined {
  const { data, accounts } = instruction;
  const kind = data.length < 4 ? undefined : viewOf(instruction).getUint32(0, true);
  // With any durable nonce the transaction has no blockhash that expires, and could land after we take it for expired.
  if (kind === SYSTEM_ADVANCE_NONCE) return 'instruction_not_understood';
  if (!hasOurSigner(instruction, expected)) return undefined;
  // Only a transfer may name us: creating an account at the user's address would give the address to a program.
  if (kind !== SYSTEM_TRANSFER || data.length !== 12) return 'instruction_not_understood';
  const [from, to] = accounts;
  if (to === expected.user && from !== expected.user && from !== expected.feePayer)
    return undefined;
  if (from !== expected.user || expected.source !== null) return 'takes_from_another_account';
  // Wrapping moves lamports to another account of the user's; the route then takes them from there.
  if (to !== expected.wrappedNative) tally.taken += viewOf(instruction).getBigUint64(4, true);
  return undefined;
}

const TRANSFER = 3;
const CLOSE_ACCOUNT = 9;
const TRANSFER_CHECKED = 12;
const SYNC_NATIVE = 17;

function takeTokens(
  instruction: OfferedInstruction,
  expected: SwapExpectation,
  tally: Tally,
): SwapMismatch | undefined {
  const { data, accounts } = instruction;
  const isChecked = data[0] === TRANSFER_CHECKED && data.length === 10;
  if (isChecked || (data[0] === TRANSFER && data.length === 9)) {
    const amount = viewOf(instruction).getBigUint64(1, true);
    const [source, destination, authority] = isChecked
      ? [accounts[0], accounts[2], accounts[3]]
      : [accounts[0], accounts[1], accounts[2]];
    if (authority !== expected.user && authority !== expected.feePayer) {
      if (hasOurSigner(instruction, expected)) return 'instruction_not_understood';
      // Token-2022 may withhold a fee, so less may arrive than the instruction says.
      const isWhole = instruction.program === TOKEN_PROGRAM;
      if (destination === expected.destination && isWhole) tally.promised += amount;
      return undefined;
    }
    if (authority !== expected.user || source === undefined) return 'takes_from_another_account';
    if (source !== expected.source && source !== expected.wrappedNative)
      return 'takes_from_another_account';
    tally.taken += amount;
    return undefined;
  }
  if (data[0] === SYNC_NATIVE || !hasOurSigner(instruction, expected)) return undefined;
  const isUnwrapping =
    data[0] === CLOSE_ACCOUNT &&
    expected.wrappedNative !== null &&
    accounts[0] === expected.wrappedNative &&
    accounts[1] === expected.user;
  return isUnwrapping ? undefined : 'instruction_not_understood';
}

function takeRoute(
  instruction: OfferedInstruction,
  expected: SwapExpectation,
  tally: Tally,
): SwapMismatch | undefined {
  if (!hasOurSigner(instruction, expected)) return undefined;
  const route = routePromiseOf(instruction);
  if (route === undefined) return 'instruction_not_understood';
  if (route.authority !== expected.user) return 'takes_from_another_account';
  if (
    route.source === undefined ||
    (route.source !== expected.source && route.source !== expected.wrappedNative)
  ) {
    return 'takes_from_another_account';
  }
  if (route.destination !== expected.destination) return 'pays_to_another_account';
  tally.taken += route.amountIn;
  tally.promised += route.minimumOut;
  return undefined;
}
