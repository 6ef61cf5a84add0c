/** Which questions a list shows, and in which order. */
import type { EventEntry, OutcomeEntry } from '@bellwether/client';

export const SORTS = ['volume', 'ending', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

export const sortOf = (text: string | null): Sort => SORTS.find((one) => one === text) ?? 'volume';

/** What a newer exchange says of a question; absent from an older one. */
export interface CatalogueExtras {
  readonly change_24h_bps?: number | null;
  readonly volume_24h?: number | null;
  readonly sparkline?: readonly number[] | null;
}
export const extrasOf = (outcome: OutcomeEntry): CatalogueExtras => outcome as CatalogueExtras;

export const volumeOf = ({ outcomes }: EventEntry): bigint =>
  outcomes.reduce((sum, { volume }) => sum + BigInt(volume), 0n);

export const categoriesOf = (events: readonly EventEntry[]): string[] =>
  [...new Set(events.map(({ category }) => category.name))].toSorted((a, b) => a.localeCompare(b));

export function matching(
  events: readonly EventEntry[],
  { text, category }: { readonly text: string; readonly category: string },
): EventEntry[] {
  const wanted = text.trim().toLocaleLowerCase();
  return events.filter(
    (event) =>
      (category === '' || event.category.name === category) &&
      (wanted === '' || textOf(event).includes(wanted)),
  );
}

const textOf = ({ question, outcomes }: EventEntry): string =>
  [question, ...outcomes.map(({ label }) => label)].join(' ').toLocaleLowerCase();

/** The ids in order: what can still be traded is before what cannot. */
export function placesOf(events: readonly EventEntry[], sort: Sort): string[] {
  const measured = events.map((event) => ({
    id: event.event_id,
    isOver: event.status === 'resolved' || event.status === 'voided' || event.status === 'closed',
    measure: measureOf(event, sort),
  }));
  measured.sort(
    (a, b) =>
      Number(a.isOver) - Number(b.isOver) ||
      (a.measure === b.measure ? 0 : a.measure > b.measure ? -1 : 1),
  );
  return measured.map(({ id }) => id);
}

/** The highest comes first. */
const measureOf = (event: EventEntry, sort: Sort): bigint =>
  sort === 'volume'
    ? volumeOf(event)
    : sort === 'ending'
      ? -BigInt(event.expiry)
      : BigInt(event.created_at);

/** Outcomes by chance; of equals the first made stays first. */
export const byChance = ({ outcomes }: EventEntry): readonly OutcomeEntry[] =>
  outcomes.toSorted((a, b) => b.yes_price - a.yes_price);
