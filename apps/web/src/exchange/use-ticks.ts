import { useEffect, useState } from 'preact/hooks';

/** Counts up, as long as the page is seen. */
export function useTicks(everyMs: number): number {
  const [ticks, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) tick((before) => before + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return ticks;
}
