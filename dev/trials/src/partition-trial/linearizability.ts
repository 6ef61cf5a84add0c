/**
 * Holds a history against the journal. The journal is the only order in which commands can have happened, so no order has to
 * be searched for: each operation gets the earliest place in it that its answer allows and that is not before what had ended
 * when it began. Where there is no such place for a read, it was stale: it shows a state from before something that somebody
 * had been told already.
 */
import { isPromisedUndone, outcomeOf } from './history';
import type { Read, TrialHistory, Write } from './history';
import { keyOf } from './journal-truth';
import type { Change, JournalTruth } from './journal-truth';

export interface StaleRead {
  readonly read: Read;
  /** After which command it can have been at the latest. */
  readonly latestSeq: number;
  /** What somebody knew before it began. */
  readonly knownSeq: number;
}

export interface Findings {
  readonly reads: number;
  readonly answered: number;
  readonly stale: readonly StaleRead[];
  /** Values that never were. */
  readonly wrong: readonly Read[];
  /** Answered, and not in the journal, or there otherwise. */
  readonly lost: readonly Write[];
  /** Placed more than once. */
  readonly doubled: readonly Write[];
  /** "Nothing was done", and it was. */
  readonly refusedButDone: readonly Write[];
}

type History = Pick<TrialHistory, 'reads' | 'writes'>;

/** One end of an operation. */
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
  /** What was known at a read's beginning. */
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
    const spans = spansOf(truth, of).filter(({ first }) => possible.at(first) <= of.endedMs);
    const span = spans.find(({ last }) => last >= known);
    const latest = spans.at(-1);
    if (span !== undefined) knownSeq = Math.max(knownSeq, span.first, known);
    else if (latest === undefined) wrong.push(of);
    else stale.push({ read: of, latestSeq: latest.last, knownSeq: known });
  }
  return { stale, wrong };
}

/** A state is not seen before all commands that led to it were sent: what comes back later was not seen then. */
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

  /** When the state after that command may have been there at the earliest. */
  at(seq: number): number {
    return this.sent.findLast((one) => one.seq <= seq)?.ms ?? -Infinity;
  }
}

function firstSeqOf({ orders, cancels }: JournalTruth, write: Write): number | undefined {
  const key = keyOf(write.user, write.number);
  return write.kind === 'cancel' ? cancels.get(key)?.[0] : orders.get(key)?.[0]?.seq;
}

/** In the order of time. Of what ends and begins in the same instant neither is before the other. */
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

/** After which commands, first to last, the state was as it was read; several times where it came back. */
function spansOf({ changes, lastSeq }: JournalTruth, { user, kind, value }: Read) {
  const all: readonly Change[] = changes.get(keyOf(user, kind)) ?? [];
  return all.flatMap((change, at) => {
    if (change.value !== value) return [];
    return [{ first: change.seq, last: (all[at + 1]?.seq ?? lastSeq + 1) - 1 }];
  });
}

/** Where an answered write stands; undefined: nowhere, or it came to something else there. */
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
