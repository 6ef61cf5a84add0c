/**
 * Checks a history against the journal. The journal is the only possible order of the commands, so no order has to be
 * searched: each operation gets the earliest position that its answer allows and that is not before any operation that
 * had ended when it began. A read without such a position is stale: it shows a state from before something that a
 * client already knew.
 */
import { isPromisedUndone, outcomeOf } from './history';
import type { Read, TrialHistory, Write } from './history';
import { keyOf } from './journal-truth';
import type { JournalTruth } from './journal-truth';

export interface StaleRead {
  readonly read: Read;
  /** The latest command after which it can have happened. */
  readonly latestSeq: number;
  /** The seq that some client knew before it began. */
  readonly knownSeq: number;
}

export interface Findings {
  readonly reads: number;
  readonly answered: number;
  readonly stale: readonly StaleRead[];
  /** Values that never existed. */
  readonly wrong: readonly Read[];
  /** Answered, but missing in the journal or different there. */
  readonly lost: readonly Write[];
  /** Placed more than once. */
  readonly doubled: readonly Write[];
  /** Answered with "nothing was done", but it was. */
  readonly refusedButDone: readonly Write[];
}

type History = Pick<TrialHistory, 'reads' | 'writes'>;

/** The start or end of an operation. */
interface Moment {
  readonly atMs: number;
  readonly isEnd: boolean;
  readonly of: Read | Write;
}

export function checkHistory(truth: JournalTruth, { reads, writes }: History): Findings {
  const answered = writes.filter((write) => outcomeOf(write) === 'answered');
  const possible = new PossibleFrom(truth, writes);
  const { stale, wrong } = checkReads(truth, { reads, writes: answered }, possible);
  return {
    reads: reads.length,
    answered: answered.length,
    stale,
    wrong,
    lost: answered.filter((write) => seqOf(truth, write) === undefined),
    doubled: writes.filter((write) => effectsOf(truth, write).length > 1),
    refusedButDone: writes.filter(
      (write) => isPromisedUndone(write) && effectsOf(truth, write).length > 0,
    ),
  };
}

function checkReads(truth: JournalTruth, { reads, writes }: History, possible: PossibleFrom) {
  const stale: StaleRead[] = [];
  const wrong: Read[] = [];
  const spansOf = spansByValue(truth);
  /** The seq known at a read's start. */
  const knownAt = new Map<Read, number>();
  let knownSeq = 0;
  for (const { isEnd, of } of momentsOf(reads, writes)) {
    if ('attempts' in of) {
      knownSeq = Math.max(knownSeq, seqOf(truth, of) ?? 0);
      continue;
    }
    if (!isEnd) {
      knownAt.set(of, knownSeq);
      continue;
    }
    const known = knownAt.get(of) ?? 0;
    const spans = spansOf(of);
    // Spans rise, and so does the time from which each is possible.
    const possibleCount = countWhile(spans, ({ first }) => possible.at(first) <= of.endedMs);
    const at = countWhile(spans, ({ last }) => last < known);
    const span = at < possibleCount ? spans[at] : undefined;
    const latest = spans[possibleCount - 1];
    if (span !== undefined) knownSeq = Math.max(knownSeq, span.first, known);
    else if (latest === undefined) wrong.push(of);
    else stale.push({ read: of, latestSeq: latest.last, knownSeq: known });
  }
  return { stale, wrong };
}

/** A state cannot be seen before all commands that led to it were sent: a value that recurs later was not seen then. */
class PossibleFrom {
  /** By seq, rising. */
  private readonly sent: { readonly seq: number; readonly ms: number }[];

  constructor(truth: JournalTruth, writes: readonly Write[]) {
    const sent = writes.flatMap((write) => {
      const seq = firstSeqOf(truth, write);
      const ms = write.attempts[0]?.startedMs;
      return seq === undefined || ms === undefined ? [] : [{ seq, ms }];
    });
    let latestMs = -Infinity;
    this.sent = sent
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ seq, ms }) => ({ seq, ms: (latestMs = Math.max(latestMs, ms)) }));
  }

  /** The earliest time at which the state after that command may have existed. */
  at(seq: number): number {
    return this.sent[countWhile(this.sent, (one) => one.seq <= seq) - 1]?.ms ?? -Infinity;
  }
}

function firstSeqOf({ orders, cancels }: JournalTruth, write: Write): number | undefined {
  const key = keyOf(write.user, write.number);
  return write.kind === 'cancel' ? cancels.get(key)?.[0] : orders.get(key)?.[0]?.seq;
}

/** In order of time. Of an end and a start in the same instant, neither is before the other. */
function momentsOf(reads: readonly Read[], writes: readonly Write[]): Moment[] {
  const moments: Moment[] = [];
  for (const read of reads) {
    moments.push({ atMs: read.startedMs, isEnd: false, of: read });
    moments.push({ atMs: read.endedMs, isEnd: true, of: read });
  }
  for (const write of writes)
    moments.push({ atMs: write.attempts.at(-1)?.endedMs ?? Infinity, isEnd: true, of: write });
  return moments.toSorted((a, b) => a.atMs - b.atMs || Number(a.isEnd) - Number(b.isEnd));
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** For a read: the ranges of commands after which the state had the value read; several if it recurred. */
function spansByValue({ changes, lastSeq }: JournalTruth): (read: Read) => readonly Span[] {
  const spans = new Map<string, Span[]>();
  for (const [key, all] of changes)
    for (const [at, { seq, value }] of all.entries()) {
      const span = { first: seq, last: (all[at + 1]?.seq ?? lastSeq + 1) - 1 };
      const known = spans.get(`${key} ${value}`);
      if (known === undefined) spans.set(`${key} ${value}`, [span]);
      else known.push(span);
    }
  return ({ user, kind, value }) => spans.get(`${keyOf(user, kind)} ${value}`) ?? [];
}

/** How many at the start fulfil it; every one after the first that does not, does not either. */
function countWhile<T>(all: readonly T[], fulfils: (one: T) => boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(all[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of an answered write; undefined: none, or its result differs there. */
function seqOf({ orders, cancels }: JournalTruth, write: Write): number | undefined {
  const key = keyOf(write.user, write.number);
  if (write.kind === 'cancel') return cancels.get(key)?.[0];
  return orders
    .get(key)
    ?.find(({ orderId, filled }) => orderId === write.orderId && filled === write.filled)?.seq;
}

function effectsOf({ orders, cancels }: JournalTruth, write: Write): readonly unknown[] {
  const key = keyOf(write.user, write.number);
  return (write.kind === 'cancel' ? cancels.get(key) : orders.get(key)) ?? [];
}
