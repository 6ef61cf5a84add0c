/** uPlot in our colours. A canvas knows no custom properties: an element resolves them, in light and in dark. */
import uPlot from 'uplot';
import { LOCALE } from '../../money/format';
import { now } from '../../money/time';
import type { Range, Series } from './series';

export interface Drawn {
  readonly redraw: () => void;
  readonly end: () => void;
}

const HEIGHT = 220;
/** Of it, for the times below the line: one line of text. */
const TIMES_HEIGHT = 28;
const BPS_PER_PERCENT = 100;
const DAY = 86_400;
/** Of the height, for the volume. */
const VOLUME_SHARE = 5;
const PAINT_MS = 250;

export function drawChart(box: HTMLElement, series: Series, range: Range): Drawn {
  // The line goes on to this moment: the last price holds until there is another.
  const data = (): uPlot.AlignedData => [
    [...series.times, Math.max(now(), (series.times.at(-1) ?? 0) + 1)],
    [...series.closes, series.closes.at(-1) ?? null].map((close) =>
      close === null ? null : close / BPS_PER_PERCENT,
    ),
    [...series.volumes, null],
  ];
  const plot = new uPlot(
    { ...optionsOf(range), width: box.clientWidth, height: HEIGHT },
    data(),
    box,
  );
  const fit = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
  fit.observe(box);
  let due: ReturnType<typeof setTimeout> | undefined;
  return {
    redraw: () => {
      due ??= setTimeout(() => {
        due = undefined;
        plot.setData(data());
      }, PAINT_MS);
    },
    end: () => {
      clearTimeout(due);
      fit.disconnect();
      plot.destroy();
    },
  };
}

function colour(name: string, share = 100): string {
  const probe = document.createElement('i');
  probe.style.color = `color-mix(in srgb, var(${name}) ${share}%, transparent)`;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** Builders are optional parts of uPlot: the built file has them. */
const pathsOf = (paths: uPlot.Series.PathBuilder | undefined) =>
  paths === undefined ? {} : { paths };

function optionsOf({ seconds }: Range): Omit<uPlot.Options, 'width' | 'height'> {
  const isLong = seconds === null || seconds > DAY;
  const times = new Intl.DateTimeFormat(
    LOCALE,
    isLong
      ? { day: 'numeric', month: 'short' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  );
  const axis = {
    stroke: colour('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: colour('--rule'), width: 1 },
    ticks: { show: false },
  };
  return {
    legend: { show: false },
    cursor: { y: false, points: { show: false } },
    scales: {
      x: {
        time: true,
        range: (_, first, last) => [seconds === null ? first : last - seconds, last],
      },
      // The axis is cut, so nothing is filled below the line.
      y: {
        range: (_, low, high) => [
          Math.max(0, Math.floor((low - 4) / 5) * 5),
          Math.min(100, Math.ceil((high + 4) / 5) * 5),
        ],
      },
      volume: { range: (_, __, high) => [0, Math.max(1, high * VOLUME_SHARE)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        size: TIMES_HEIGHT,
        values: (_, seconds_) => seconds_.map((second) => times.format(second * 1_000)),
      },
      {
        ...axis,
        side: 1,
        size: 46,
        incrs: [1, 2, 5, 10, 20, 25],
        values: (_, ticks) => ticks.map((tick) => `${tick}%`),
      },
    ],
    series: [
      {},
      {
        stroke: colour('--yes'),
        width: 2,
        ...pathsOf(uPlot.paths.stepped?.({ align: 1 })),
        points: { show: false },
      },
      {
        scale: 'volume',
        fill: colour('--muted', 30),
        ...pathsOf(uPlot.paths.bars?.({ size: [0.7, 12] })),
        points: { show: false },
      },
    ],
  };
}
