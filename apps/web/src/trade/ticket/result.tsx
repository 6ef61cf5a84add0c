/** The outcome of the order: a receipt, a refusal, or a missing answer. */
import { Notice } from '../../components/surfaces';
import { count, usd, usdExact } from '../../money/format';
import { RaiseBound } from '../key/raise-bound';
import { sayDone } from '../sentences';
import { MARKET_WORDS } from '../words/market';
import type { Sent, TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;

export function Result({ state }: { state: TicketState }) {
  const sent = state.sent.value;
  if (sent.state === 'idle') return null;
  if (sent.state === 'sending') {
    return <p class="muted small">{sent.isAgain ? words.again : words.sending}</p>;
  }
  if (sent.state === 'done') return <Receipt sent={sent} label={state.label} />;
  const said = sent.said === '' ? null : <b>{sent.said}: </b>;
  if (sent.state === 'refused')
    return (
      <div class="stack tight">
        <p class="bad" data-test="refused">
          {said}
          {sent.text}
        </p>
        {sent.hit !== null && <RaiseBound hit={sent.hit} />}
      </div>
    );
  const { request } = sent;
  return (
    <div class="stack tight" data-test="unknown">
      <p class="bad">
        {said}
        {words.unknown}
      </p>
      <button class="button" type="button" onClick={() => void state.askAgain(request)}>
        {words.askAgain}
      </button>
    </div>
  );
}

function Receipt({ sent, label }: { sent: Extract<Sent, { state: 'done' }>; label: string }) {
  const { order, done, isExact, isReplayed, ms } = sent;
  const cost = usd(done.cost, order.side === 'buy' ? 'up' : 'down');
  const isTooDear = order.cancel_reason === 'max_cost';
  const parts = [
    ...(isTooDear ? [words.tooDear(count(order.remaining), count(order.size))] : []),
    ...(done.averagePrice === null
      ? []
      : [
          ...(isTooDear ? [] : [isExact ? words.exact : words.moved]),
          words.costAndFee(cost, usdExact(done.fee)),
        ]),
    words.orderNumber(String(order.order_id), count(ms)),
    ...(isReplayed ? [words.replayed] : []),
  ];
  return (
    <Notice kind="good" data-test="receipt">
      <b>{sayDone(order, label, done.averagePrice)}</b>
      <br />
      <span class="small">{parts.join(' ')}</span>
    </Notice>
  );
}
