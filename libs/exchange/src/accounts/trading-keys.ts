import { sameBytes } from '@bellwether/codec';
import type { TradingKeyEnd } from '../command-words';
import { ENDED_TRADING_KEY_SECONDS, MAX_ENDED_TRADING_KEYS } from '../limits';
import { DueQueue } from '../tables/due-queue';

/** How a trading key ended. `nonce`: of the owner's revocation, 0 for every other end. */
export interface EndOfKey {
  readonly reason: TradingKeyEnd;
  readonly nonce: number;
  readonly seq: number;
  readonly timestampMs: number;
}

/** One allowance of a trading key. The same key may be allowed again, which is another allowance. */
export interface TradingKey {
  readonly account: number;
  readonly key: Uint8Array;
  /** Unix seconds: it may trade before that second of the journal's time. */
  readonly until: number;
  /** Of the text that allowed it. */
  readonly nonce: number;
  /** Of the command that allowed it. */
  readonly seq: number;
  readonly timestampMs: number;
  /** The bounds of its owner's text: micro-USDC a day, bp around the market's price, whether it may redeem pairs. */
  readonly atMost: number;
  readonly priceBand: number;
  readonly redeem: boolean;
  /** Null: it may trade. */
  end: EndOfKey | null;
  /** What it spent on `day` (UTC, since 1970), and what its resting buys lock: micro-USDC (key-budgets.ts). */
  day: number;
  spent: number;
  locked: number;
}

interface KeysOfAccount {
  /** The highest nonce used by an owner's text. */
  lastNonce: number;
  /** In the order in which they were allowed. */
  active: TradingKey[];
  /** In the order in which they ended. */
  ended: TradingKey[];
}

/**
 * The keys that may trade for an account and nothing else. The table is bounded: half of it is for accounts without a
 * key in it, so that nobody can prevent the first key of others. Ended keys are stored for a while, so that a repeated
 * text gets their outcome.
 */
export class TradingKeys {
  private readonly accounts = new Map<number, KeysOfAccount>();
  /** By the number under which an allowance is due. */
  private readonly records: (TradingKey | null)[] = [null];
  private readonly numbers = new Map<TradingKey, number>();
  private readonly free: number[] = [];
  private readonly expiring = new DueQueue();
  private readonly forgetting = new DueQueue();

  constructor(private readonly maxKeys: number) {}

  /** Allowances held, ended ones included. */
  get live(): number {
    return this.numbers.size;
  }

  /** Accounts that ever allowed a key. */
  get count(): number {
    return this.accounts.size;
  }

  /** When the next key expires, in Unix ms. */
  get nextMs(): number | null {
    return this.expiring.nextMs;
  }

  lastNonce(account: number): number {
    return this.accounts.get(account)?.lastNonce ?? 0;
  }

  /** The account uses a nonce of the kind `trading_key`. */
  use(account: number, nonce: number): void {
    this.keysOf(account).lastNonce = nonce;
  }

  activeOf(account: number): readonly TradingKey[] {
    return this.accounts.get(account)?.active ?? [];
  }

  /** Those that are remembered, in the order in which they ended. */
  endedOf(account: number): readonly TradingKey[] {
    return this.accounts.get(account)?.ended ?? [];
  }

  findActive(account: number, key: Uint8Array): TradingKey | undefined {
    return this.activeOf(account).find((one) => sameBytes(one.key, key));
  }

  /** The newest of its allowances that ended. */
  findEnded(account: number, key: Uint8Array): TradingKey | undefined {
    return this.endedOf(account).findLast((one) => sameBytes(one.key, key));
  }

  /** Active or ended, among all that are remembered. */
  find(account: number, is: (one: TradingKey) => boolean): TradingKey | undefined {
    return this.activeOf(account).find(is) ?? this.endedOf(account).find(is);
  }

  /** Whether the account may hold one more without giving up one of its own. */
  hasPlace(account: number): boolean {
    const { active, ended } = this.accounts.get(account) ?? { active: [], ended: [] };
    const isFirst = active.length + ended.length === 0;
    return this.live < (isFirst ? this.maxKeys : Math.floor(this.maxKeys / 2));
  }

  add(key: TradingKey): void {
    const number = this.free.pop() ?? this.records.length;
    this.records[number] = key;
    this.numbers.set(key, number);
    const { active, ended } = this.keysOf(key.account);
    if (key.end === null) {
      active.push(key);
      this.expiring.add(number, key.until * 1000, key.seq);
    } else {
      ended.push(key);
      this.forgetLater(number, key.end);
    }
  }

  end(key: TradingKey, end: EndOfKey): void {
    const number = this.numbers.get(key)!;
    const keys = this.keysOf(key.account);
    this.expiring.remove(number);
    key.end = end;
    keys.active = keys.active.filter((one) => one !== key);
    keys.ended.push(key);
    this.forgetLater(number, end);
    if (keys.ended.length > MAX_ENDED_TRADING_KEYS) this.forget(keys.ended[0]!);
  }

  forget(key: TradingKey): void {
    const number = this.numbers.get(key)!;
    const keys = this.keysOf(key.account);
    this.expiring.remove(number);
    this.forgetting.remove(number);
    keys.active = keys.active.filter((one) => one !== key);
    keys.ended = keys.ended.filter((one) => one !== key);
    this.numbers.delete(key);
    this.records[number] = null;
    this.free.push(number);
  }

  /** Keys that expire by then, by time, then by allowance. The caller ends each. */
  nextExpired(nowMs: number): TradingKey | null {
    const { nextMs, next } = this.expiring;
    return nextMs !== null && nextMs <= nowMs ? this.records[next]! : null;
  }

  /** Forgets what ended long enough ago. */
  forgetBefore(nowMs: number): void {
    for (let next = this.forgetting.next; next !== 0; next = this.forgetting.next) {
      if (this.forgetting.nextMs! > nowMs) return;
      this.forget(this.records[next]!);
    }
  }

  /** By account, for a snapshot. */
  entries(): { account: number; lastNonce: number; keys: TradingKey[] }[] {
    return [...this.accounts]
      .map(([account, { lastNonce, active, ended }]) => ({
        account,
        lastNonce,
        keys: [...active, ...ended],
      }))
      .toSorted((a, b) => a.account - b.account);
  }

  private keysOf(account: number): KeysOfAccount {
    const known = this.accounts.get(account);
    if (known !== undefined) return known;
    const keys: KeysOfAccount = { lastNonce: 0, active: [], ended: [] };
    this.accounts.set(account, keys);
    return keys;
  }

  private forgetLater(number: number, { seq, timestampMs }: EndOfKey): void {
    this.forgetting.add(number, timestampMs + ENDED_TRADING_KEY_SECONDS * 1000, seq);
  }
}
