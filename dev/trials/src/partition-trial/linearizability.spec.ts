/** The checker of the partition trial finds what it is there for, in histories written by hand. */
import { describe, expect, it } from 'vitest';
import { checkHistory } from './linearizability';
import type { Attempt, Outcome, Read, Write } from './history';
import { keyOf } from './journal-truth';
import type { JournalTruth } from './journal-truth';

/** Anna places order 1 at seq 10, order 2 at seq 20, and cancels the first at seq 30. */
const TRUTH: JournalTruth = {
  lastSeq: 40,
  orders: new Map([
    [keyOf('anna', 1), [{ seq: 10, orderId: 101, filled: 0 }]],
    [keyOf('anna', 2), [{ seq: 20, orderId: 102, filled: 5 }]],
  ]),
  cancels: new Map([[keyOf('anna', 101), [30]]]),
  changes: new Map([
    [
      keyOf('anna', 'orders'),
      [
        { seq: 0, value: 'none' },
        { seq: 10, value: 'first' },
        { seq: 20, value: 'both' },
        { seq: 30, value: 'none' },
      ],
    ],
  ]),
  epochOf: () => 1,
  invariantsBroken: 0,
};

const attempt = (startedMs: number, endedMs: number, outcome: Outcome = 'answered'): Attempt => ({
  gateway: 'gateway-1',
  startedMs,
  endedMs,
  outcome,
  code: '',
});
const order = (number: number, attempts: readonly Attempt[], answer = {}): Write => ({
  kind: 'order',
  user: 'anna',
  number,
  attempts,
  ...answer,
});
const read = (startedMs: number, endedMs: number, value: string): Read => ({
  kind: 'orders',
  user: 'anna',
  gateway: 'gateway-2',
  startedMs,
  endedMs,
  value,
});
const FIRST = order(1, [attempt(100, 110)], { orderId: 101, filled: 0 });
const SECOND = order(2, [attempt(200, 210)], { orderId: 102, filled: 5 });
const CANCEL: Write = { kind: 'cancel', user: 'anna', number: 101, attempts: [attempt(300, 310)] };
const ALL = [FIRST, SECOND, CANCEL];

const staleOf = (writes: readonly Write[], reads: readonly Read[]) =>
  checkHistory(TRUTH, { writes: [...writes], reads: [...reads] }).stale.map(({ read: one }) => one);

describe('a read', () => {
  it.each<[what: string, reads: readonly Read[]]>([
    ['of what was answered', [read(120, 130, 'first')]],
    ['beside a write, of the state before it', [read(95, 105, 'none')]],
    ['beside a write, of the state after it', [read(95, 105, 'first')]],
    ['of a state that came back', [read(320, 330, 'none')]],
    ['that began before the answer and ended long after', [read(105, 400, 'none')]],
  ])('is fresh: %s', (_what, reads) => {
    expect(staleOf(ALL, reads)).toEqual([]);
  });

  it.each<[what: string, reads: readonly Read[]]>([
    ['of the state before an answer', [read(120, 130, 'none')]],
    ['of two writes ago', [read(220, 230, 'first')]],
    ['that is older than another read', [read(101, 103, 'first'), read(104, 106, 'none')]],
    ['of a state that came back only later', [read(220, 230, 'none')]],
  ])('is stale: %s', (_what, reads) => {
    expect(staleOf(ALL, reads)).toEqual(reads.slice(-1));
  });

  it('is wrong: of what never was', () => {
    const reads = [read(120, 130, 'second')];
    expect(checkHistory(TRUTH, { writes: ALL, reads }).wrong).toEqual(reads);
  });

  it('after a write whose outcome nobody knows may be of either state', () => {
    const unknown = order(1, [attempt(100, 110, 'unknown')]);
    expect(staleOf([unknown], [read(120, 130, 'none'), read(140, 150, 'first')])).toEqual([]);
  });
});

describe('a write', () => {
  const found = (write: Write, truth = TRUTH) => {
    const { lost, doubled, refusedButDone } = checkHistory(truth, { writes: [write], reads: [] });
    return { lost: lost.length, doubled: doubled.length, refusedButDone: refusedButDone.length };
  };
  const NOTHING = { lost: 0, doubled: 0, refusedButDone: 0 };

  it('was done as it was answered', () => {
    expect(found(FIRST)).toEqual(NOTHING);
  });

  it('is lost: answered, and not in the journal', () => {
    const answered = order(3, [attempt(100, 110)], { orderId: 103, filled: 0 });
    expect(found(answered)).toEqual({ ...NOTHING, lost: 1 });
  });

  it('is lost: answered as another order than the journal has', () => {
    const other = order(1, [attempt(100, 110)], { orderId: 999, filled: 0 });
    expect(found(other)).toEqual({ ...NOTHING, lost: 1 });
  });

  it('is doubled: placed twice under its nonce', () => {
    const twice = [
      { seq: 10, orderId: 101, filled: 0 },
      { seq: 11, orderId: 109, filled: 0 },
    ];
    const truth = { ...TRUTH, orders: new Map([[keyOf('anna', 1), twice]]) };
    expect(found(FIRST, truth)).toEqual({ ...NOTHING, doubled: 1 });
  });

  it('was refused and done', () => {
    const refused = order(1, [attempt(100, 110, 'nothing_done')]);
    expect(found(refused)).toEqual({ ...NOTHING, refusedButDone: 1 });
  });

  it('was not promised undone where one attempt is unknown', () => {
    const open = order(1, [attempt(90, 95, 'unknown'), attempt(100, 110, 'nothing_done')]);
    expect(found(open)).toEqual(NOTHING);
  });
});
