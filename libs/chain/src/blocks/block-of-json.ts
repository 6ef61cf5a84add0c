import { getBase58Encoder } from '@solana/kit';
import type { Address } from '../address';
import type { Block, BlockInstruction, BlockTransaction, TokenBalance } from './block';
import {
  addressIn,
  errorText,
  fieldsOf,
  integerOf,
  listOf,
  MalformedAnswer,
  optionalListOf,
  textOf,
  u64Of,
} from './json-value';

const base58 = getBase58Encoder();

/**
 * A block as `getBlock` answers it with `encoding: json`, `transactionDetails: full`,
 * `maxSupportedTransactionVersion: 1`.
 * @throws MalformedAnswer where it is not one
 */
export function blockOfJson(slot: number, json: unknown): Block {
  const block = fieldsOf(json, 'block');
  return {
    slot,
    blockhash: textOf(block.blockhash, 'blockhash'),
    parentSlot: integerOf(block.parentSlot, 'parentSlot'),
    previousBlockhash: textOf(block.previousBlockhash, 'previousBlockhash'),
    timestampSeconds: block.blockTime === null ? null : integerOf(block.blockTime, 'blockTime'),
    transactions: listOf(block.transactions, 'transactions', transactionOfJson).map(
      (transaction, index) => ({ ...transaction, index }),
    ),
  };
}

/** A transaction of a block, or as `getTransaction` answers it; `index` is for the block to say. */
export function transactionOfJson(json: unknown, where: string): Omit<BlockTransaction, 'index'> {
  const { transaction, meta: metaJson } = fieldsOf(json, where);
  const { signatures, message: messageJson } = fieldsOf(transaction, `${where}.transaction`);
  const message = fieldsOf(messageJson, `${where}.message`);
  const meta = fieldsOf(metaJson, `${where}.meta`);
  const accounts = accountsOf(message, meta, where);
  const [signature] = listOf(signatures, `${where}.signatures`, textOf);
  if (signature === undefined) throw new MalformedAnswer(`${where}.signatures`, 'at least one');
  const lamports = (name: 'preBalances' | 'postBalances'): bigint[] => {
    const balances = listOf(meta[name], `${where}.${name}`, u64Of);
    if (balances.length === accounts.length) return balances;
    throw new MalformedAnswer(`${where}.${name}`, 'one balance an account');
  };
  const tokens = (name: 'preTokenBalances' | 'postTokenBalances'): TokenBalance[] =>
    optionalListOf(meta[name], `${where}.${name}`, (item, at) =>
      tokenBalanceOf(item, at, accounts.length),
    );
  const header = fieldsOf(message.header, `${where}.header`);
  return {
    signature,
    error: errorText(meta.err),
    accounts,
    signerCount: integerOf(header.numRequiredSignatures, `${where}.numRequiredSignatures`),
    feeLamports: u64Of(meta.fee, `${where}.fee`),
    lamportsBefore: lamports('preBalances'),
    lamportsAfter: lamports('postBalances'),
    tokensBefore: tokens('preTokenBalances'),
    tokensAfter: tokens('postTokenBalances'),
    instructions: instructionsOf(message, meta, accounts, where),
    logs: optionalListOf(meta.logMessages, `${where}.logMessages`, textOf),
  };
}

function accountsOf(
  message: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
  where: string,
): Address[] {
  const own = listOf(message.accountKeys, `${where}.accountKeys`, addressIn);
  if (meta.loadedAddresses === undefined || meta.loadedAddresses === null) return own;
  const loaded = fieldsOf(meta.loadedAddresses, `${where}.loadedAddresses`);
  const writable = optionalListOf(loaded.writable, `${where}.loadedAddresses`, addressIn);
  const readonly = optionalListOf(loaded.readonly, `${where}.loadedAddresses`, addressIn);
  return [...own, ...writable, ...readonly];
}

function tokenBalanceOf(json: unknown, where: string, accountCount: number): TokenBalance {
  const balance = fieldsOf(json, where);
  const accountIndex = integerOf(balance.accountIndex, `${where}.accountIndex`);
  if (accountIndex >= accountCount) throw new MalformedAnswer(where, 'of an account that is there');
  return {
    accountIndex,
    mint: addressIn(balance.mint, `${where}.mint`),
    owner: addressIn(balance.owner, `${where}.owner`),
    tokenProgram: addressIn(balance.programId, `${where}.programId`),
    amount: u64Of(fieldsOf(balance.uiTokenAmount, where).amount, `${where}.amount`),
  };
}

/** Each instruction of the message, and right behind it those it called. */
function instructionsOf(
  message: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
  accounts: readonly Address[],
  where: string,
): BlockInstruction[] {
  const read = (json: unknown, at: string): BlockInstruction => instructionOf(json, at, accounts);
  const called = new Map<number, BlockInstruction[]>();
  optionalListOf(meta.innerInstructions, `${where}.innerInstructions`, (group, at) => {
    const { index, instructions } = fieldsOf(group, at);
    called.set(integerOf(index, `${at}.index`), listOf(instructions, at, read));
  });
  return listOf(message.instructions, `${where}.instructions`, read).flatMap(
    (instruction, index) => [{ ...instruction, depth: 1 }, ...(called.get(index) ?? [])],
  );
}

/** What a program called without a depth of its own is one below the message's instruction (older nodes). */
const CALLED_DEPTH = 2;

function instructionOf(
  json: unknown,
  where: string,
  accounts: readonly Address[],
): BlockInstruction {
  const instruction = fieldsOf(json, where);
  const accountAt = (value: unknown, at: string): Address => {
    const found = accounts[integerOf(value, at)];
    if (found === undefined) throw new MalformedAnswer(at, 'the index of an account');
    return found;
  };
  const height = instruction.stackHeight;
  return {
    program: accountAt(instruction.programIdIndex, `${where}.programIdIndex`),
    accounts: listOf(instruction.accounts, `${where}.accounts`, accountAt),
    data: new Uint8Array(base58.encode(textOf(instruction.data, `${where}.data`))),
    depth: height === null || height === undefined ? CALLED_DEPTH : integerOf(height, where),
  };
}
