/** Replaces the ticket after trading: resolution, time, operator, source, and payments. */
import type { EventEntry, HeldPosition, Market, OutcomeEntry } from '@bellwether/client';
import { Facts, Panel } from '../../components/surfaces';
import { gateway } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import type { Fact } from '../../components/surfaces';
import { usdExact } from '../../money/format';
import { moment, now } from '../../money/time';
import { account } from '../account';
import { decidedText } from '../list/decided';
import { END_WORDS as words } from '../words/end';
import { MARKET_WORDS } from '../words/market';
import { RESULT_WORDS } from '../words/result';
import { CoursePanel } from './course-panel';

interface Parts {
  readonly market: Market;
  readonly event: EventEntry | undefined;
  readonly outcome: OutcomeEntry;
}

export function End({ market, event, outcome }: Parts) {
  const { status, resolution } = outcome;
  const user = account.value?.publicKey;
  const isAsked = user !== undefined && resolution !== null;
  const mine = useAnswer(isAsked ? `result ${market.market_id} ${user}` : null, (signal) =>
    gateway.positions(user!, { market_id: market.market_id }, { signal }),
  );
  return (
    <Panel title={MARKET_WORDS.end.title} data-test="end">
      {resolution === null && (
        <p>{status === 'proposed' || status === 'disputed' ? words.said[status] : words.awaited}</p>
      )}
      <Facts
        of={[
          ...(resolution !== null ? resultOf(outcome) : []),
          ...(resolution === null && market.expiry <= now()
            ? [{ name: words.closed, value: moment(market.expiry) }]
            : []),
          ...ownOf(mine.value?.positions),
          ...sourceOf(market),
        ]}
      />
      <CoursePanel market={market} event={event} outcome={outcome} />
      {resolution !== null && <p class="muted">{words.portfolio}</p>}
    </Panel>
  );
}

/** Sales before the end included. */
const ownOf = (positions: readonly HeldPosition[] = []): Fact[] =>
  positions.flatMap(({ realised }) =>
    realised === null
      ? []
      : [{ name: RESULT_WORDS.mine, value: usdExact(realised), test: 'own-result' }],
  );

function resultOf(outcome: OutcomeEntry): Fact[] {
  const { resolved_at: at, paid_micro_usdc: paid } = outcome;
  return [
    { name: words.result, value: decidedText(outcome), tone: 'main', test: 'result' },
    ...(at === null ? [] : [{ name: words.when, value: moment(at), test: 'resolved-at' }]),
    ...(paid === null ? [] : [{ name: words.paid, value: usdExact(paid), test: 'paid' }]),
  ];
}

const sourceOf = ({ resolution_source: source }: Market): Fact[] =>
  source === null ? [] : [{ name: words.source, value: source }];
