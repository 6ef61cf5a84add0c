/** Commands by which operators make events and end them. */
import { bool, growing, list, oneOf, optional, struct, text, u16, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { MARKET_ACTIONS, RESOLUTIONS, marketId } from './command-words';
import { eventSourceLayout } from './source-commands';

export const categoryLayout = struct({ name: text, sub: text });
export type Category = ValueOf<typeof categoryLayout>;

/** The terms of an event, in its creation and its state. Times in Unix seconds. `opensAt` null: active at once. */
export const eventTerms = {
  eventId: text,
  question: text,
  description: text,
  category: categoryLayout,
  expiry: u53,
  mutuallyExclusive: bool,
  opensAt: optional(u53),
};
/**
 * Texts that an event may have: what decides it, where that is read, and an https address. They grow at their end, so
 * nothing stands behind them in a layout.
 */
export const eventDetails = { rules: text, resolutionSource: text, imageUrl: text };
export type EventDetail = keyof typeof eventDetails;
export type EventDetails = { readonly [Name in EventDetail]?: string | undefined };
/** A text has a byte of UTF-8 at least, and so many at most. */
export const EVENT_DETAIL_BYTES = {
  /** As long as a description: with a hundred outcomes the record still stays below 64 KiB. */
  rules: 8_192,
  resolutionSource: 512,
  /** Long enough for any picture's address; lists show it with every entry. */
  imageUrl: 512,
} satisfies Readonly<Record<EventDetail, number>>;
export const EVENT_DETAILS = Object.keys(eventDetails) as readonly EventDetail[];

/**
 * What a void pays, fixed at creation. `voidPrice`: bp of a YES contract, 5000 where nothing is said. `voidAtLast`: the
 * last trade before a time that the proposal names. `exhaustive`: exactly one of outcomes that exclude each other comes
 * true, so their prices in a void sum to 10,000.
 */
export const voidTerms = { voidPrice: u16, voidAtLast: bool, exhaustive: bool };

/**
 * `feeBps` null: the fee schedule's row for the category, or its `*` row. One outcome makes a binary market; N outcomes
 * make N markets of one event.
 */
export const createEventLayout = growing(
  { ...eventTerms, feeBps: optional(u16), labels: list(text) },
  { ...eventDetails, ...voidTerms, source: eventSourceLayout },
);

export const setMarketStatusLayout = growing({ marketId, action: oneOf(MARKET_ACTIONS) });

/** `price` (bp, YES terms, 0 to 10000) only with `void`; null is 5000. */
export const resolveMarketLayout = growing({
  marketId,
  resolution: oneOf(RESOLUTIONS),
  price: optional(u16),
});

/** `winner` null: every market of the event is voided at 5000. */
export const resolveEventLayout = growing({ eventId: text, winner: optional(marketId) });
