import { snakeCase } from '@bellwether/codec';
import { EVENT_DETAILS, EVENT_DETAIL_BYTES } from '../command';
import type { CommandOf, EventDetail } from '../command';
import {
  MAX_CATEGORY_BYTES,
  MAX_DESCRIPTION_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_LABEL_BYTES,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PROTOCOL_FEE_BPS,
  MAX_QUESTION_BYTES,
  MAX_UNIX_SECONDS,
  PRICE_SCALE_BPS,
} from '../limits';
import { HTTPS_URL_EXPECTED, isHttpsUrl } from './https-url';
import { bytesOfText, first, integer, wrong } from './shape';
import { eventSourceShape } from './source-shape';
import type { Rule } from './shape';

export function eventShape(event: CommandOf<'create_event'>): Rule {
  const { labels, imageUrl } = event;
  const repeated = labels.find((label, i) => labels.indexOf(label) !== i);
  return first([
    bytesOfText('event_id', event.eventId, 1, MAX_EVENT_ID_BYTES),
    bytesOfText('question', event.question, 1, MAX_QUESTION_BYTES),
    bytesOfText('description', event.description, 0, MAX_DESCRIPTION_BYTES),
    bytesOfText('category.name', event.category.name, 1, MAX_CATEGORY_BYTES),
    bytesOfText('category.sub', event.category.sub, 0, MAX_CATEGORY_BYTES),
    integer('expiry', event.expiry, 1, MAX_UNIX_SECONDS),
    event.feeBps === null ? null : integer('fee_bps', event.feeBps, 0, MAX_PROTOCOL_FEE_BPS),
    event.opensAt === null ? null : integer('opens_at', event.opensAt, 0, MAX_UNIX_SECONDS),
    labels.length >= 1 && labels.length <= MAX_OUTCOMES_PER_EVENT
      ? null
      : wrong('outcomes', labels.length, `1 to ${MAX_OUTCOMES_PER_EVENT} outcomes`),
    ...labels.map((label, i) => bytesOfText(`outcomes[${i}].label`, label, 1, MAX_LABEL_BYTES)),
    repeated === undefined ? null : wrong('outcomes', repeated, 'labels that all differ'),
    ...EVENT_DETAILS.map((name) => detailShape(name, event[name])),
    imageUrl === undefined || isHttpsUrl(imageUrl)
      ? null
      : wrong('image_url', imageUrl, HTTPS_URL_EXPECTED),
    voidShape(event),
    eventSourceShape(event),
  ]);
}

/** Where outcomes exclude each other a void has a price for each, which its proposal says. */
function voidShape({
  mutuallyExclusive,
  voidPrice,
  voidAtLast,
  exhaustive,
}: CommandOf<'create_event'>): Rule {
  if (exhaustive === true && !mutuallyExclusive)
    return wrong('exhaustive', 'true', 'false where outcomes do not exclude each other');
  if (voidPrice === undefined && voidAtLast !== true) return null;
  if (mutuallyExclusive)
    return wrong('void_rule', 'given', 'none where outcomes exclude each other');
  if (voidPrice === undefined) return null;
  if (voidAtLast === true) return wrong('void_price', voidPrice, 'none with the last price');
  return integer('void_price', voidPrice, 0, PRICE_SCALE_BPS);
}

const detailShape = (name: EventDetail, value: string | undefined): Rule =>
  value === undefined ? null : bytesOfText(snakeCase(name), value, 1, EVENT_DETAIL_BYTES[name]);
