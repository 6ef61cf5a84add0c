/** A transaction in a node's JSON: what is compared of every one, and what is read of a wanted one. */
import { createHash } from 'node:crypto';
import { getBase58Encoder } from '@solana/kit';
import type { Address } from '../address';
import { MAX_DATA_BYTES } from '../limits';
import type { BlockInstruction, BlockTransaction, TokenBalance } from './block';
import type { BlockFilter } from './block-filter';
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

export type ReadTransaction = Omit<BlockTransaction, 'index'>;

type Fields = Readonly<Record<string, unknown>>;

/** An integer that a double may not hold, outside of strings. An unterminated string extends to the end of the text. */
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?\d{16,}(?![\d.eE])/g;
const MAY_HAVE_LONG_INTEGER = /[[,:]\s*-?\d{16}/;

/** Long integers become decimal text, which `u64Of` takes. @throws SyntaxError */
export function parseTransactionJson(text: string): unknown {
  if (!MAY_HAVE_LONG_INTEGER.test(text)) return JSON.parse(text) as unknown;
  const quoted = text.replace(STRING_OR_LONG_INTEGER, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(quoted) as unknown;
}

/** One transaction of a block; only the parts compared between nodes have been read. */
export class TransactionJson {
  readonly signature: string;
  readonly error: string | null;
  /** The fee payer first; loaded addresses after the message's own. */
  readonly accounts: readonly string[];
  private readonly message: Fields;
  private readonly meta: Fields;
  private readonly ran: readonly RanInstruction[];

  /** @throws MalformedAnswer */
  constructor(
    json: unknown,
    private readonly where: string,
  ) {
    const { transaction, meta } = fieldsOf(json, where);
    const { signatures, message } = fieldsOf(transaction, `${where}.transaction`);
    this.message = fieldsOf(message, `${where}.message`);
    this.meta = fieldsOf(meta, `${where}.meta`);
    this.accounts = accountsOf(this.message, this.meta, where);
    this.error = errorText(this.meta.err);
    this.ran = ranInstructions(this.message, this.meta, { where, accounts: this.accounts.length });
    const [signature] = listOf(signatures, `${where}.signatures`, textOf);
    if (signature === undefined) throw new MalformedAnswer(`${where}.signatures`, 'at least one');
    this.signature = signature;
  }

  /** Owners of the token accounts, with repeats. */
  owners(): string[] {
    return (['preTokenBalances', 'postTokenBalances'] as const).flatMap((name) =>
      optionalListOf(this.meta[name], `${this.where}.${name}`, (item, at) =>
        textOf(fieldsOf(item, at).owner, `${at}.owner`),
      ),
    );
  }

  /**
   * A hash of everything that decides about money; two nodes must have the same. Timestamps and compute costs are left
   * out, as nodes round them, and so is the name of a failure.
   */
  fingerprint(): string {
    const { where, meta, message } = this;
    const hash = createHash('sha256');
    const add = (...values: readonly unknown[]): void => void hash.update(`${values.join()}\n`);
    add(this.signature, this.error === null ? 'ok' : 'failed');
    add(...this.accounts);
    for (const name of ['preBalances', 'postBalances'] as const) {
      add(...listOf(meta[name], `${where}.${name}`, (one) => String(one)));
    }
    add(fieldsOf(message.header, `${where}.header`).numRequiredSignatures, meta.fee);
    for (const name of ['preTokenBalances', 'postTokenBalances'] as const) {
      const balances = optionalListOf(meta[name], `${where}.${name}`, (item, at) => {
        const { accountIndex, mint, owner, programId, uiTokenAmount } = fieldsOf(item, at);
        const { amount } = fieldsOf(uiTokenAmount, at);
        return [accountIndex, mint, owner, programId, amount].join();
      });
      add(...balances.sort());
    }
    for (const { program, accounts, data, depth } of this.ran) {
      add(depth, program, accounts.length, ...accounts);
      hash.update(data);
    }
    for (const line of optionalListOf(meta.logMessages, `${where}.logMessages`, textOf)) {
      add(line.length, line);
    }
    return hash.digest('base64');
  }

  /** @param addressOf parses an address; called for each occurrence, so it should cache @throws MalformedAnswer */
  read(
    { programs }: Pick<BlockFilter, 'programs'>,
    addressOf: (text: string, where: string) => Address = addressIn,
  ): ReadTransaction {
    const { where, meta, message } = this;
    const accounts = this.accounts.map((one) => addressOf(one, `${where}.accounts`));
    const lamports = (name: 'preBalances' | 'postBalances'): bigint[] => {
      const balances = listOf(meta[name], `${where}.${name}`, u64Of);
      if (balances.length === accounts.length) return balances;
      throw new MalformedAnswer(`${where}.${name}`, 'one balance an account');
    };
    const tokens = (name: 'preTokenBalances' | 'postTokenBalances'): TokenBalance[] =>
      optionalListOf(meta[name], `${where}.${name}`, (item, at) =>
        tokenBalanceOf(item, at, { accountCount: accounts.length, addressOf }),
      );
    const header = fieldsOf(message.header, `${where}.header`);
    return {
      signature: this.signature,
      error: this.error,
      accounts,
      signerCount: integerOf(header.numRequiredSignatures, `${where}.numRequiredSignatures`),
      feeLamports: u64Of(meta.fee, `${where}.fee`),
      lamportsBefore: lamports('preBalances'),
      lamportsAfter: lamports('postBalances'),
      tokensBefore: tokens('preTokenBalances'),
      tokensAfter: tokens('postTokenBalances'),
      instructions: this.instructions(accounts, programs),
      logs: optionalListOf(meta.logMessages, `${where}.logMessages`, textOf),
    };
  }

  private instructions(
    accounts: readonly Address[],
    programs: ReadonlySet<Address> | undefined,
  ): BlockInstruction[] {
    // The depth of the instruction of interest that is running: what it calls is deeper.
    let within = Infinity;
    return this.ran.map(({ program: index, accounts: given, data, depth }) => {
      if (depth <= within) within = Infinity;
      const program = accounts[index]!;
      const isWanted = programs?.has(program) ?? true;
      if (isWanted) within = Math.min(within, depth);
      if (within === Infinity) return { program, accounts: NO_ACCOUNTS, data: NO_DATA, depth };
      return { program, accounts: given.map((one) => accounts[one]!), data: dataOf(data), depth };
    });
  }
}

function accountsOf(message: Fields, meta: Fields, where: string): string[] {
  const own = listOf(message.accountKeys, `${where}.accountKeys`, textOf);
  if (meta.loadedAddresses === undefined || meta.loadedAddresses === null) return own;
  const loaded = fieldsOf(meta.loadedAddresses, `${where}.loadedAddresses`);
  const writable = optionalListOf(loaded.writable, `${where}.loadedAddresses`, textOf);
  const readonly = optionalListOf(loaded.readonly, `${where}.loadedAddresses`, textOf);
  return [...own, ...writable, ...readonly];
}

function tokenBalanceOf(
  json: unknown,
  where: string,
  {
    accountCount,
    addressOf,
  }: { readonly accountCount: number; readonly addressOf: (text: string, at: string) => Address },
): TokenBalance {
  const balance = fieldsOf(json, where);
  const accountIndex = integerOf(balance.accountIndex, `${where}.accountIndex`);
  if (accountIndex >= accountCount) throw new MalformedAnswer(where, 'of an account that is there');
  const address = (name: string): Address =>
    addressOf(textOf(balance[name], `${where}.${name}`), `${where}.${name}`);
  return {
    accountIndex,
    mint: address('mint'),
    owner: address('owner'),
    tokenProgram: address('programId'),
    amount: u64Of(fieldsOf(balance.uiTokenAmount, where).amount, `${where}.amount`),
  };
}

/** Accounts by their index; data in base58. */
interface RanInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: string;
  readonly depth: number;
}

interface Bounds {
  readonly where: string;
  readonly accounts: number;
}

/** Each instruction of the message, followed by those it called. */
function ranInstructions(message: Fields, meta: Fields, bounds: Bounds): RanInstruction[] {
  const { where } = bounds;
  const read = (json: unknown, at: string): RanInstruction => ranInstruction(json, at, bounds);
  const called = new Map<number, RanInstruction[]>();
  optionalListOf(meta.innerInstructions, `${where}.innerInstructions`, (group, at) => {
    const { index, instructions } = fieldsOf(group, at);
    called.set(integerOf(index, `${at}.index`), listOf(instructions, at, read));
  });
  return listOf(message.instructions, `${where}.instructions`, read).flatMap(
    (instruction, index) => [{ ...instruction, depth: 1 }, ...(called.get(index) ?? [])],
  );
}

/** A called instruction without a depth (older nodes) is one level below the message's instruction. */
const CALLED_DEPTH = 2;

function ranInstruction(json: unknown, where: string, { accounts }: Bounds): RanInstruction {
  const instruction = fieldsOf(json, where);
  const indexOf = (value: unknown, at: string): number => {
    const index = integerOf(value, at);
    if (index < accounts) return index;
    throw new MalformedAnswer(at, 'the index of an account');
  };
  const height = instruction.stackHeight;
  return {
    program: indexOf(instruction.programIdIndex, `${where}.programIdIndex`),
    accounts: listOf(instruction.accounts, `${where}.accounts`, indexOf),
    data: textOf(instruction.data, `${where}.data`),
    depth: height === null || height === undefined ? CALLED_DEPTH : integerOf(height, where),
  };
}

const NO_ACCOUNTS: readonly Address[] = [];
const NO_DATA = new Uint8Array();

const base58 = getBase58Encoder();
/** Base58 writes 138 characters for 100 bytes at most; a zero byte is one. */
const MAX_DATA_CHARACTERS = Math.floor(MAX_DATA_BYTES * 1.38);

const dataOf = (text: string): Uint8Array =>
  text.length > MAX_DATA_CHARACTERS ? NO_DATA : new Uint8Array(base58.encode(text));
