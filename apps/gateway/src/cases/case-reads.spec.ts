import { expect, it } from 'vitest';
import { OVERDUE_SECONDS } from '@bellwether/exchange';
import type { StoredCase } from '@bellwether/persistence';
import { CaseReads } from './case-reads';

const NOW_MS = 1_800_000_000_000;
const LONG_AGO_MS = NOW_MS - OVERDUE_SECONDS * 1_000;

type Happened = readonly [what: StoredCase['steps'][number]['what'], timestampMs: number];

/** A disputed case of which only its steps matter. */
const disputed = (steps: readonly Happened[]): StoredCase => ({
  caseId: 1,
  eventId: 'e',
  marketId: null,
  categoryName: 'weather',
  categorySub: 'rain',
  status: 'disputed',
  round: 1,
  endings: [],
  by: 'source:gauge',
  note: 'It rained.',
  evidenceUrl: null,
  evidenceSha256: null,
  proposedMs: LONG_AGO_MS,
  dueMs: LONG_AGO_MS,
  paidMicroUsdc: null,
  challenges: [],
  steps: steps.map(([what, timestampMs], eventIndex) => ({
    caseId: 1,
    seq: 1,
    eventIndex,
    what,
    timestampMs,
    marketId: null,
    by: null,
    endings: null,
    verdict: null,
    reason: null,
    reasonUrl: null,
    priceAsOf: null,
  })),
});

it.each<[boolean, readonly Happened[]]>([
  [true, [['challenged', LONG_AGO_MS]]],
  [true, [['contradicted', LONG_AGO_MS]]],
  [
    true,
    [
      ['contradicted', LONG_AGO_MS],
      ['challenged', NOW_MS],
    ],
  ],
  [false, [['contradicted', LONG_AGO_MS + 1]]],
  [
    false,
    [
      ['attested', LONG_AGO_MS],
      ['contradicted', NOW_MS],
    ],
  ],
  [
    false,
    [
      ['challenged', LONG_AGO_MS],
      ['decided', LONG_AGO_MS],
      ['contradicted', NOW_MS],
    ],
  ],
])('overdue %s: %j', (isOverdue, steps) => {
  const nothing = {
    find: () => Promise.resolve(null),
    seq: () => Promise.resolve(0),
    query: () => Promise.reject(new Error('nobody asks')),
  };
  const reads = new CaseReads(nothing, nothing, nothing, () => NOW_MS);
  expect(reads.shown(disputed(steps), () => false).overdue).toBe(isOverdue);
});
