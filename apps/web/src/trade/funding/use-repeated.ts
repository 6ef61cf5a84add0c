/** Asks again and again while the page is looked at: what the chains do has no channel of the stream. */
import { useEffect, useState } from 'preact/hooks';

/** @returns a number that grows: the revision of `useAnswer` */
export function useRepeated(everyMs: number): number {
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setRevision((now) => now + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return revision;
}
