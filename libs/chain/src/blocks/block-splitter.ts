/**
 * Splits the answer of `getBlock` while it arrives into single transactions and the rest, so that a block of any size
 * needs only the memory of its largest transaction. It recognises only strings and brackets; each part is then parsed
 * as JSON.
 */
import { MAX_BLOCK_REST_BYTES, MAX_TRANSACTION_JSON_BYTES } from '../limits';
import { MalformedAnswer } from './json-value';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** `{"result":{"transactions":[` has three levels. */
const LIST_DEPTH = 3;

export class BlockSplitter {
  private depth = 0;
  private isInString = false;
  /** Within a string: the number of backslashes right before the next byte, modulo 2. */
  private backslashes = 0;
  /** The last string outside of the list: the name of a value that opens after it. */
  private name = '';
  private isInResult = false;
  private isInList = false;
  private hadList = false;
  private readonly rest = new Held(MAX_BLOCK_REST_BYTES, 'an answer, less its transactions,');
  private readonly transaction = new Held(MAX_TRANSACTION_JSON_BYTES, 'a transaction');

  /** @param onTransaction called with each transaction's JSON, in order */
  constructor(private readonly onTransaction: (json: string) => void) {}

  /** @throws RangeError beyond a limit, MalformedAnswer if it cannot be a block */
  write(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    /** Start of the held bytes within this chunk. */
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.isInString) {
        at = this.passString(chunk, at);
        continue;
      }
      const byte = chunk[at]!;
      if (byte === QUOTE) {
        if (this.isBetween) throw new MalformedAnswer('transactions', 'a list of objects');
        this.isInString = true;
        this.backslashes = 0;
        if (!this.isInList) this.name = '';
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.isBetween) {
          if (byte === OPEN_LIST) throw new MalformedAnswer('transactions', 'a list of objects');
          from = at;
        }
        if (this.open(byte)) {
          this.rest.add(chunk.subarray(from, at + 1));
          from = at + 1;
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.depth--;
        if (this.isInList && this.depth < LIST_DEPTH) {
          this.isInList = false;
          from = at;
        } else if (this.isBetween) {
          this.transaction.add(chunk.subarray(from, at + 1));
          from = at + 1;
          this.onTransaction(this.transaction.take());
        }
        if (this.depth < LIST_DEPTH - 1) this.isInResult = false;
      } else if (this.isBetween && byte !== COMMA && !SPACES.has(byte)) {
        throw new MalformedAnswer('transactions', 'a list of objects');
      }
      at++;
    }
    if (!this.isInList) this.rest.add(chunk.subarray(from));
    else if (!this.isBetween) this.transaction.add(chunk.subarray(from));
  }

  /** @returns the answer without its transactions @throws MalformedAnswer if it is incomplete */
  end(): string {
    if (this.depth !== 0 || this.isInString) throw new MalformedAnswer('the answer', 'whole');
    return this.rest.take();
  }

  /** In the list, between transactions. */
  private get isBetween(): boolean {
    return this.isInList && this.depth === LIST_DEPTH;
  }

  /** @returns true if this opens the list of transactions */
  private open(byte: number): boolean {
    this.depth++;
    if (this.isInList) return false;
    if (this.depth === LIST_DEPTH - 1) this.isInResult = this.name === 'result';
    const isList = byte === OPEN_LIST && this.name === 'transactions';
    if (!isList || this.depth !== LIST_DEPTH || !this.isInResult) return false;
    if (this.hadList) throw new MalformedAnswer('the block', 'one with one list of transactions');
    this.isInList = this.hadList = true;
    return true;
  }

  /** @returns the position after the string, or the end of the chunk */
  private passString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    let run = end;
    while (run > from && chunk[run - 1] === BACKSLASH) run--;
    // A run of backslashes that began before this chunk, or before the last escaped quote, continues.
    const count = end - run + (run === from ? this.backslashes : 0);
    if (!this.isInList && this.depth < LIST_DEPTH) {
      this.name += chunk.toString('latin1', from, end);
      if (this.name.length > MAX_BLOCK_REST_BYTES) throw new RangeError('a name without an end');
    }
    this.backslashes = quote < 0 ? count % 2 : 0;
    if (quote < 0) return end;
    if (count % 2 === 0) this.isInString = false;
    return end + 1;
  }
}

/** Collects bytes that arrive in pieces. */
class Held {
  private pieces: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly what: string,
  ) {}

  add(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > this.maxBytes) {
      throw new RangeError(`${this.what} of more than ${this.maxBytes} bytes`);
    }
    if (piece.length > 0) this.pieces.push(piece);
  }

  take(): string {
    const [first, ...others] = this.pieces;
    const all = first === undefined || others.length > 0 ? Buffer.concat(this.pieces) : first;
    this.pieces = [];
    this.size = 0;
    return all.toString('utf8');
  }
}
