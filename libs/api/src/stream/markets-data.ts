/** `data` of the channel `markets`: docs/protocol/streams.md, section 5. */
import type { ListedEvent, ListedMarket } from '@bellwether/market-data';
import { z } from 'zod';
import { eventEntry, outcomeAnswer, presentEventEntry, presentOutcome } from '../answer/catalogue';
import { named, pageFields, words } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { pageEnd } from '../cursor';
import { EXAMPLE } from '../examples';

export const marketsSnapshotData = named(
  'MarketsSnapshot',
  z.strictObject({
    markets: z.array(eventEntry).meta({ description: 'Newest first, one entry a question' }),
    ...pageFields,
  }),
  'The newest entries of `GET /v1/markets`.',
);
export type MarketsSnapshotData = Answer<typeof marketsSnapshotData>;

export const changedOutcome = named(
  'ChangedOutcome',
  outcomeAnswer.extend({ event_id: words('The event it belongs to', EXAMPLE.eventId) }),
  'An outcome as it stands now.',
);

export const marketsUpdateData = named(
  'MarketsUpdate',
  z.strictObject({
    markets: z.array(eventEntry).meta({ description: 'New entries, oldest first' }).optional(),
    outcomes: z.array(changedOutcome).meta({ description: 'Those that changed' }).optional(),
  }),
  'What came to the catalogue, and what changed in it.',
);
export type MarketsUpdateData = Answer<typeof marketsUpdateData>;

/** @param lastKey of the last event, null if it is the last page */
export const presentMarketsSnapshot = (
  events: readonly ListedEvent[],
  lastKey: number | null,
): MarketsSnapshotData => ({
  markets: events.map(presentEventEntry),
  ...pageEnd('event', lastKey),
});

export interface ChangedMarket {
  readonly eventId: string;
  readonly market: ListedMarket;
}

export const presentMarketsUpdate = (
  created: readonly ListedEvent[],
  changed: readonly ChangedMarket[],
): MarketsUpdateData => ({
  ...(created.length === 0 ? {} : { markets: created.map(presentEventEntry) }),
  ...(changed.length === 0
    ? {}
    : {
        outcomes: changed.map(({ eventId, market }) => ({
          ...presentOutcome(market),
          event_id: eventId,
        })),
      }),
});
