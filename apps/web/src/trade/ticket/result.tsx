/** What happened to the order: a receipt, a refusal, or an answer that has not come. */
import { Notice } from '../../components/surfaces';
import { cents, count, usd, usdExact } from '../../money/format';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';
import type { Sent, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;

export function Result({ state }: { state: TicketState }) {
  const sent = state.sent.value;
  if (sent.state === 'idle') return null;
  if (sent.state === 'sending') {
    return <p class="muted small">{sent.isAgain ? words.again : words.sending}</p>;
  }
  if (sent.state === 'refused')
    return (
      <p class="bad" data-test="refused">
        {sent.text}
      </p>
    );
  if (sent.state === 'unknown') {
    const { request } = sent;
    return (
      <div class="stack tight" data-test="unknown">
        <p class="bad">{words.unknown}</p>
        <button class="button" type="button" onClick={() => void state.askAgain(request)}>
          {words.askAgain}
        </button>
      </div>
    );
  }
  return <Receipt sent={sent} />;
}

function Receipt({ sent }: { sent: Extract<Sent, { state: 'done' }> }) {
  const { order, done, isExact, isReplayed, ms } = sent;
  const cost = usd(done.cost, order.side === 'buy' ? 'up' : 'down');
  const parts = [
    ...(done.averagePrice === null
      ? []
      : [isExact ? words.exact : words.moved, words.costAndFee(cost, usdExact(done.fee))]),
    words.orderNumber(String(order.order_id), count(ms)),
    ...(isReplayed ? [words.replayed] : []),
  ];
  return (
    <Notice kind="good" data-test="receipt">
      <b>{headline(sent)}</b>
      <br />
      <span class="small">{parts.join(' ')}</span>
    </Notice>
  );
}

function headline({ order, done }: Extract<Sent, { state: 'done' }>): string {
  const outcome = WORDS.outcome[order.outcome];
  const parts: string[] = [];
  if (done.averagePrice !== null) {
    const text = order.side === 'buy' ? words.bought : words.sold;
    parts.push(text(count(order.filled), outcome, cents(done.averagePrice)));
  }
  if (order.status === 'resting' || order.status === 'partially_filled') {
    parts.push(words.resting(count(order.remaining), cents(order.price)));
  }
  return parts.length === 0 ? words.nothing : parts.join(', ');
}
