import { EVENT_DETAILS } from '@bellwether/exchange';
import type { CatalogueEvent, EventDetail } from '@bellwether/exchange';
import type { Records } from '../columns';

/** An event of the catalogue without its markets. */
export function eventRowOf(event: CatalogueEvent, createdSeq: number): Records['CatalogueEvent'] {
  const { category, markets: _, ...rest } = event;
  return {
    ...rest,
    ...detailsOf(event),
    ...resultTermsOf(event),
    categoryName: category.name,
    categorySub: category.sub,
    createdSeq,
  };
}

const detailsOf = (event: CatalogueEvent) =>
  Object.fromEntries(EVENT_DETAILS.map((name) => [name, event[name] ?? null])) as {
    readonly [Name in EventDetail]: string | null;
  };

const resultTermsOf = ({
  resolutionRules: rules,
  voidPrice,
  voidAtLast,
  exhaustive,
  source,
}: CatalogueEvent) => ({
  windowSeconds: rules?.windowSeconds ?? null,
  stake: rules?.stake ?? null,
  rewardPct: rules?.rewardPct ?? null,
  secondRole: rules?.secondRole ?? null,
  voidPrice: voidPrice ?? null,
  voidAtLast: voidAtLast ?? null,
  exhaustive: exhaustive ?? null,
  sourceWindow: rules?.sourceWindowSeconds ?? null,
  sourceKey: source?.key ?? null,
  sourceRule: source === undefined ? null : { ...source.rule },
});
