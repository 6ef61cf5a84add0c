import type { RevenueSource } from '../command';
import { BUILDER_REVENUE, GAS_REVENUE, PROTOCOL_FEES_PAID, USER_AVAILABLE } from '../money/ledger';
import { AVAILABLE } from './account-table';
import type { Accounts } from './accounts';

/** What one of a builder's keys gave, by its number. */
export interface RevenuePart {
  readonly builder: number;
  readonly amount: number;
}

const NO_PARTS: readonly RevenuePart[] = [];

/** What builders and the exchange earned and were not paid. It leaves into an account, and may come back from it. */
export class Revenue {
  constructor(private readonly accounts: Accounts) {}

  /** @param builders the numbers of the builder's keys */
  payable(source: RevenueSource, builders: readonly number[]): number {
    const { ledger, builders: table } = this.accounts;
    if (source === 'protocol_fees') return ledger.protocolFees;
    if (source === 'gas_revenue') return ledger.totals[GAS_REVENUE]!;
    return builders.reduce((sum, builder) => sum + table.revenue(builder), 0);
  }

  /** Callers check `payable` first. Takes from the keys in their order, and returns what each gave. */
  pay(
    source: RevenueSource,
    builders: readonly number[],
    amount: number,
    account: number,
  ): readonly RevenuePart[] {
    this.credit(account, amount);
    if (source !== 'builder') {
      this.take(source, 0, amount);
      return NO_PARTS;
    }
    const parts: RevenuePart[] = [];
    let rest = amount;
    for (const builder of builders) {
      const part = Math.min(rest, this.accounts.builders.revenue(builder));
      if (part === 0) continue;
      this.take(source, builder, part);
      parts.push({ builder, amount: part });
      rest -= part;
    }
    return parts;
  }

  /** The account gives it back to the source: to this key of a builder, 0 for the exchange. */
  giveBack(source: RevenueSource, builder: number, amount: number, account: number): void {
    this.credit(account, -amount);
    this.take(source, builder, -amount);
  }

  private credit(account: number, amount: number): void {
    const { table, ledger, dirty } = this.accounts;
    table.words[(account << 4) + AVAILABLE]! += amount;
    ledger.totals[USER_AVAILABLE]! += amount;
    dirty.account(account);
  }

  private take(source: RevenueSource, builder: number, amount: number): void {
    const { totals } = this.accounts.ledger;
    if (source === 'protocol_fees') totals[PROTOCOL_FEES_PAID]! += amount;
    if (source === 'gas_revenue') totals[GAS_REVENUE]! -= amount;
    if (source !== 'builder') return;
    this.accounts.builders.pay(builder, amount);
    totals[BUILDER_REVENUE]! -= amount;
  }
}
