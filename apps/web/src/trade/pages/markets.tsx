/** All questions: to search, to narrow, to sort; prices move by themselves, places do not. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Choice, Field } from '../../components/controls';
import { Heading, query, setQuery } from '../../components/router';
import { Empty, Skeleton } from '../../components/surfaces';
import { isLineLive, stream } from '../../exchange/connection';
import { useLive } from '../../exchange/use-live';
import { count } from '../../money/format';
import { EventCard } from '../list/event-card';
import { SORTS, categoriesOf, matching, placesOf, sortOf } from '../list/catalogue';
import type { Sort } from '../list/catalogue';
import { WORDS } from '../words/everywhere';

const words = WORDS.list;
/** Cards that are in the document at once; more by a button. A long list must not cost every paint. */
const PAGE = 60;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function MarketsPage() {
  const markets = useMemo(() => stream.markets(), []);
  useLive(markets);
  const [shownCount, show] = useState(PAGE);
  const category = query.value.get('category') ?? '';
  const sort = sortOf(query.value.get('sort'));
  const search = query.value.get('q') ?? '';
  const [text, type] = useSearchText(search);
  const { events } = markets;
  const places = usePlaces(events, sort);
  const found = matching(events, { text: search, category });
  const sorted = found
    .filter(({ event_id }) => places.has(event_id))
    .toSorted((a, b) => (places.get(a.event_id) ?? 0) - (places.get(b.event_id) ?? 0));
  const isThere = markets.seq > 0;
  return (
    <>
      <Heading title={WORDS.site}>{WORDS.question}</Heading>
      <div class="filters">
        <Choice
          name={words.category}
          look="chips"
          options={[
            { value: '', label: words.all },
            ...categoriesOf(events).map((name) => ({ value: name, label: name })),
          ]}
          value={category}
          onChoose={(chosen) => setQuery({ category: chosen })}
        />
        <span class="grow" />
        <Choice<Sort>
          name={words.sort}
          options={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
          value={sort}
          onChoose={(chosen) => setQuery({ sort: chosen === 'volume' ? null : chosen })}
        />
        <Field
          label={words.search}
          role="searchbox"
          placeholder={words.search}
          value={text}
          onType={type}
        />
      </div>
      {!isThere && <Loading />}
      {isThere && found.length === 0 && <Nothing isFiltered={events.length > 0} />}
      <div class={isLineLive.value && markets.isLive ? 'cards' : 'cards stale'}>
        {sorted.slice(0, shownCount).map((event) => (
          <EventCard key={event.event_id} event={event} />
        ))}
      </div>
      {sorted.length > shownCount && (
        <button class="button" onClick={() => show((now) => now + PAGE)}>
          {words.showMore} ({count(sorted.length - shownCount)})
        </button>
      )}
    </>
  );
}

/**
 * Places are taken when a list is first seen, or sorted anew: a list that sorts itself under the pointer makes people buy
 * the wrong thing. New questions come first where the newest do, else last.
 */
function usePlaces(
  events: Parameters<typeof placesOf>[0],
  sort: Sort,
): ReadonlyMap<string, number> {
  const taken = useRef<{ sort: Sort; places: Map<string, number> }>({ sort, places: new Map() });
  if (taken.current.sort !== sort) taken.current = { sort, places: new Map() };
  const { places } = taken.current;
  const unplaced = events.filter(({ event_id }) => !places.has(event_id));
  const isFirst = places.size === 0;
  const ends = [...places.values()];
  placesOf(unplaced, sort).forEach((id, index) => {
    const place =
      isFirst || sort !== 'newest'
        ? Math.max(-1, ...ends) + 1 + index
        : Math.min(0, ...ends) - unplaced.length + index;
    places.set(id, place);
  });
  return places;
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty
    action={
      isFiltered ? (
        <button class="button" onClick={() => setQuery({ q: null, category: null })}>
          {words.showAll}
        </button>
      ) : undefined
    }
  >
    {isFiltered ? words.noMatch : words.none}
  </Empty>
);

const Loading = () => (
  <div class="cards">
    {SKELETONS.map((name) => (
      <Skeleton key={name} height="216px" />
    ))}
  </div>
);

/** What stands in the search field, and what typing does: the address follows it. */
function useSearchText(search: string) {
  const [text, setText] = useState(search);
  const typedLast = useRef(search);
  // "Back" and "show all" change the address alone. What is typed is ahead of it, and is not taken back.
  useEffect(() => {
    const now = query.value.get('q') ?? '';
    if (now === typedLast.current) return;
    typedLast.current = now;
    setText(now);
  }, [search]);
  const type = (typed: string) => {
    setText(typed);
    typedLast.current = typed.trim();
    setQuery({ q: typedLast.current });
  };
  return [text, type] as const;
}
