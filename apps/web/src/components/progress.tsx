/** How far something is: steps on a way, a share, a course over time. */

export interface Step {
  readonly label: string;
  readonly state: 'done' | 'now' | 'failed' | 'ahead';
}

export const Steps = ({ of }: { of: readonly Step[] }) => (
  <ol class="steps">
    {of.map(({ label, state }) => (
      <li key={label} class={state} {...(state === 'now' ? { 'aria-current': 'step' } : {})}>
        {label}
      </li>
    ))}
  </ol>
);

/** @param percent of the whole, 0 to 100; the number itself stands beside it */
export const Meter = ({ percent }: { percent: number }) => (
  <span class="meter" aria-hidden="true">
    <i style={{ width: `${percent}%` }} />
  </span>
);

const WIDTH = 96;
const HEIGHT = 28;

/** A course without an axis, beside the number at its end. */
export function Sparkline({ of, label }: { of: readonly number[]; label: string }) {
  if (of.length < 2) return null;
  const lowest = Math.min(...of);
  const span = Math.max(1, Math.max(...of) - lowest);
  const step = WIDTH / (of.length - 1);
  const line = of
    .map((value, index) => `${index * step} ${HEIGHT - ((value - lowest) * HEIGHT) / span}`)
    .join('L');
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={`M${line}`} />
    </svg>
  );
}
