import { growing, list, oneOf, struct, text, u16, u53, u8 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import {
  MARKET_STATUSES,
  eventDetails,
  eventSourceLayout,
  eventTerms,
  marketId,
  resolutionRulesLayout,
  voidTerms,
} from '../command';

/** A catalogue event as it was created, for lists and history, with the rates that apply. */
export const catalogueEventLayout = growing(
  {
    ...eventTerms,
    feeBps: u16,
    makerRebatePct: u8,
    createdMs: u53,
    markets: list(struct({ label: text, marketId, status: oneOf(MARKET_STATUSES) })),
  },
  {
    ...eventDetails,
    ...voidTerms,
    resolutionRules: resolutionRulesLayout,
    source: eventSourceLayout,
  },
);
export type CatalogueEvent = ValueOf<typeof catalogueEventLayout>;
