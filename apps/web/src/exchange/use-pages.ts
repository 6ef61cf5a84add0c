/** A long list of the exchange, page by page: pages stay until the request changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from './use-answer';

interface PageOfAnswer {
  readonly next_cursor: string | null;
}

export interface Pages<Page, Row> {
  /** Undefined before the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly first: Page | undefined;
  /** Of the last attempt, of whichever page. */
  readonly failure: unknown;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly more: () => void;
  /** From the beginning. */
  readonly again: () => void;
  /** The last failure. */
  readonly retry: () => void;
}

interface Later<Page> {
  readonly of: Page | undefined;
  readonly pages: readonly Page[];
  readonly failure?: unknown;
  readonly isReading: boolean;
}

/**
 * @param question names the request; null: nothing yet @param revision repeats the request from the beginning when it
 *   changes
 */
export function usePages<Page extends PageOfAnswer, Row>(
  question: string | null,
  ask: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  revision: unknown = null,
): Pages<Page, Row> {
  const first = useAnswer(question, (signal) => ask(undefined, signal), revision);
  const [later, setLater] = useState<Later<Page>>(NOTHING);
  const asked = useRef(first.value);
  useEffect(() => {
    asked.current = first.value;
  }, [first.value]);
  const { pages, failure, isReading } = later.of === first.value ? later : NOTHING_LATER;
  const read = [...(first.value === undefined ? [] : [first.value]), ...pages];
  const cursor = read.at(-1)?.next_cursor ?? null;
  const more = () => {
    const of = first.value;
    if (cursor === null || isReading) return;
    setLater({ of, pages, isReading: true });
    // Where the list began anew meanwhile, the page belongs to it no more.
    const ifOurs = (next: Later<Page>) => {
      if (asked.current === of) setLater(next);
    };
    ask(cursor).then(
      (page) => ifOurs({ of, pages: [...pages, page], isReading: false }),
      (error: unknown) => ifOurs({ of, pages, failure: error, isReading: false }),
    );
  };
  return {
    rows: first.value === undefined ? undefined : read.flatMap(rowsOf),
    first: first.value,
    failure: first.failure ?? failure,
    hasMore: cursor !== null,
    isReading,
    more,
    again: first.again,
    retry: first.failure === undefined ? more : first.again,
  };
}

const NOTHING = { of: undefined, pages: [], isReading: false };
const NOTHING_LATER: Omit<Later<never>, 'of'> = { pages: [], isReading: false };
