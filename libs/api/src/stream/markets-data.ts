/** `data` of the channel `markets`: docs/protocol/streams.md, section 5. */
import type { ListedEvent, ListedMarket } from '@bellwether/market-data';
import { z } from 'zod';
import { eventEntry, outcomeAnswer } from '../answer/catalogue';
import { named, words } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { endOf } from '../answer/page';
import { present } from '../answer/present';
import { encodeCursor } from '../cursor';
import { EXAMPLE } from '../examples';

export const marketsSnapshotData = named(
  'MarketsSnapshot',
  z.strictObject({
    markets: z.array(eventEntry).meta({ description: 'Newest first, one entry a question' }),
    ...endOf(({ lastKey }: { readonly lastKey: number | null }) =>
      lastKey === null ? null : encodeCursor('event', lastKey),
    ),
  }),
  'The newest entries of `GET /v1/markets`.',
);

/** `lastKey` of the last event, null if it is the last page. */
export const presentMarketsSnapshot = present(marketsSnapshotData);

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

export interface ChangedMarket {
  readonly eventId: string;
  readonly market: ListedMarket;
}

export const presentMarketsUpdate = (
  created: readonly ListedEvent[],
  changed: readonly ChangedMarket[],
): MarketsUpdateData =>
  presentUpdate({
    markets: created.length === 0 ? undefined : created,
    outcomes:
      changed.length === 0
        ? undefined
        : changed.map(({ eventId, market }) => ({ ...market, eventId })),
  });

const presentUpdate = present(marketsUpdateData);
