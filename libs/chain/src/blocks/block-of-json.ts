import { parseJson } from '@bellwether/codec';
import { getSolanaErrorFromJsonRpcError } from '@solana/kit';
import type { Address } from '../address';
import { MAX_BLOCK_TRANSACTIONS, MAX_WANTED_ENTRIES } from '../limits';
import type { Block, BlockTransaction } from './block';
import type { BlockFilter } from './block-filter';
import { BlockSplitter } from './block-splitter';
import { addressIn, fieldsOf, integerOf, listOf, MalformedAnswer, textOf } from './json-value';
import { parseTransactionJson, TransactionJson } from './transaction-json';

/** A block, with the fingerprints of all its transactions, including those left out. */
export interface ReadBlock extends Block {
  /** Of all transactions, in order. */
  readonly fingerprints: readonly string[];
  /** True if a transaction occurs twice. */
  readonly repeats: boolean;
  /** Number of entries in `transactions`: accounts, balances, instructions, log lines. */
  readonly wantedEntries: number;
}

const EVERYTHING: BlockFilter = { wants: () => true };

/**
 * A block as a node sends it: `getBlock` with `encoding: json`, `transactionDetails: full`,
 * `maxSupportedTransactionVersion: 1`. It is parsed while it arrives; an unwanted transaction is freed before the next
 * one.
 * @throws MalformedAnswer, SyntaxError or RangeError if it is not a block; SolanaError if the node says why it has none
 */
export async function blockOfChunks(
  slot: number,
  chunks: AsyncIterable<Uint8Array>,
  filter: BlockFilter,
): Promise<ReadBlock> {
  const reading = new TransactionsRead(filter);
  const splitter = new BlockSplitter((text) => reading.add(parseTransactionJson(text)));
  for await (const chunk of chunks) splitter.write(chunk);
  const { error, result } = fieldsOf(parseJson(splitter.end()), 'answer');
  if (error !== undefined) throw getSolanaErrorFromJsonRpcError(error);
  return reading.block(slot, result);
}

/** As `blockOfChunks`, from parsed JSON. @throws MalformedAnswer if it is not a block */
export function blockOfJson(
  slot: number,
  json: unknown,
  filter: BlockFilter = EVERYTHING,
): ReadBlock {
  const reading = new TransactionsRead(filter);
  listOf(fieldsOf(json, 'block').transactions, 'transactions', (one) => reading.add(one));
  return reading.block(slot, json);
}

class TransactionsRead {
  private readonly kept: BlockTransaction[] = [];
  private readonly fingerprints: string[] = [];
  private readonly signatures = new Set<string>();
  /** Parses each address once, however many transactions name it. */
  private readonly addresses = new Map<string, Address>();
  private wantedEntries = 0;

  constructor(private readonly filter: BlockFilter) {}

  add(json: unknown): void {
    const index = this.fingerprints.length;
    if (index >= MAX_BLOCK_TRANSACTIONS) {
      throw new RangeError(`a block of more than ${MAX_BLOCK_TRANSACTIONS} transactions`);
    }
    const transaction = new TransactionJson(json, `transactions[${index}]`);
    const { signature, accounts, error } = transaction;
    const mentioned = {
      signature,
      isFailed: error !== null,
      accounts,
      owners: transaction.owners(),
    };
    this.fingerprints.push(transaction.fingerprint());
    this.signatures.add(signature);
    if (!this.filter.wants(mentioned)) return;
    const read = transaction.read(this.filter, (text, where) => this.addressOf(text, where));
    this.wantedEntries += entriesOf(read);
    if (this.wantedEntries > MAX_WANTED_ENTRIES) {
      throw new RangeError(`a block of which more than ${MAX_WANTED_ENTRIES} entries are wanted`);
    }
    this.kept.push({ ...read, index });
  }

  /** @param json of the block; its own list of transactions is ignored */
  block(slot: number, json: unknown): ReadBlock {
    const block = fieldsOf(json, 'block');
    if (!Array.isArray(block.transactions)) throw new MalformedAnswer('transactions', 'a list');
    return {
      slot,
      blockhash: textOf(block.blockhash, 'blockhash'),
      parentSlot: integerOf(block.parentSlot, 'parentSlot'),
      previousBlockhash: textOf(block.previousBlockhash, 'previousBlockhash'),
      timestampSeconds: block.blockTime === null ? null : integerOf(block.blockTime, 'blockTime'),
      transactions: this.kept,
      fingerprints: this.fingerprints,
      repeats: this.signatures.size < this.fingerprints.length,
      wantedEntries: this.wantedEntries,
    };
  }

  private addressOf(text: string, where: string): Address {
    const known = this.addresses.get(text);
    if (known !== undefined) return known;
    const address = addressIn(text, where);
    this.addresses.set(text, address);
    return address;
  }
}

const entriesOf = (read: Omit<BlockTransaction, 'index'>): number =>
  read.accounts.length * 3 +
  read.tokensBefore.length +
  read.tokensAfter.length +
  read.instructions.reduce((sum, { accounts }) => sum + 1 + accounts.length, 0) +
  read.logs.length;
