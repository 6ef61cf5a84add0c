/** The chance over time, as a stepped line with the volume below it; and the same as a table. */
import type { LiveTrades, Trade } from '@bellwether/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Choice } from '../../components/controls';
import { Empty, Skeleton } from '../../components/surfaces';
import { isDark } from '../../components/theme';
import { gateway } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { count, percent } from '../../money/format';
import { moment, now } from '../../money/time';
import { MARKET_WORDS } from '../words/market';
import { drawChart } from './draw-chart';
import type { Drawn } from './draw-chart';
import { RANGES, addTrade, seriesOf } from './series';
import type { Range, Series } from './series';

const words = MARKET_WORDS.chart;
const HEIGHT = '220px';
const DAY_RANGE = RANGES[2];
/** The most rows of the table: more belong into a file. */
const MOST_ROWS = 200;

export function Chart({
  marketId,
  createdAt,
  trades,
}: {
  readonly marketId: string;
  readonly createdAt: number;
  readonly trades: LiveTrades;
}) {
  const [range, setRange] = useState<Range>(() => rangeFor(now() - createdAt));
  const candles = useAnswer(`candles ${marketId} ${range.value}`, async (signal) => {
    const seen = trades.recent[0]?.trade_id ?? 0;
    const to = now() + range.step;
    const from = range.seconds === null ? createdAt - range.step : to - range.seconds;
    const answer = await gateway.candles(
      marketId,
      { interval: range.interval, from, to },
      { signal },
    );
    return seriesOf(answer.candles, seen);
  });
  return (
    <section aria-label={words.title} class="chart">
      <div class="row apart">
        <h2>{words.title}</h2>
        <Choice
          name={words.range}
          look="little"
          options={RANGES}
          value={range.value}
          onChoose={(chosen) => setRange(RANGES.find(({ value }) => value === chosen) ?? DAY_RANGE)}
        />
      </div>
      {candles.value === undefined && candles.failure === undefined && <Skeleton height={HEIGHT} />}
      {candles.value === undefined && candles.failure !== undefined && (
        <div class="chart-box">
          <Empty>{words.unavailable}</Empty>
        </div>
      )}
      {candles.value !== undefined && (
        <Course key={range.value} series={candles.value} range={range} trades={trades} />
      )}
    </section>
  );
}

/** A day, or less of a market that is younger: its first hour would be a dot at the edge. */
const rangeFor = (ageSeconds: number): Range =>
  RANGES.find(
    ({ seconds }) => seconds !== null && ageSeconds < seconds && seconds <= DAY_SECONDS,
  ) ?? DAY_RANGE;
const DAY_SECONDS = 86_400;

/** @param series is continued in place by the trades that come */
function Course({
  series,
  range,
  trades,
}: {
  readonly series: Series;
  readonly range: Range;
  readonly trades: LiveTrades;
}) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  useLive(trades);
  const seen = useMemo(() => ({ trade: series.seenTrade }), [series]);
  const take = (trade: Trade) => {
    if (trade.trade_id <= seen.trade) return;
    seen.trade = trade.trade_id;
    addTrade(series, trade, range.step);
  };
  for (const trade of trades.recent.toReversed()) take(trade);
  const isEmpty = series.times.length === 0;
  useEffect(() => {
    if (box.current === null || isEmpty) return;
    drawn.current = drawChart(box.current, series, range);
    return () => drawn.current?.end();
  }, [series, isEmpty, isDark.value]);
  useEffect(() => drawn.current?.redraw());
  if (isEmpty) {
    return (
      <div class="chart-box">
        <Empty>{words.none}</Empty>
      </div>
    );
  }
  const last = series.closes.at(-1) ?? 0;
  return (
    <>
      <div
        ref={box}
        class={trades.isLive ? 'chart-box' : 'chart-box stale'}
        role="img"
        aria-label={words.described(percent(series.closes[0] ?? 0), percent(last))}
        data-test="chart"
        data-last={last}
      />
      <Values series={series} />
    </>
  );
}

/** For who cannot see a line. It is made when it is opened. */
function Values({ series }: { series: Series }) {
  const [isOpen, setOpen] = useState(false);
  const rows = series.times
    .map((time, index) => ({ time, index }))
    .slice(-MOST_ROWS)
    .toReversed();
  return (
    <details class="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="muted">{words.table}</summary>
      {isOpen && (
        <div class="table chart-values" role="region" aria-label={words.table} tabIndex={0}>
          <table data-test="chart-table">
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                <th scope="col" class="number">
                  {words.chance}
                </th>
                <th scope="col" class="number">
                  {words.volume}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ time, index }) => (
                <tr key={time}>
                  <td>{moment(time)}</td>
                  <td class="number">{percent(series.closes[index] ?? 0)}</td>
                  <td class="number">{count(series.volumes[index] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
