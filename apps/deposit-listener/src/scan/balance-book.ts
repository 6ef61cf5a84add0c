import type { Address } from '@bellwether/chain';

export interface KnownBalance {
  /** Base units of a token account, lamports of a wallet. */
  readonly amount: bigint;
  /** As of the end of this slot. */
  readonly slot: number;
}

/**
 * What watched accounts hold as far as the scan has seen: a movement says what is there after it. Accounts that nothing
 * was seen of are not in it.
 */
export class BalanceBook {
  private readonly known = new Map<Address, KnownBalance>();
  private clearings = 0;

  /** Another one: nothing is known of before, and every account is seen for the first time again. */
  get edition(): number {
    return this.clearings;
  }

  of(account: Address): KnownBalance | undefined {
    return this.known.get(account);
  }

  /** Of several movements in a slot the last one counts. */
  note(account: Address, balance: KnownBalance): void {
    const before = this.known.get(account);
    if (before === undefined || before.slot <= balance.slot) this.known.set(account, balance);
  }

  /** Blocks were read by another process: what is here is old. */
  clear(): void {
    this.known.clear();
    this.clearings++;
  }
}
