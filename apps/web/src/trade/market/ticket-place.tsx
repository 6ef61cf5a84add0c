/** Where the ticket is: beside the page, or on a phone in a sheet that a bar at the thumb opens. */
import type { LiveBook, Market, OutcomeSide } from '@bellwether/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog';
import { useLive } from '../../exchange/use-live';
import { cents } from '../../money/format';
import { Ticket } from '../ticket/ticket';
import type { TicketState } from '../ticket/ticket-state';
import { titleOf } from '../sentences';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';

const NARROW = matchMedia('(max-width: 760px)');

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const follow = () => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', follow);
    return () => NARROW.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}

interface Parts {
  readonly market: Market;
  readonly book: LiveBook;
  readonly state: TicketState;
}

export function TicketPlace({
  children,
  ...parts
}: Parts & { readonly children: ComponentChildren }) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) {
    return (
      <aside class="stack" aria-label={MARKET_WORDS.ticket.title}>
        <Ticket {...parts} />
        {children}
      </aside>
    );
  }
  return (
    <>
      {children}
      <ThumbBar
        {...parts}
        onOpen={(outcome) => {
          parts.state.renew();
          parts.state.outcome.value = outcome;
          setOpen(true);
        }}
      />
      {isOpen && (
        <Dialog
          title={titleOf(parts.market.question, parts.state.label)}
          look="sheet"
          onClose={() => setOpen(false)}
        >
          <Ticket {...parts} />
          <button class="button plain" type="button" onClick={() => setOpen(false)}>
            {MARKET_WORDS.ticket.close}
          </button>
        </Dialog>
      )}
    </>
  );
}

function ThumbBar({
  book,
  state,
  onOpen,
}: Parts & { readonly onOpen: (outcome: OutcomeSide) => void }) {
  useLive(book);
  return (
    <div class={book.isLive ? 'thumb-bar' : 'thumb-bar stale'}>
      {state.label !== '' && <p class="small strong">{state.label}</p>}
      {(['yes', 'no'] as const).map((outcome) => {
        const ask = book.isLive ? book.bestAsk(outcome) : null;
        return (
          <button
            key={outcome}
            class={`button large ${outcome}`}
            aria-haspopup="dialog"
            data-test={`open-${outcome}`}
            onClick={() => onOpen(outcome)}
          >
            {WORDS.outcome[outcome]}{' '}
            <span class="number">{ask === null ? '–' : cents(ask.price)}</span>
          </button>
        );
      })}
    </div>
  );
}
