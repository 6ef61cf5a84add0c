import type { Category, FeeCategory } from '../command';
import { DEFAULT_MAKER_REBATE_PCT, DEFAULT_PROTOCOL_FEE_BPS } from '../limits';

/** Stands for every category, or for every sub of one. */
export const ANY = '*';

const DEFAULT_ROW: FeeCategory = {
  name: ANY,
  sub: ANY,
  feeBps: DEFAULT_PROTOCOL_FEE_BPS,
  makerRebatePct: DEFAULT_MAKER_REBATE_PCT,
};

/** The rates that new events take by their category. Events that exist keep theirs. */
export class FeeSchedule {
  private rows: readonly FeeCategory[] = [DEFAULT_ROW];
  private changedSeq = 0;

  get categories(): readonly FeeCategory[] {
    return this.rows;
  }

  /** The command that set the schedule, 0 for the first one. */
  get asOfSeq(): number {
    return this.changedSeq;
  }

  set(categories: readonly FeeCategory[], seq: number): void {
    this.rows = categories;
    this.changedSeq = seq;
  }

  /** The row of the category itself, of its name, of all categories, or the defaults: the first there is. */
  rowFor({ name, sub }: Category): FeeCategory {
    return this.row(name, sub) ?? this.row(name, ANY) ?? this.row(ANY, ANY) ?? DEFAULT_ROW;
  }

  private row(name: string, sub: string): FeeCategory | undefined {
    return this.rows.find((row) => row.name === name && row.sub === sub);
  }
}
