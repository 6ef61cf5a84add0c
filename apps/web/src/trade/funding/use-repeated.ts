/** Asks again and again while the page is looked at: funding has no channel of the stream. */
import { useEffect, useState } from 'preact/hooks';

const EVERY_MS = 2_000;

/** @returns a number that grows: the revision of `useAnswer` */
export function useRepeated(): number {
  const [revision, set] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) set((now) => now + 1);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return revision;
}
