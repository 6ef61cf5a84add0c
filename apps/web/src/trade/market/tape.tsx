/** The newest trades of a market. */
import type { LiveTrades } from '@bellwether/client';
import { Empty, Skeleton } from '../../components/surfaces';
import { useLive } from '../../exchange/use-live';
import { cents, count } from '../../money/format';
import { clock } from '../../money/time';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';

const words = MARKET_WORDS.market;
const SHOWN = 16;

export function Tape({ trades }: { trades: LiveTrades }) {
  useLive(trades);
  if (trades.seq === 0) return <Skeleton height="440px" />;
  const recent = trades.recent.slice(0, SHOWN);
  if (recent.length === 0) return <Empty>{words.noTrades}</Empty>;
  return (
    <table class={trades.isLive ? 'tape' : 'tape stale'} data-test="tape">
      <caption class="unseen">{words.trades}</caption>
      <thead>
        <tr>
          <th scope="col">{words.trade}</th>
          <th scope="col" class="number">
            {words.price}
          </th>
          <th scope="col" class="number">
            {words.size}
          </th>
          <th scope="col" class="number">
            {words.time}
          </th>
        </tr>
      </thead>
      <tbody>
        {recent.map(({ trade_id, taker_side, outcome, price, size, time }) => (
          <tr key={trade_id}>
            <td class={outcome}>
              {(taker_side === 'buy' ? words.bought : words.sold)(WORDS.outcome[outcome])}
            </td>
            <td class="number">{cents(price)}</td>
            <td class="number">{count(size)}</td>
            <td class="number muted">{clock(time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
