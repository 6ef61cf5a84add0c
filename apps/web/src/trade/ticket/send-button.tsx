/** The ticket's one button: it says what it does and for how much, or why it does not. */
import type { LiveBook } from '@bellwether/client';
import { isLineLive } from '../../exchange/connection';
import { cents, count, usd } from '../../money/format';
import { begin, cannotKeep, key } from '../account';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';
import type { Offer, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;

export function SendButton({
  book,
  state,
  offer,
  isAllowed,
}: {
  readonly book: LiveBook;
  readonly state: TicketState;
  readonly offer: Offer;
  readonly isAllowed: boolean;
}) {
  if (key.value === null) {
    return (
      <button
        class="button primary large wide"
        type="button"
        disabled={cannotKeep.value}
        onClick={() => void begin()}
      >
        {words.start}
      </button>
    );
  }
  const { state: sent } = state.sent.value;
  const isOff =
    !isAllowed ||
    sent === 'sending' ||
    sent === 'unknown' ||
    book.status !== 'active' ||
    !key.value;
  // Not `disabled`: a button that somebody has just pressed keeps the focus.
  return (
    <button
      class={`button large wide ${isOff ? 'off' : state.outcome.value}`}
      type="submit"
      aria-disabled={isOff}
      data-test="send"
    >
      {textOf(book, state, offer)}
    </button>
  );
}

function textOf(book: LiveBook, state: TicketState, offer: Offer): string {
  const { status } = book;
  const { order, sums, read, isStale } = offer;
  if (status !== null && status !== 'active') return words.closed[status];
  if (!isLineLive.value || !book.isLive) return words.stale;
  if (state.sent.value.state === 'sending') return words.sending;
  const side = state.side.value;
  if (order === null || sums === null) return WORDS.side[side];
  if (isStale) return words.updating;
  const outcome = WORDS.outcome[state.outcome.value];
  if (order.filled === 0 && order.remaining > 0 && read.worst !== null) {
    const text = side === 'buy' ? words.button.restBuy : words.button.restSell;
    return text(count(order.size), outcome, cents(read.worst));
  }
  const amount = side === 'buy' ? usd(sums.pays, 'up') : usd(sums.gets);
  const size = state.kind.value === 'market' ? order.filled : order.size;
  return words.button[side](count(size), outcome, amount);
}
