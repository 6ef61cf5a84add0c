/**
 * Shows a live view: the component is rendered again when it has changed, at most ten times a second. Each component that
 * reads a view calls it: one that also reads signals is not rendered again with its parent.
 */
import type { LiveEvents, Unlisten } from '@bellwether/client';
import { useEffect, useState } from 'preact/hooks';

/** Faster than this nobody reads. */
const PAINT_MS = 100;

interface Watched {
  readonly seq: number;
  readonly isLive: boolean;
  on<N extends keyof LiveEvents<object, object>>(name: N, listener: () => void): Unlisten;
}

/**
 * @param view of the stream; null: nothing to show yet
 * @returns how often it was painted, for effects that follow the view
 */
export function useLive(view: Watched | null): number {
  const [painted, setPainted] = useState(0);
  useEffect(() => {
    if (view === null) return;
    let due: ReturnType<typeof setTimeout> | undefined;
    const now = () => setPainted((count) => count + 1);
    // A hidden tab has no frames, so it paints nothing, and once when it is seen again.
    const soon = () => {
      due ??= setTimeout(() => {
        requestAnimationFrame(() => {
          due = undefined;
          now();
        });
      }, PAINT_MS);
    };
    const offs = [
      view.on('snapshot', now),
      view.on('update', soon),
      view.on('live', soon),
      view.on('stale', now),
      view.on('refused', now),
    ];
    now();
    return () => {
      for (const off of offs) off();
      clearTimeout(due);
    };
  }, [view]);
  return painted;
}
