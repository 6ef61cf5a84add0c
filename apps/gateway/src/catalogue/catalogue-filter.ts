import { eventStatusOf } from '@bellwether/api';
import type { CatalogueQuery } from '@bellwether/api';
import type { EventView } from '@bellwether/exchange';

export type CatalogueFilter = CatalogueQuery['filter'];

/** `status` is the entry's (decisions 8), `category` a name or `name/sub`, `search` part of question or label. */
export function isWanted(event: EventView, filter: CatalogueFilter): boolean {
  const { status, category, eventId, search } = filter;
  return (
    (status === undefined || eventStatusOf(event) === status) &&
    (category === undefined || isInCategory(event, category)) &&
    (eventId === undefined || event.eventId === eventId) &&
    (search === undefined || isFound(event, search))
  );
}

const isInCategory = ({ category: { name, sub } }: EventView, wanted: string): boolean =>
  wanted === name || wanted === `${name}/${sub}`;

function isFound(event: EventView, search: string): boolean {
  const needle = search.toLowerCase();
  const texts = [event.question, ...event.markets.map((market) => market.label)];
  return texts.some((text) => text.toLowerCase().includes(needle));
}
