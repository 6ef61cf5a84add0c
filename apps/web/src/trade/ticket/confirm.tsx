/** One more step before an order that is large, or far from the market: the order in a sentence, and the loss at most. */
import type { LiveBook } from '@bellwether/client';
import { Dialog } from '../../components/dialog';
import { cents, usd } from '../../money/format';
import { sayIfWrong } from '../sentences';
import { MARKET_WORDS } from '../words/market';
import type { Offer, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;
const LARGE = 1_000_000_000n;
const FAR_BPS = 1_000;

/** In words; none: it may be sent at once. */
export function dangersOf({ label }: TicketState, offer: Offer, book: LiveBook): readonly string[] {
  const { order, sums, wanted } = offer;
  if (order === null || sums === null || wanted === null) return [];
  const { side, outcome } = wanted;
  const dangers: string[] = [];
  if (sums.paysAtMost > LARGE) {
    dangers.push(`${words.confirmLarge} ${sayIfWrong({ outcome, label }, sums.paysAtMost)}`);
  }
  if (sums.gets > LARGE) dangers.push(`${words.confirmLarge} ${words.confirmSale(usd(sums.gets))}`);
  const { midpoint } = book;
  const price = order.average_price ?? wanted.price;
  if (midpoint === null || (order.filled === 0 && order.remaining > 0)) return dangers;
  const middle = outcome === 'yes' ? midpoint : 10_000 - midpoint;
  const distance = side === 'buy' ? price - middle : middle - price;
  if (distance > FAR_BPS) dangers.push(words.confirmFar(cents(price)));
  return dangers;
}

/** @param mayBeSent the order that was seen when this opened is still what would be sent, and may be */
export const Confirm = ({
  seen,
  dangers,
  mayBeSent,
  onClose,
  onConfirm,
}: {
  readonly seen: string;
  readonly dangers: readonly string[];
  readonly mayBeSent: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) => (
  <Dialog
    title={words.confirmTitle}
    onClose={onClose}
    actions={
      <>
        <button class="button" type="button" onClick={onClose}>
          {words.back}
        </button>
        <button
          class={mayBeSent ? 'button danger' : 'button off'}
          type="button"
          data-test="confirm"
          aria-disabled={!mayBeSent}
          onClick={() => mayBeSent && onConfirm()}
        >
          {words.confirm}
        </button>
      </>
    }
  >
    <p class="strong" data-test="confirm-order">
      {seen}
    </p>
    {dangers.map((text) => (
      <p key={text}>{text}</p>
    ))}
    <p role="status" class="bad">
      {!mayBeSent && words.confirmChanged}
    </p>
  </Dialog>
);
