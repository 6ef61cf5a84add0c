/** The order ticket: the order, its whole cost before the signature, and afterwards the outcome. */
import type { LiveBook, Market } from '@bellwether/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFocusFallback } from '../../components/use-focus-fallback';
import { useLive } from '../../exchange/use-live';
import { account } from '../account';
import { MARKET_WORDS } from '../words/market';
import { Confirm, dangersOf } from './confirm';
import { Entry } from './entry';
import { PreviewPanel } from './preview-panel';
import { Result } from './result';
import { SendButton } from './send-button';
import type { TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;

export function Ticket({
  market,
  book,
  state,
}: {
  readonly market: Market;
  readonly book: LiveBook;
  readonly state: TicketState;
}) {
  const bookPaints = useLive(book);
  const accountPaints = useLive(account.value);
  const result = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLFormElement>(null);
  useFocusFallback(place, '[data-test=amount]');
  /** The sentence to confirm. */
  const [asked, setAsked] = useState<{
    readonly said: string;
    readonly dangers: readonly string[];
  }>();
  const offer = state.offer();
  useEffect(() => state.moved(), [book.seq, account.value?.seq, bookPaints, accountPaints]);
  const send = async (said: string) => {
    setAsked(undefined);
    if (await state.send(said)) result.current?.focus({ preventScroll: true });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!state.maySend(offer)) return;
    const dangers = dangersOf(state, offer, book);
    if (dangers.length > 0) setAsked({ said: offer.said, dangers });
    else void send(offer.said);
  };
  const isDone = state.sent.value.state === 'done';
  return (
    <form
      ref={place}
      class="panel ticket"
      aria-label={words.title}
      onSubmit={submit}
      data-test="ticket"
    >
      {state.label !== '' && <p class="strong">{state.label}</p>}
      {!isDone && (
        <>
          <Entry market={market} book={book} state={state} />
          <PreviewPanel market={market} state={state} offer={offer} />
          <SendButton book={book} state={state} offer={offer} />
        </>
      )}
      <div ref={result} tabIndex={-1} role="status" data-test="result">
        <Result state={state} />
      </div>
      {isDone && (
        <button class="button wide" type="button" data-test="another" onClick={() => state.renew()}>
          {words.another}
        </button>
      )}
      {asked !== undefined && (
        <Confirm
          seen={asked.said}
          dangers={asked.dangers}
          mayBeSent={state.maySend(offer) && offer.said === asked.said}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void send(asked.said)}
        />
      )}
    </form>
  );
}
