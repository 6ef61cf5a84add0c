/** The order ticket: what is bought or sold, all that it costs before it is signed, and what happened. */
import type { LiveBook, Market } from '@bellwether/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLive } from '../../exchange/use-live';
import { account, key } from '../account';
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
  const [isConfirming, confirm] = useState(false);
  const offer = state.offer();
  useEffect(() => state.moved(), [book.seq, account.value?.seq, bookPaints, accountPaints]);
  const send = async () => {
    confirm(false);
    await state.send(offer);
    result.current?.focus({ preventScroll: true });
  };
  const isAllowed = !offer.isStale && offer.refusal === null && offer.order !== null;
  const isIdle = state.sent.value.state !== 'sending' && state.sent.value.state !== 'unknown';
  const dangers = dangersOf(state, offer, book);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isAllowed || !isIdle || !key.value || book.status !== 'active') return;
    if (dangers.length > 0) confirm(true);
    else void send();
  };
  return (
    <form class="panel ticket" aria-label={words.title} onSubmit={submit} data-test="ticket">
      <Entry market={market} book={book} state={state} />
      <PreviewPanel market={market} state={state} offer={offer} />
      <SendButton book={book} state={state} offer={offer} isAllowed={isAllowed} />
      <div ref={result} tabIndex={-1} role="status" data-test="result">
        <Result state={state} />
      </div>
      {isConfirming && (
        <Confirm dangers={dangers} onClose={() => confirm(false)} onConfirm={() => void send()} />
      )}
    </form>
  );
}
