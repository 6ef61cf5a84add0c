import type { Category, FeeCategory } from '../command';
import { DEFAULT_MAKER_REBATE_PCT, DEFAULT_PROTOCOL_FEE_BPS } from '../limits';

/** Matches every category, or every sub of one. */
export const ANY = '*';

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

  /** The most specific row: of the category, of its name, of all categories, or else the defaults. */
  rowFor({ name, sub }: Category): FeeCategory {
    return this.row(name, sub) ?? this.row(name, ANY) ?? this.row(ANY, ANY) ?? DEFAULT_ROW;
  }

  private row(name: string, sub: string): FeeCategory | undefined {
    return this.rows.find((row) => row.name === name && row.sub === sub);
  }
}
