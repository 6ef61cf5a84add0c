/** An event in the list: its chance, both prices, its volume, its end. */
import type { EventEntry, OutcomeEntry } from '@bellwether/client';
import { Meter, Sparkline } from '../../components/progress';
import { Link } from '../../components/router';
import { Tag } from '../../components/surfaces';
import { cents, compact, count, points } from '../../money/format';
import { now, relative } from '../../money/time';
import { WORDS } from '../words/everywhere';
import { byChance, courseOf, volumeOf, volumeOfDay } from './catalogue';
import { chanceText, decidedText } from './decided';

const words = WORDS.list;
const SHOWN = 3;
const CERTAIN = 10_000;

export function EventCard({ event }: { event: EventEntry }) {
  const [first, ...others] = event.outcomes;
  if (first === undefined) return null;
  const day = volumeOfDay(event);
  return (
    <article class="panel card" data-test="event">
      <div class="row apart small">
        <span class="category">{event.category.name}</span>
        {event.status !== 'active' && <Tag>{WORDS.status[event.status]}</Tag>}
      </div>
      <h2>
        <Link href={hrefOf(first)}>{event.question}</Link>
      </h2>
      {others.length === 0 ? <Binary outcome={first} /> : <Several event={event} />}
      <div class="row apart small muted foot-of-card">
        <span>
          {words.traded(compact(volumeOf(event)))}
          {day !== null && day > 0n && `, ${words.today(compact(day))}`}
        </span>
        <span>{isOver(event) ? words.ended : words.ends(relative(event.expiry))}</span>
      </div>
    </article>
  );
}

/** A question may be decided before its time. */
const isOver = ({ status, expiry }: EventEntry): boolean =>
  (status !== 'active' && status !== 'paused' && status !== 'pending') || expiry <= now();

const hrefOf = ({ market_id }: OutcomeEntry): string => `/market/${market_id}`;

function Binary({ outcome }: { outcome: OutcomeEntry }) {
  const { change_24h_bps: change } = outcome;
  const course = courseOf(outcome);
  const { chance } = outcome;
  if (outcome.resolution !== null) return <p>{words.decided(decidedText(outcome))}</p>;
  return (
    <>
      <div class="row">
        <span class="chance number" data-test="chance">
          {chanceText(outcome)}
        </span>
        <span class="muted">{chance === null ? words.noChance : words.chance}</span>
        {change !== null && change !== 0 && (
          <span class="number small muted">{points(change)}</span>
        )}
        <span class="grow">
          {course.length > 1 ? (
            <Sparkline of={course} label={words.course(outcome.label)} />
          ) : (
            chance !== null && <Meter percent={chance / 100} />
          )}
        </span>
      </div>
      <Prices outcome={outcome} />
    </>
  );
}

const Prices = ({ outcome }: { outcome: OutcomeEntry }) => (
  <div class="prices">
    <Price outcome={outcome} side="yes" />
    <Price outcome={outcome} side="no" />
  </div>
);

/** The price for a buyer now; without an offer it is only a link. */
function Price({ outcome, side }: { outcome: OutcomeEntry; side: 'yes' | 'no' }) {
  const ask = side === 'yes' ? outcome.yes_ask : CERTAIN - outcome.yes_bid;
  const name = WORDS.outcome[side];
  const price = ask === CERTAIN ? '–' : cents(ask);
  return (
    <Link
      class={`pill ${side}`}
      href={`${hrefOf(outcome)}?outcome=${side}`}
      aria-label={words.price(name, price, outcome.label)}
      aria-current={undefined}
    >
      {name} <b class="number">{price}</b>
    </Link>
  );
}

function Several({ event }: { event: EventEntry }) {
  const sorted = byChance(event);
  const [first] = sorted;
  return (
    <div class="outcomes">
      {sorted.slice(0, SHOWN).map((outcome) => (
        <div class="outcome" key={outcome.market_id}>
          <Link class="label" href={hrefOf(outcome)}>
            {outcome.label}
          </Link>
          <b class="number">{chanceText(outcome)}</b>
          {outcome.resolution === null && <Prices outcome={outcome} />}
        </div>
      ))}
      {sorted.length > SHOWN && first !== undefined && (
        <Link class="muted small" href={hrefOf(first)}>
          {words.more(count(sorted.length - SHOWN))}
        </Link>
      )}
    </div>
  );
}
