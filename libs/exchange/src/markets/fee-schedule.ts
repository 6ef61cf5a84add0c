import type { Category, FeeCategory } from '../command';
import { DEFAULT_MAKER_REBATE_PCT, DEFAULT_PROTOCOL_FEE_BPS } from '../limits';
import { ANY, mostSpecific } from './category-rows';

const DEFAULT_ROW: FeeCategory = {
  name: ANY,
  sub: ANY,
  feeBps: DEFAULT_PROTOCOL_FEE_BPS,
  makerRebatePct: DEFAULT_MAKER_REBATE_PCT,
};

/** Fee rates by category for new events. Existing events keep theirs. */
export class FeeSchedule {
  private rows: readonly FeeCategory[] = [DEFAULT_ROW];
  private changedSeq = 0;

  get categories(): readonly FeeCategory[] {
    return this.rows;
  }

  /** The seq of the command that set the schedule, 0 for the initial one. */
  get asOfSeq(): number {
    return this.changedSeq;
  }

  set(categories: readonly FeeCategory[], seq: number): void {
    this.rows = categories;
    this.changedSeq = seq;
  }

  rowFor(category: Category): FeeCategory {
    return mostSpecific(this.rows, category) ?? DEFAULT_ROW;
  }
}
