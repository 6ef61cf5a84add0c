/** All events: to search, to filter, to sort; prices are live, the order is not. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Choice, Field } from '../../components/controls';
import { Heading, query, setQuery } from '../../components/router';
import { Empty, Notice, Skeleton } from '../../components/surfaces';
import { gateway, isConnectionLive, stream } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { EventCard } from '../list/event-card';
import { SCOPES, SORTS, listQueryOf } from '../list/catalogue';
import type { Scope, Sort } from '../list/catalogue';
import { useCatalogue } from '../list/use-catalogue';
import { WORDS } from '../words/everywhere';

const words = WORDS.list;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function MarketsPage() {
  const markets = useMemo(() => stream.markets(), []);
  useLive(markets);
  const asked = listQueryOf(query.value);
  const { category, sort, scope } = asked;
  const list = useCatalogue(asked, markets);
  const [text, setText] = useSearchText(asked.text);
  const isLive = isConnectionLive.value && markets.isLive;
  return (
    <>
      <Heading title={WORDS.site}>{WORDS.question}</Heading>
      <div class="filters">
        <Choice
          name={words.category}
          look="chips"
          options={useCategories(category, markets.events)}
          value={category}
          onChoose={(chosen) => setQuery({ category: chosen })}
        />
        <Choice<Scope>
          name={words.scope}
          options={SCOPES.map((value) => ({ value, label: words.scopes[value] }))}
          value={scope}
          onChoose={(chosen) => setQuery({ show: chosen === 'open' ? null : chosen, q: null })}
        />
        <Choice<Sort>
          name={words.sort}
          options={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
          value={sort}
          onChoose={(chosen) => setQuery({ sort: chosen === 'volume' ? null : chosen })}
        />
        <span class="grow" />
        <Field
          label={words.search}
          role="searchbox"
          placeholder={words.search}
          value={text}
          onType={setText}
        />
      </div>
      {list.events === undefined && list.failure === undefined && <Loading />}
      {list.events === undefined && list.failure !== undefined && (
        <Notice
          kind="bad"
          action={
            <button class="button" onClick={list.again}>
              {WORDS.frame.again}
            </button>
          }
        >
          {words.failed}
        </Notice>
      )}
      {list.events?.length === 0 && (
        <Nothing isFiltered={category !== '' || asked.text !== '' || markets.events.length > 0} />
      )}
      <div class={isLive ? 'cards' : 'cards stale'}>
        {list.events?.map((event) => (
          <EventCard key={event.event_id} event={event} />
        ))}
      </div>
      {list.hasMore && (
        <button class="button" onClick={list.more}>
          {words.showMore}
        </button>
      )}
    </>
  );
}

/** The busiest first, as the exchange counts them; requested again when an event of another one is created. */
function useCategories(
  chosen: string,
  events: readonly { readonly category: { readonly name: string } }[],
) {
  const [unknown, setUnknown] = useState('');
  const listed = useAnswer('categories', (signal) => gateway.categories({ signal }), unknown);
  const names = listed.value?.categories.map(({ name }) => name) ?? [];
  const missing = events.find(({ category: { name } }) => !names.includes(name))?.category.name;
  useEffect(() => {
    if (listed.value !== undefined && missing !== undefined) setUnknown(missing);
  }, [missing, listed.value]);
  const shown = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  return [{ value: '', label: words.all }, ...shown.map((name) => ({ value: name, label: name }))];
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty
    action={
      isFiltered ? (
        <button class="button" onClick={() => setQuery({ q: null, category: null, show: 'all' })}>
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

/** The text of the search field, and its setter: the address follows it. */
function useSearchText(search: string) {
  const [text, setText] = useState(search);
  const typedLast = useRef(search);
  // "Back" and "show all" change the address alone. Typed text is ahead of it, and is not reset.
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
