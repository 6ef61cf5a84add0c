import { KeyTable } from '../tables/key-table';
import { Records } from '../tables/records';
import { DEFAULT_MAX_OPEN_ORDERS } from '../limits';

/**
 * Accounts, numbered from 1 in order of creation and never removed: 128 bytes each beside the 32-byte key. The fields
 * that an order needs lie together at the beginning.
 *
 *     words 0-1     available · locked, micro-USDC
 *     ints  4-7     first, last and number of the open orders · their limit, plus `SET_BY_OPERATOR` if it is one
 *     ints  8-9     the builder account that the user trades through, 0 for none · withdrawals accepted, numbered from 1
 *     ints 10-11    chain credits · gas charges booked, each numbered from 1
 *     words 6-13    for each kind of nonce (order, cancel_all, withdraw, recover): the highest used, and the newest
 *                   remembered outcome (outcome-memory.ts)
 *     words 14-15   withdrawing · gas debt, micro-USDC
 */
export const AVAILABLE = 0;
export const LOCKED = 1;
export const FIRST_ORDER = 4;
export const LAST_ORDER = 5;
export const OPEN_ORDERS = 6;
export const MAX_OPEN_ORDERS = 7;
export const DELEGATED_TO = 8;
export const PAYMENT_SEQ = 9;
export const CREDIT_SEQ = 10;
export const CHARGE_SEQ = 11;
export const WITHDRAWING_AMOUNT = 14;
export const GAS_DEBT = 15;

/** Added to a limit that holds whatever the user's funds: the default itself is stored without it. */
export const SET_BY_OPERATOR = 2 ** 30;

/** The words of a kind of nonce, given as an index into `NONCE_KINDS`. */
export const lastNonceWord = (kind: number): number => 6 + 2 * kind;
export const newestOutcomeWord = (kind: number): number => 7 + 2 * kind;

const WORDS_PER_ACCOUNT = 16;
/**
 * Cache of keys as values, 60 MB at most: an answer and its events name the same users again and again. A user whose
 * place another one took gets a new value, which outlives its command and so costs the garbage collector most.
 */
const CACHED_KEYS = 262_144;
const NOBODY = -1;
const NO_KEY = new Uint8Array(0);

export class AccountTable extends Records {
  private readonly keys: KeyTable;
  /** For each cache slot: the account whose key it holds, and the key. */
  private readonly cachedOf = new Int32Array(CACHED_KEYS);
  private readonly cached: Uint8Array[] = [];
  private isInCommand = false;
  /** The account that the present command named last, and the key as it came: most of its events name it again. */
  private named = NOBODY;
  private nameGiven: Uint8Array = NO_KEY;

  constructor(
    readonly maxAccounts: number,
    expectedAccounts: number,
  ) {
    super(WORDS_PER_ACCOUNT, expectedAccounts);
    this.keys = new KeyTable(32, expectedAccounts);
  }

  get count(): number {
    return this.keys.count;
  }

  beginCommand(): void {
    this.isInCommand = true;
  }

  /** Keys that callers gave are theirs again. */
  endCommand(): void {
    this.isInCommand = false;
    this.named = NOBODY;
    this.nameGiven = NO_KEY;
  }

  /** The user's account, 0 if it has none. */
  find(user: Uint8Array): number {
    if (user === this.nameGiven) return this.named;
    const account = this.keys.find(user);
    if (account !== 0) this.name(account, user);
    return account;
  }

  /** Creates an account; callers check that there is room for it first (money-rules.ts). */
  open(user: Uint8Array): number {
    const account = this.keys.add(user);
    this.reserve(account);
    this.ints[(account << 5) + MAX_OPEN_ORDERS] = DEFAULT_MAX_OPEN_ORDERS;
    return account;
  }

  /** The number without its mark: the default, or what an operator set. */
  maxOpenOrders(account: number): number {
    return account === 0
      ? DEFAULT_MAX_OPEN_ORDERS
      : this.int(account, MAX_OPEN_ORDERS) % SET_BY_OPERATOR;
  }

  isOf(account: number, user: Uint8Array): boolean {
    if (!this.keys.equals(account, user)) return false;
    this.name(account, user);
    return true;
  }

  /** The user's key. The value is shared: callers must not modify it. */
  userOf(account: number): Uint8Array {
    if (account === this.named) return this.nameGiven;
    const place = account & (CACHED_KEYS - 1);
    if (this.cachedOf[place] === account) return this.cached[place]!;
    const user = this.keys.keyOf(account);
    this.keep(place, account, user);
    return user;
  }

  word(account: number, field: number): number {
    return this.words[(account << 4) + field]!;
  }

  int(account: number, field: number): number {
    return this.ints[(account << 5) + field]!;
  }

  setInt(account: number, field: number, value: number): void {
    this.ints[(account << 5) + field] = value;
  }

  images(): { keys: Uint8Array; accounts: Uint8Array } {
    return { keys: this.keys.image(), accounts: this.image(this.count) };
  }

  loadImages(images: { keys: Uint8Array; accounts: Uint8Array }): void {
    this.keys.load(images.keys);
    if (this.load(images.accounts) !== this.count) throw new RangeError('accounts without keys');
    this.cachedOf.fill(0);
  }

  private name(account: number, user: Uint8Array): void {
    if (!this.isInCommand) return;
    this.named = account;
    this.nameGiven = user;
  }

  private keep(place: number, account: number, user: Uint8Array): void {
    // Without holes, which would make the array slow.
    while (this.cached.length <= place) this.cached.push(NO_KEY);
    this.cachedOf[place] = account;
    this.cached[place] = user;
  }
}
