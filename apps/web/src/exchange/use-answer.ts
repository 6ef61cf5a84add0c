/**
 * An answer of the exchange in a component. An answer that arrives after the request has changed is dropped. While the
 * same request is repeated the last answer stays, so that nothing flickers and no focus is lost.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Answer<T> {
  /** Undefined before the first answer. */
  readonly value: T | undefined;
  /** Of the last attempt. */
  readonly failure: unknown;
  readonly again: () => void;
}

interface Held<T> {
  readonly question: string;
  readonly value?: T;
  readonly failure?: unknown;
}

/** @param question names the request; null: nothing yet @param revision repeats the request when it changes */
export function useAnswer<T>(
  question: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  revision: unknown = null,
): Answer<T> {
  const [held, setHeld] = useState<Held<T>>({ question: '' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    ask(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setHeld({ question, value });
      },
      (failure: unknown) => {
        if (stop.signal.aborted) return;
        setHeld((last) =>
          last.question === question ? { ...last, failure } : { question, failure },
        );
      },
    );
    return () => stop.abort();
  }, [question, revision, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const isOurs = held.question === question;
  return {
    value: isOurs ? held.value : undefined,
    failure: isOurs ? held.failure : undefined,
    again,
  };
}
