/** All that an order would cost and bring, before it is signed: the engine's own numbers. */
import type { Market } from '@bellwether/client';
import { Link } from '../../components/router';
import { Facts } from '../../components/surfaces';
import type { Fact } from '../../components/surfaces';
import { cents, count, divided, usd, usdExact } from '../../money/format';
import { sayCode } from '../say';
import { sayIfRight } from '../sentences';
import { MARKET_WORDS } from '../words/market';
import { sellable } from './ticket-state';
import type { Offer, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;
const DOLLAR = 1_000_000n;

export function PreviewPanel({
  market,
  state,
  offer,
}: {
  readonly market: Market;
  readonly state: TicketState;
  readonly offer: Offer;
}) {
  const { order, sums, isStale } = offer;
  return (
    <div class={isStale && order !== null ? 'preview stale' : 'preview'} data-test="preview">
      {order !== null && sums !== null ? (
        <Facts of={[...course(offer), ...money(state, offer)]} />
      ) : (
        <p class="muted">{reason(market, state, offer)}</p>
      )}
      <Refused offer={offer} />
    </div>
  );
}

/** Why there are no numbers. */
function reason(market: Market, state: TicketState, { read, refusal }: Offer): string {
  if (refusal !== null) return '';
  if (!state.isBookLive) return words.stale;
  if (read.terms !== null) return words.asking;
  if (state.side.value === 'sell' && sellable(market.market_id, state.outcome.value) === 0) {
    return words.noHeld;
  }
  return read.worst === null && state.kind.value === 'market' ? words.nobody : words.enter;
}

function course({ order }: Offer): Fact[] {
  if (order === null) return [];
  const { average_price: price, filled, remaining, size, status } = order;
  const rests = status === 'resting' || status === 'partially_filled';
  const note = rests ? words.waits(count(remaining)) : words.dropped(count(remaining));
  return [
    { name: words.averagePrice, value: price === null ? words.rests : cents(price) },
    {
      name: words.fillsNow,
      value: words.ofAll(count(filled), count(size)),
      test: 'fills-now',
    },
    ...(remaining > 0 ? [{ name: '', value: <small class="muted">{note}</small> }] : []),
  ];
}

function money(state: TicketState, { sums, read }: Offer): Fact[] {
  if (sums === null || read.worst === null) return [];
  const side = state.side.value;
  const isMarket = state.kind.value === 'market';
  const never: Fact = {
    name: words.never[side],
    value: words.each(cents(read.worst)),
    test: 'never',
  };
  const fee: Fact = { name: words.fee, value: usdExact(sums.fee), test: 'fee' };
  if (side === 'sell') {
    const gets: Fact = { name: words.get, value: usd(sums.gets), tone: 'main good', test: 'gets' };
    return isMarket ? [fee, gets, never] : [fee, gets];
  }
  const right = sayIfRight({ outcome: state.outcome.value, label: state.label });
  const payout: Fact = { name: right, value: usd(sums.payout), tone: 'main good', test: 'payout' };
  const pays = usd(sums.pays, 'up');
  // Either may find another book than the one that was looked at.
  const most: Fact = {
    name: words.payAtMost,
    value: usdExact(sums.paysAtMost),
    test: 'pays-at-most',
  };
  const now: Fact = { name: words.pay, value: pays, tone: 'main', test: 'pays' };
  return isMarket ? [fee, now, payout, most, never] : [fee, now, payout, most];
}

function Refused({ offer: { refusal } }: { offer: Offer }) {
  if (refusal === null) return null;
  const { code, details } = refusal;
  if (code !== 'INSUFFICIENT_BALANCE') return <p class="bad">{sayCode(code, details)}</p>;
  const { required, available, shortfall } = details;
  if (![required, available, shortfall].every(isWhole))
    return <p class="bad">{sayCode(code, details)}</p>;
  const whole = divided(BigInt(Number(shortfall)), DOLLAR, 'up') * DOLLAR;
  return (
    <div class="stack tight" data-test="shortfall">
      <p class="bad">{words.missing(usd(Number(required), 'up'), usd(Number(available)))}</p>
      <Link class="button" href="/deposit">
        {words.deposit(usd(whole))}
      </Link>
    </div>
  );
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
