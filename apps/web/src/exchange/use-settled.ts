import { useEffect, useState } from 'preact/hooks';

/** Nobody waits for an answer to a half-typed word. */
const SETTLE_MS = 300;

/** The text once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
