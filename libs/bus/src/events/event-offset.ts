/** Where an event stands: `index` counts the events of one `seq` from 0. Ordered by seq, then index. */
export interface EventOffset {
  readonly seq: number;
  readonly index: number;
}

/** Before the first event of a journal. */
export const BEFORE_ALL_EVENTS: EventOffset = { seq: 0, index: 0 };

/** After every event that the command `seq` made: for readers that know the state as of `seq`. */
export const afterSeq = (seq: number): EventOffset => ({ seq, index: 0xffff_ffff });

/** Negative where `a` comes first, 0 where they are the same place. */
export const compareOffsets = (a: EventOffset, b: EventOffset): number =>
  a.seq === b.seq ? a.index - b.index : a.seq - b.seq;
