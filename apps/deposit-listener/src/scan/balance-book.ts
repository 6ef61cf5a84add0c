import type { Address } from '@bellwether/chain';
import { MAX_BALANCE_GAPS, MAX_EMPTY_BALANCES } from '../limits';

export interface KnownBalance {
  /** Base units of a token account, lamports of a wallet. */
  readonly amount: bigint;
  /** As of the end of this slot. */
  readonly slot: number;
}

/** Something moved that the scan has not seen: before a movement another amount lay there than after the one before it. */
export interface BalanceGap {
  readonly account: Address;
  /** As far as the scan had seen. */
  readonly known: bigint;
  /** As the movement at `slot` says. */
  readonly amountBefore: bigint;
  readonly slot: number;
}

/**
 * What watched accounts hold as far as the scan has seen: a movement says what is there after it. Accounts that nothing
 * was seen of are not in it, and of those that never held anything only the last; with both accounts of 100,000 users
 * it is some 30 MB.
 */
export class BalanceBook {
  private readonly known = new Map<Address, KnownBalance>();
  /** Those that held nothing when they were looked at, the longest known first. */
  private readonly empty = new Map<Address, KnownBalance>();
  private readonly gaps: BalanceGap[] = [];
  private clearings = 0;

  /** Another one: nothing is known of before, and every account is seen for the first time again. */
  get edition(): number {
    return this.clearings;
  }

  of(account: Address): KnownBalance | undefined {
    return this.known.get(account) ?? this.empty.get(account);
  }

  /** Of several movements in a slot the last one counts. */
  note(account: Address, balance: KnownBalance): void {
    const before = this.of(account);
    if (before !== undefined && before.slot > balance.slot) return;
    this.empty.delete(account);
    this.known.set(account, balance);
  }

  /** It holds nothing, and nothing else is known of it. */
  noteEmpty(account: Address, slot: number): void {
    this.empty.set(account, { amount: 0n, slot });
    const [oldest] = this.empty.size > MAX_EMPTY_BALANCES ? this.empty.keys() : [];
    if (oldest !== undefined) this.empty.delete(oldest);
  }

  /** As `note`, of a movement: what it says was there before it should be what is known. */
  moved(
    account: Address,
    { amountBefore, ...after }: KnownBalance & { amountBefore: bigint },
  ): void {
    const before = this.of(account);
    const isNews = before !== undefined && before.slot <= after.slot;
    if (isNews && before.amount !== amountBefore && this.gaps.length < MAX_BALANCE_GAPS) {
      this.gaps.push({ account, known: before.amount, amountBefore, slot: after.slot });
    }
    this.note(account, after);
  }

  /** The gaps since they were taken last. */
  takeGaps(): BalanceGap[] {
    return this.gaps.splice(0);
  }

  /** Blocks were read by another process: what is here is old. */
  clear(): void {
    this.known.clear();
    this.empty.clear();
    this.gaps.length = 0;
    this.clearings++;
  }
}
