/** One more step before an order that is large, or far from the market: it repeats the loss. */
import type { LiveBook } from '@bellwether/client';
import { Dialog } from '../../components/dialog';
import { cents, usd } from '../../money/format';
import { MARKET_WORDS } from '../words/market';
import type { Offer, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;
const LARGE = 1_000_000_000n;
const FAR_BPS = 1_000;

/** In words; none: it may be sent at once. */
export function dangersOf(
  state: TicketState,
  { order, sums, read }: Offer,
  book: LiveBook,
): readonly string[] {
  if (order === null || sums === null || read.worst === null) return [];
  const dangers: string[] = [];
  if (sums.pays > LARGE) dangers.push(words.confirmLarge(usd(sums.pays, 'up')));
  const { midpoint } = book;
  const price = order.average_price ?? read.worst;
  if (midpoint === null || (order.filled === 0 && order.remaining > 0)) return dangers;
  const middle = state.outcome.value === 'yes' ? midpoint : 10_000 - midpoint;
  const distance = state.side.value === 'buy' ? price - middle : middle - price;
  if (distance > FAR_BPS) dangers.push(words.confirmFar(cents(price)));
  return dangers;
}

export const Confirm = ({
  dangers,
  onClose,
  onConfirm,
}: {
  readonly dangers: readonly string[];
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) => (
  <Dialog
    title={words.ifRightTitle}
    onClose={onClose}
    actions={
      <>
        <button class="button" type="button" onClick={onClose}>
          {words.back}
        </button>
        <button class="button danger" type="button" data-test="confirm" onClick={onConfirm}>
          {words.confirm}
        </button>
      </>
    }
  >
    {dangers.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </Dialog>
);
