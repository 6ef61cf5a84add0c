/** Parts of a market's page: its head, its other outcomes, its rules, and the user's position and orders. */
import type { EventEntry, LiveUser, Market, OutcomeEntry } from '@bellwether/client';
import { Link } from '../../components/router';
import { Panel, Tag } from '../../components/surfaces';
import { chanceText, decidedText } from '../list/decided';
import { byChance } from '../list/catalogue';
import { compact, decimalText, points, usdExact } from '../../money/format';
import { lasting, moment, relative } from '../../money/time';
import { hasEnded } from './has-ended';
import { CancelButton } from '../portfolio/cancel-button';
import { ChangeButton } from '../portfolio/changing';
import { labelOf, sayHeld, sayResting } from '../sentences';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';

const words = MARKET_WORDS.market;

export function Stats({
  outcome,
  expiry,
  isLive,
}: {
  readonly outcome: OutcomeEntry;
  readonly expiry: number;
  readonly isLive: boolean;
}) {
  const { change_24h_bps: change, volume_24h: day } = outcome;
  return (
    <div class={isLive ? 'row stats' : 'row stats stale'}>
      {outcome.resolution === null ? (
        <>
          <span class="figure number" data-test="chance">
            {chanceText(outcome)}
          </span>
          <span class="muted">
            {outcome.chance === null ? WORDS.list.noChance : WORDS.list.chance}
          </span>
        </>
      ) : (
        <span class="figure" data-test="decided">
          {decidedText(outcome)}
        </span>
      )}
      {change !== null && change !== 0 && (
        <span class="muted number">{words.change(points(change))}</span>
      )}
      <span class="muted" data-test="volume">
        {words.volume(compact(outcome.volume))}
        {day !== null && day > 0 && `, ${WORDS.list.today(compact(day))}`}
      </span>
      <span class="muted">{words.open(compact(outcome.open_interest))}</span>
      {!hasEnded(outcome, expiry) && <span class="muted">{WORDS.list.ends(relative(expiry))}</span>}
      {outcome.status !== 'active' && <Tag>{WORDS.status[outcome.status]}</Tag>}
    </div>
  );
}

export const Outcomes = ({
  event,
  marketId,
  isLive,
}: {
  readonly event: EventEntry;
  readonly marketId: string;
  readonly isLive: boolean;
}) => (
  <Panel title={words.outcomes} stale={!isLive}>
    <ul class="outcome-list">
      {byChance(event).map((outcome) => (
        <li key={outcome.market_id}>
          <Link
            href={`/market/${outcome.market_id}`}
            class={outcome.market_id === marketId ? 'here' : ''}
          >
            <span>{outcome.label}</span>
            <span class="muted small number">{WORDS.list.traded(compact(outcome.volume))}</span>
            <b class="number">{chanceText(outcome)}</b>
          </Link>
        </li>
      ))}
    </ul>
  </Panel>
);

/** Texts of the operator are text, whatever is in them. */
export function Rules({ market }: { market: Market }) {
  const { rules, resolution_source: source, description } = market;
  const what = market.label === 'Yes' ? words.truth : words.isOutcome(market.label);
  const fee = `${Number(decimalText(BigInt(market.fee_bps), 2))}%`;
  return (
    <Panel title={words.rules}>
      {description !== '' && <p class="rules">{description}</p>}
      {rules !== null && <p class="rules">{rules}</p>}
      {description === '' && rules === null && <p class="rules">{words.noRules}</p>}
      {source !== null && (
        <p class="muted">
          {words.source}: {source}
        </p>
      )}
      <p class="muted">{words.pays(what)}</p>
      <p class="muted">{words.fee(fee, `${market.maker_rebate_pct}%`)}</p>
      <p class="muted">
        {words.endsAt(moment(market.expiry))} {words.decides} {market.source && words.bySource}{' '}
        {howDecided(market)}
      </p>
    </Panel>
  );
}

/** By the rules in force when the market was made. */
function howDecided({ resolution_rules: rules }: Market): string {
  const { window_seconds: window, stake_micro_usdc: stake, second_role: second } = rules;
  if (window === 0) return '';
  const said = words.final(lasting(window), stake === 0 ? '' : usdExact(stake));
  return second ? `${said} ${words.second}` : said;
}

/** The user's position and orders here. */
export function Mine({ user, market }: { user: LiveUser; market: Market }) {
  const { market_id: marketId } = market;
  const label = labelOf(market);
  const position = user.position(marketId);
  const orders = user.openOrders.filter(({ market_id }) => market_id === marketId);
  if (position === null && orders.length === 0) return null;
  return (
    <Panel title={words.yourPosition} stale={!user.isLive}>
      {position !== null && (
        <p data-test="held">
          {position.yes_contracts > 0 && (
            <Tag tone="yes">{sayHeld(position.yes_contracts, { outcome: 'yes', label })}</Tag>
          )}{' '}
          {position.no_contracts > 0 && (
            <Tag tone="no">{sayHeld(position.no_contracts, { outcome: 'no', label })}</Tag>
          )}
        </p>
      )}
      {orders.length > 0 && <h3>{words.yourOrders}</h3>}
      {orders.map((order) => (
        <div class="row apart small" key={order.order_id}>
          <span class="number">
            {sayResting(
              order.side,
              { outcome: order.outcome, label },
              order.remaining,
              order.price,
            )}
          </span>
          <span class="row">
            <ChangeButton order={order} label={label} />
            <CancelButton order={order} />
          </span>
        </div>
      ))}
    </Panel>
  );
}
