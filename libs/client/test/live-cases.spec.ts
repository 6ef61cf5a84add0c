/** Open results as the stream `cases` reports them. */
import { expect, it } from 'vitest';
import type { CaseNews } from '../src/generated/interface';
import { LiveCases } from '../src/stream/live-cases';

const NOTHING: Omit<CaseNews, 'what' | 'status'> = {
  case_id: 7,
  event_id: null,
  market_id: null,
  corrects: null,
  prices: null,
  by: null,
  words: null,
  due: null,
  challenge_id: null,
  claim: null,
  claim_market: null,
  verdict: null,
  paid_micro_usdc: null,
};
const of = (outcome: 'yes' | 'no') => [{ market_id: 'm', outcome, price: 10_000 }];

it('a result that its source contradicts stays open, disputed, until it is decided', () => {
  const cases = new LiveCases({ end: () => {}, refresh: () => {} });
  cases.snapshot({ cases: [], has_more: false }, { seq: 1, timestamp: 1 });
  const seen = (...news: (Pick<CaseNews, 'what' | 'status'> & Partial<CaseNews>)[]) => {
    const all = news.map((one) => ({ ...NOTHING, ...one }));
    cases.update({ cases: all }, { seq: 2, timestamp: 2 });
    const { status, due, challenges, by } = cases.case(7) ?? {};
    return [status, due, challenges, by];
  };
  const by = 'source:gauge';
  const proposed = { market_id: 'm', prices: of('yes'), by, due: 50 };
  expect([
    seen({ what: 'proposed', status: 'proposed', ...proposed }),
    seen({ what: 'attested', status: null, by: 'source:index', words: 'The same.' }),
    seen({ what: 'challenged', status: 'disputed', claim: 'no' }),
    seen({ what: 'contradicted', status: 'disputed', by, words: 'Another thing.' }),
    seen({ what: 'decided', status: 'proposed', prices: of('no'), by: 'desk-1', due: 90 }),
    seen({ what: 'contradicted', status: 'disputed', by, words: 'Yet another.' }),
    seen({ what: 'decided', status: null }, { what: 'final', status: 'final' }),
  ]).toEqual([
    ['proposed', 50, 0, by],
    ['proposed', 50, 0, by],
    ['disputed', null, 1, by],
    ['disputed', null, 1, by],
    ['proposed', 90, 0, 'desk-1'],
    ['disputed', null, 0, 'desk-1'],
    [undefined, undefined, undefined, undefined],
  ]);
});
