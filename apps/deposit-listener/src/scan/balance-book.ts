import type { Address } from '@bellwether/chain';
import { MAX_BALANCE_GAPS, MAX_EMPTY_BALANCES } from '../limits';

export interface KnownBalance {
  /** Base units of a token account, lamports of a wallet. */
  readonly amount: bigint;
  /** As of the end of this slot. */
  readonly slot: number;
}

/** The scan missed a movement: the balance before a movement is not the one after the previous movement. */
export interface BalanceGap {
  readonly account: Address;
  /** As far as the scan had seen. */
  readonly known: bigint;
  /** As the movement at `slot` says. */
  readonly amountBefore: bigint;
  readonly slot: number;
}

/**
 * The balances of watched accounts as far as the scan has seen: each movement contains the balance after it. Accounts
 * without a movement are not included; of those that never held anything, only the last ones are. Both accounts of
 * 100,000 users take some 30 MB.
 */
export class BalanceBook {
  private readonly known = new Map<Address, KnownBalance>();
  /** Accounts that were empty when checked, the longest known first. */
  private readonly empty = new Map<Address, KnownBalance>();
  private readonly gaps: BalanceGap[] = [];
  private clearings = 0;

  /** Another scan: nothing earlier is known, and every account is new again. */
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

  /** It is empty, and nothing else is known of it. */
  noteEmpty(account: Address, slot: number): void {
    this.empty.set(account, { amount: 0n, slot });
    const [oldest] = this.empty.size > MAX_EMPTY_BALANCES ? this.empty.keys() : [];
    if (oldest !== undefined) this.empty.delete(oldest);
  }

  /** As `note`, for a movement: its balance before should be the known one. */
  moved(
    account: Address,
    { amountBefore, ...after }: KnownBalance & { amountBefore: bigint },
  ): void {
    const before = this.of(account);
    const isNewer = before !== undefined && before.slot <= after.slot;
    if (isNewer && before.amount !== amountBefore && this.gaps.length < MAX_BALANCE_GAPS) {
      this.gaps.push({ account, known: before.amount, amountBefore, slot: after.slot });
    }
    this.note(account, after);
  }

  /** The gaps since the last call. */
  takeGaps(): BalanceGap[] {
    return this.gaps.splice(0);
  }

  /** Another process has read blocks: this content is old. */
  clear(): void {
    this.known.clear();
    this.empty.clear();
    this.gaps.length = 0;
    this.clearings++;
  }
}
