/** Polls while the page is visible: no channel of the stream reports the chains. */
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
