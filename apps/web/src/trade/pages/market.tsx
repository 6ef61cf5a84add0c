/** A market: chart, book and ticket on one screen, then trades and rules. */
import type { LiveBook, LiveTrades, Market, OutcomeSide } from '@bellwether/client';
import { BellwetherError } from '@bellwether/client';
import { useEffect, useMemo } from 'preact/hooks';
import { lazy } from '../../components/lazy';
import { Heading, Link, query } from '../../components/router';
import { Empty, Panel, Skeleton } from '../../components/surfaces';
import { gateway, isConnectionLive, stream } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { account } from '../account';
import { Book } from '../market/book';
import { hasEnded } from '../market/has-ended';
import { Mine, Outcomes, Rules, Stats } from '../market/parts';
import { TicketPlace } from '../market/ticket-place';
import { Tape } from '../market/tape';
import { pageKeys } from '../shortcuts';
import { TicketState } from '../ticket/ticket-state';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';

const words = MARKET_WORDS.market;
/** As high as it is when it is there, with the line below it that opens its table. */
const CHART_HEIGHT = '287px';
const End = lazy(() => import('../market/end').then((part) => part.End), '200px');
const Chart = lazy(() => import('../market/chart').then((part) => part.Chart), CHART_HEIGHT);

export function MarketPage({ id }: { id: string }) {
  const market = useAnswer(`market ${id}`, (signal) => gateway.market(id, { signal }));
  if (market.value !== undefined) return <Shown market={market.value} />;
  if (market.failure === undefined) return <Loading />;
  const isMissing = market.failure instanceof BellwetherError && !market.failure.retryable;
  return (
    <>
      <Heading title={isMissing ? words.missing : words.failed} />
      <Empty
        action={
          <div class="row">
            {!isMissing && (
              <button class="button" onClick={market.again}>
                {WORDS.frame.again}
              </button>
            )}
            <Link class="button" href="/">
              {WORDS.frame.allMarkets}
            </Link>
          </div>
        }
      >
        {isMissing ? words.missingText : WORDS.errors.unavailable}
      </Empty>
    </>
  );
}

const Loading = () => (
  <div class="market">
    <div class="head">
      <Skeleton height="104px" />
    </div>
    <div class="stack">
      <Skeleton height={CHART_HEIGHT} />
      <Skeleton height="508px" />
    </div>
    <Skeleton height="480px" />
  </div>
);

/** The live channels of a market, from when its page is shown until it is left. */
function useChannels(id: string): { readonly book: LiveBook; readonly trades: LiveTrades } {
  const channels = useMemo(() => ({ book: stream.book(id), trades: stream.trades(id) }), [id]);
  useEffect(
    () => () => {
      channels.book.close();
      channels.trades.close();
    },
    [channels],
  );
  return channels;
}

function useTicket(market: Market, book: LiveBook): TicketState {
  const ticket = useMemo(() => new TicketState(market, book), [market.market_id, book]);
  const asked = query.value.get('outcome');
  useEffect(() => {
    if (asked === 'yes' || asked === 'no') ticket.outcome.value = asked;
  }, [asked, ticket]);
  useEffect(() => {
    const keys = {
      b: () => {
        ticket.side.value = 'buy';
      },
      s: () => {
        ticket.side.value = 'sell';
      },
      y: () => {
        ticket.outcome.value = 'yes';
      },
      n: () => {
        ticket.outcome.value = 'no';
      },
    };
    for (const [key, act] of Object.entries(keys)) {
      pageKeys.set(key, () => {
        ticket.renew();
        act();
      });
    }
    return () => {
      for (const key of Object.keys(keys)) pageKeys.delete(key);
      ticket.leave();
    };
  }, [ticket]);
  return ticket;
}

function Shown({ market }: { market: Market }) {
  const { market_id: id, event_id: eventId } = market;
  const { book, trades } = useChannels(id);
  const ticket = useTicket(market, book);
  const catalogue = useMemo(() => stream.markets(), []);
  useLive(catalogue);
  const live = catalogue.event(eventId);
  // The live catalogue holds the newest events: the other outcomes of an older one are requested.
  const isOld = live === null && catalogue.seq > 0;
  const old = useAnswer(isOld ? `event ${eventId}` : null, (signal) =>
    gateway.event(eventId, { signal }),
  );
  const event = live ?? old.value;
  const outcome = event?.outcomes.find(({ market_id }) => market_id === id) ?? market;
  const isLive = isConnectionLive.value && (live === null || catalogue.isLive);
  const mine = account.value !== null && <Account market={market} />;
  return (
    <div class="market">
      <div class="head">
        <p class="small">
          <Link href={`/?category=${encodeURIComponent(market.category.name)}`} class="category">
            {market.category.name}
          </Link>
        </p>
        <Heading title={market.question}>
          {market.question}
          {ticket.label !== '' && <span class="muted"> {ticket.label}</span>}
        </Heading>
        <Stats outcome={outcome} expiry={market.expiry} isLive={isLive} />
      </div>
      <div class="stack">
        <Chart marketId={id} createdAt={market.created_at} trades={trades} />
        <Books book={book} trades={trades} ticket={ticket} id={id} />
        {event !== undefined && event.outcomes.length > 1 && (
          <Outcomes event={event} marketId={id} isLive={isLive} />
        )}
        <Rules market={market} />
      </div>
      {hasEnded(outcome, market.expiry) ? (
        <aside class="stack" aria-label={MARKET_WORDS.end.title}>
          <End market={market} event={event} outcome={outcome} />
          {mine}
        </aside>
      ) : (
        <TicketPlace market={market} book={book} state={ticket}>
          {mine}
        </TicketPlace>
      )}
    </div>
  );
}

function Account({ market }: { market: Market }) {
  const user = account.value;
  useLive(user);
  return user === null ? null : <Mine user={user} market={market} />;
}

function Books({
  book,
  trades,
  ticket,
  id,
}: {
  readonly book: LiveBook;
  readonly trades: LiveTrades;
  readonly ticket: TicketState;
  readonly id: string;
}) {
  useLive(account.value);
  const outcome = ticket.outcome.value;
  return (
    <div class="books">
      <Panel title={words.book} aside={<small class="muted">{WORDS.outcome[outcome]}</small>}>
        <Book
          book={book}
          outcome={outcome}
          mine={pricesOf(id, outcome)}
          onPick={(price) => ticket.takePrice(price)}
        />
      </Panel>
      <Panel title={words.trades}>
        <Tape trades={trades} />
      </Panel>
    </div>
  );
}

function pricesOf(id: string, outcome: OutcomeSide): ReadonlySet<number> {
  const orders = account.value?.openOrders.filter(({ market_id }) => market_id === id) ?? [];
  return new Set(
    orders.map((order) => (order.outcome === outcome ? order.price : 10_000 - order.price)),
  );
}
