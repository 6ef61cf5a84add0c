/** Replaces the ticket after trading: resolution, time, operator, source, and payments. */
import type { Market, OutcomeEntry } from '@bellwether/client';
import { Facts, Panel } from '../../components/surfaces';
import type { Fact } from '../../components/surfaces';
import { usdExact } from '../../money/format';
import { moment } from '../../money/time';
import { decidedText } from '../list/decided';
import { END_WORDS as words } from '../words/end';
import { MARKET_WORDS } from '../words/market';

export const End = ({ market, outcome }: { market: Market; outcome: OutcomeEntry }) => (
  <Panel title={MARKET_WORDS.end.title} data-test="end">
    {outcome.resolution === null ? (
      <>
        <p>{words.awaited}</p>
        <Facts of={[{ name: words.closed, value: moment(market.expiry) }, ...sourceOf(market)]} />
      </>
    ) : (
      <Facts of={[...resultOf(outcome), ...sourceOf(market)]} />
    )}
    <p class="muted">{words.rules}</p>
  </Panel>
);

function resultOf(outcome: OutcomeEntry): Fact[] {
  const { resolved_at: at, paid_micro_usdc: paid } = outcome;
  return [
    { name: words.result, value: decidedText(outcome), tone: 'main', test: 'result' },
    ...(at === null ? [] : [{ name: words.when, value: moment(at), test: 'resolved-at' }]),
    { name: words.by, value: words.operator },
    ...(paid === null ? [] : [{ name: words.paid, value: usdExact(paid), test: 'paid' }]),
  ];
}

const sourceOf = ({ resolution_source: source }: Market): Fact[] =>
  source === null ? [] : [{ name: words.source, value: source }];
