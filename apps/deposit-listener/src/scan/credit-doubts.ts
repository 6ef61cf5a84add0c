import type { Address } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { MAX_CREDITS_OF_DOUBT, MAX_CREDIT_DOUBTS } from '../limits';
import type { CreditSeen } from './seen-credits';

/** A user whose credits do not follow from logs alone. */
export interface CreditDoubt {
  readonly user: Uint8Array;
  readonly proxy: Address;
  /** A comparison at this slot or later can settle it. */
  readonly slot: number;
  readonly seen: readonly CreditSeen[];
  /** Not looked at before. */
  readonly dueMs: number;
}

/**
 * Users whose credits are to be compared with their vault accounts next, with the credits that the scan saw. In memory:
 * if a process loses them, the credit check finds them again, because the account has more than the tables.
 */
export class CreditDoubts {
  private readonly byUser = new Map<string, CreditDoubt>();

  /** @param credits of one user and one block: all of their transactions, which may have been recorded before */
  note(credits: readonly CreditSeen[]): void {
    const [first] = credits;
    if (first === undefined) return;
    this.suspect(first);
    const key = toHex(first.user);
    const doubt = this.byUser.get(key);
    if (doubt === undefined) return;
    const signatures = new Set(credits.map(({ signature }) => signature));
    const others = doubt.seen.filter(({ signature }) => !signatures.has(signature));
    const seen = [...others, ...credits].sort(inOrder).slice(0, MAX_CREDITS_OF_DOUBT);
    this.byUser.set(key, { ...doubt, seen, dueMs: 0 });
  }

  suspect({ user, proxy, slot }: Pick<CreditDoubt, 'user' | 'proxy' | 'slot'>): void {
    const key = toHex(user);
    const doubt = this.byUser.get(key);
    if (doubt === undefined && this.byUser.size === MAX_CREDIT_DOUBTS) return;
    const from = doubt ?? { user, proxy, slot, seen: [], dueMs: 0 };
    this.byUser.set(key, { ...from, slot: Math.max(from.slot, slot) });
  }

  of(user: Uint8Array): CreditDoubt | undefined {
    return this.byUser.get(toHex(user));
  }

  due(nowMs: number, limit: number): CreditDoubt[] {
    const due: CreditDoubt[] = [];
    for (const doubt of this.byUser.values()) {
      if (due.length === limit) break;
      if (doubt.dueMs <= nowMs) due.push(doubt);
    }
    return due;
  }

  /** Tables and account agree as of that slot. Later credits stay. */
  settled(user: Uint8Array, slot: number): void {
    const key = toHex(user);
    const doubt = this.byUser.get(key);
    if (doubt === undefined) return;
    if (doubt.slot <= slot) this.byUser.delete(key);
    else this.byUser.set(key, { ...doubt, seen: doubt.seen.filter((one) => one.slot > slot) });
  }

  postpone(user: Uint8Array, dueMs: number): void {
    const key = toHex(user);
    const doubt = this.byUser.get(key);
    if (doubt !== undefined) this.byUser.set(key, { ...doubt, dueMs });
  }

  /** Another process has read blocks. */
  clear(): void {
    this.byUser.clear();
  }
}

const inOrder = (one: CreditSeen, other: CreditSeen): number =>
  one.slot - other.slot || one.txIndex - other.txIndex;
