/** An event's position: `index` counts the events of one `seq` from 0. Ordered by seq, then index. */
export interface EventOffset {
  readonly seq: number;
  readonly index: number;
}

/** Before the first event of a journal. */
export const BEFORE_ALL_EVENTS: EventOffset = { seq: 0, index: 0 };

/** After every event of command `seq`: for readers that have the state as of `seq`. */
export const afterSeq = (seq: number): EventOffset => ({ seq, index: 0xffff_ffff });

/** Negative if `a` comes first, 0 if they are equal. */
export const compareOffsets = (a: EventOffset, b: EventOffset): number =>
  a.seq === b.seq ? a.index - b.index : a.seq - b.seq;
