/** The order book of one outcome: a level is a button that sets the ticket's price. */
import type { BookLevel, LiveBook, OutcomeSide } from '@bellwether/client';
import { Skeleton } from '../../components/surfaces';
import { useLive } from '../../exchange/use-live';
import { cents, count } from '../../money/format';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';

const words = MARKET_WORDS.market;
const DEPTH = 7;
const WHOLE = 100;

interface Parts {
  readonly book: LiveBook;
  readonly outcome: OutcomeSide;
  /** Prices at which the user has an order, in terms of the outcome. */
  readonly mine: ReadonlySet<number>;
  readonly onPick: (price: number) => void;
}

export function Book({ book, outcome, mine, onPick }: Parts) {
  useLive(book);
  if (book.seq === 0) return <Skeleton height="440px" />;
  const asks = book.asks(outcome, DEPTH);
  const bids = book.bids(outcome, DEPTH);
  const most = Math.max(1, sizeOf(asks), sizeOf(bids));
  const common = { most, mine, onPick };
  return (
    <table class={book.isLive ? 'book' : 'book stale'} data-test="book" data-seq={book.seq}>
      <caption class="unseen">{words.bookOf(WORDS.outcome[outcome])}</caption>
      <thead>
        <tr>
          <th scope="col">{words.price}</th>
          <th scope="col" class="number">
            {words.size}
          </th>
          <th scope="col" class="number">
            {words.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {asks.length === 0 && <None text={words.noAsks} />}
        <Levels levels={asks} side="ask" {...common} />
        <Middle book={book} outcome={outcome} />
        <Levels levels={bids} side="bid" {...common} />
        {bids.length === 0 && <None text={words.noBids} />}
      </tbody>
    </table>
  );
}

const sizeOf = (levels: readonly BookLevel[]): number =>
  levels.reduce((sum, { size }) => sum + size, 0);

const None = ({ text }: { text: string }) => (
  <tr>
    <td colSpan={3} class="muted">
      {text}
    </td>
  </tr>
);

function Levels({
  levels,
  side,
  most,
  mine,
  onPick,
}: Omit<Parts, 'book' | 'outcome'> & {
  readonly levels: readonly BookLevel[];
  readonly side: 'bid' | 'ask';
  readonly most: number;
}) {
  let reached = 0;
  const rows = levels.map((level) => ({ ...level, reached: (reached += level.size) }));
  if (side === 'ask') rows.reverse();
  return (
    <>
      {rows.map((level) => (
        <tr key={level.price} class={side} data-price={level.price} data-size={level.size}>
          <td>
            <button
              class="level number"
              type="button"
              aria-label={words.usePrice(words[side], cents(level.price))}
              onClick={() => onPick(level.price)}
            >
              {cents(level.price)}
            </button>
            {mine.has(level.price) && (
              <span class="mine" role="img" aria-label={words.yours} title={words.yours}>
                ●
              </span>
            )}
          </td>
          <td class="number">{count(level.size)}</td>
          <td class="number depth">
            <i
              aria-hidden="true"
              style={{ width: `${Math.round((WHOLE * level.reached) / most)}%` }}
            />
            {count(level.reached)}
          </td>
        </tr>
      ))}
    </>
  );
}

function Middle({ book, outcome }: Pick<Parts, 'book' | 'outcome'>) {
  const { lastPrice: yes, spread } = book;
  const last = yes === null ? null : outcome === 'yes' ? yes : 10_000 - yes;
  return (
    <tr class="middle">
      <td colSpan={3}>
        <div class="row apart">
          <span>
            {words.last} <b class="number">{last === null ? '–' : cents(last)}</b>
          </span>
          <span>
            {words.spread} <b class="number">{spread === null ? '–' : cents(spread)}</b>
          </span>
        </div>
      </td>
    </tr>
  );
}
