/** The ticket's one button: it shows its action and the amount, or why it does nothing. */
import type { LiveBook } from '@bellwether/client';
import { begin, cannotStore, key } from '../account';
import { saySide } from '../sentences';
import { MARKET_WORDS } from '../words/market';
import type { Offer, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;

export function SendButton({
  book,
  state,
  offer,
}: {
  readonly book: LiveBook;
  readonly state: TicketState;
  readonly offer: Offer;
}) {
  if (key.value === null) {
    return (
      <button
        class="button primary large wide"
        type="button"
        disabled={cannotStore.value}
        onClick={() => void begin()}
      >
        {words.start}
      </button>
    );
  }
  const isOff = !state.maySend(offer);
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

function textOf(book: LiveBook, state: TicketState, { said, isStale }: Offer): string {
  const { status } = book;
  if (status !== null && status !== 'active') return words.closed[status];
  if (!state.isBookLive) return words.stale;
  if (state.sent.value.state === 'sending') return words.sending;
  if (said === '') {
    return saySide(state.side.value, { outcome: state.outcome.value, label: state.label });
  }
  return isStale ? words.updating : said;
}
