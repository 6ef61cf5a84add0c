/**
 * A list of events in the exchange's order, with live numbers. The order is fixed when the list is read: a list that
 * sorts itself under the pointer makes people buy the wrong thing. A later event comes first if the newest do, else
 * last.
 */
import type { EventEntry, LiveMarkets, MarketsPage } from '@bellwether/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { gateway } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { isMatch, requestOf } from './catalogue';
import type { ListQuery } from './catalogue';

/** More by a button: a long list must cost neither the line nor every paint. */
const PAGE = 12;
/** So long after the last key of somebody who types. */
const TYPING_MS = 150;

export interface Catalogue {
  /** Undefined before the first answer. */
  readonly events: readonly EventEntry[] | undefined;
  readonly failure: unknown;
  readonly again: () => void;
  readonly hasMore: boolean;
  readonly more: () => void;
}

export function useCatalogue(query: ListQuery, live: LiveMarkets): Catalogue {
  const name = useSettled(JSON.stringify(query), query.text);
  const first = useAnswer(`catalogue ${name}`, (signal) =>
    gateway.markets({ ...requestOf(JSON.parse(name) as ListQuery), limit: PAGE }, { signal }),
  );
  const { pages, more } = useMore(name, first.value);
  const asked = pages.flatMap(({ markets }) => markets);
  const last = useRef<readonly EventEntry[]>([]);
  /** Made since, and shown: what becomes of them is shown too. */
  const taken = useRef({ name, ids: new Set<string>() });
  if (taken.current.name !== name) taken.current = { name, ids: new Set() };
  const [page] = pages;
  if (page !== undefined) last.current = asked;
  const known = new Set(last.current.map(({ event_id: id }) => id));
  const isNewer = (event: EventEntry) =>
    !known.has(event.event_id) && (page === undefined || event.created_at >= page.timestamp);
  const others = live.events.filter(isNewer);
  const isNewest = query.sort === 'newest';
  const listed = isNewest ? [...others, ...last.current] : [...last.current, ...others];
  const shown = unique(listed.map((event) => live.event(event.event_id) ?? event));
  // Until the exchange answers, the known events are filtered; its answer is shown whole.
  const isAnswered = page !== undefined && name === JSON.stringify(query);
  const stays = ({ event_id: id }: EventEntry) => known.has(id) || taken.current.ids.has(id);
  const events = shown.filter((event) => (isAnswered && stays(event)) || isMatch(event, query));
  if (isAnswered) {
    for (const { event_id: id } of events) if (!known.has(id)) taken.current.ids.add(id);
  }
  const isWaiting = page === undefined && first.failure === undefined && known.size === 0;
  const isUnknown = isWaiting || (first.failure !== undefined && events.length === 0);
  return {
    events: isUnknown ? undefined : events,
    failure: first.failure,
    again: first.again,
    hasMore: pages.at(-1)?.has_more ?? false,
    more,
  };
}

/** Each key that is typed is no question of its own. */
function useSettled(name: string, text: string): string {
  const [settled, setSettled] = useState(name);
  const textBefore = useRef(text);
  const isTyping = textBefore.current !== text;
  useEffect(() => {
    const timer = setTimeout(() => {
      textBefore.current = text;
      setSettled(name);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [name, text]);
  return isTyping ? settled : name;
}

/** Who comes back to a list finds as much of it as was shown. */
let shownLast: { readonly of: string; readonly pages: readonly MarketsPage[] } | undefined;

function useMore(name: string, first: MarketsPage | undefined) {
  const [held, setHeld] = useState(shownLast ?? { of: name, pages: [] });
  shownLast = held;
  const isAsking = useRef(false);
  const further = held.of === name ? held.pages : [];
  const pages = first === undefined ? [] : [first, ...further];
  const more = () => {
    const before = pages.at(-1)?.next_cursor ?? null;
    if (before === null || isAsking.current) return;
    isAsking.current = true;
    const request = { ...requestOf(JSON.parse(name) as ListQuery), limit: PAGE, before };
    gateway.markets(request).then(
      (page) => {
        isAsking.current = false;
        setHeld({ of: name, pages: [...further, page] });
      },
      () => {
        isAsking.current = false;
      },
    );
  };
  return { pages, more };
}

/** An entry whose place has changed between two pages comes twice: its first place counts. */
const unique = (events: readonly EventEntry[]): EventEntry[] =>
  [...new Map(events.toReversed().map((event) => [event.event_id, event])).values()].toReversed();
