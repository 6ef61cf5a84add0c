/** Which questions a list shows, and in which order. */
import type { ListMarketsQuery, EventEntry, OutcomeEntry } from '@bellwether/client';

/** As the exchange sorts. */
export const SORTS = ['volume', 'volume_24h', 'ending', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

export const sortOf = (text: string | null): Sort => SORTS.find((one) => one === text) ?? 'volume';

/** Tradable ones; or all, including resolved ones. A search covers all. */
export const SCOPES = ['open', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ListQuery {
  readonly sort: Sort;
  readonly scope: Scope;
  /** Empty: all. */
  readonly category: string;
  readonly text: string;
}

export const listQueryOf = (query: URLSearchParams): ListQuery => {
  const text = query.get('q') ?? '';
  return {
    sort: sortOf(query.get('sort')),
    scope: query.get('show') === 'all' || text !== '' ? 'all' : 'open',
    category: query.get('category') ?? '',
    text,
  };
};

export const requestOf = ({ sort, scope, category, text }: ListQuery): ListMarketsQuery => ({
  sort,
  ...(scope === 'open' ? { status: 'active' } : {}),
  ...(category === '' ? {} : { category }),
  ...(text === '' ? {} : { q: text }),
});

/** By the exchange's rule, until its answer arrives. */
export function isMatch(event: EventEntry, { scope, category, text }: ListQuery): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  return (
    (scope === 'all' || event.status === 'active') &&
    (category === '' || event.category.name === category) &&
    (wanted === '' || textOf(event).includes(wanted))
  );
}

const textOf = ({ question, outcomes }: EventEntry): string =>
  [question, ...outcomes.map(({ label }) => label)].join(' ').toLocaleLowerCase();

/** All of its markets. */
export const volumeOf = ({ outcomes }: EventEntry): bigint =>
  outcomes.reduce((sum, { volume }) => sum + BigInt(volume), 0n);

/** Of the last 24 hours; null while the gateway does not know it of each. */
export const volumeOfDay = ({ outcomes }: EventEntry): bigint | null =>
  outcomes.reduce<bigint | null>(
    (sum, { volume_24h: volume }) =>
      sum === null || volume === null ? null : sum + BigInt(volume),
    0n,
  );

/** Hours before the first trade have no price. */
export const courseOf = ({ sparkline }: OutcomeEntry): readonly number[] =>
  sparkline.filter((price) => price !== null);

/** Outcomes by chance, those without one last; of equals the first made stays first. */
export const byChance = ({ outcomes }: EventEntry): readonly OutcomeEntry[] =>
  outcomes.toSorted((a, b) => (b.chance ?? -1) - (a.chance ?? -1));
