/** Cursors of lists whose key is a place among the engine's events: opaque, exclusive, of one text each, as in cursor.ts. */
import { z } from 'zod';
import { codedIssue } from './request/fields';

/** An event: the command it came of, and its number among that command's events. */
export interface EventOffset {
  readonly seq: number;
  readonly eventIndex: number;
}

const KIND = 'posting';
const MAX_CHARACTERS = 64;
const TEXT = /^posting\.(0|[1-9][0-9]{0,15})\.(0|[1-9][0-9]{0,9})$/;

export const encodePlaceCursor = ({ seq, eventIndex }: EventOffset): string =>
  Buffer.from(`${KIND}.${seq}.${eventIndex}`, 'latin1').toString('base64url');

/** `undefined` for anything that `encodePlaceCursor` does not make. */
export function decodePlaceCursor(cursor: string): EventOffset | undefined {
  if (cursor.length > MAX_CHARACTERS) return undefined;
  const found = TEXT.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const place = { seq: Number(found?.[1]), eventIndex: Number(found?.[2]) };
  if (!Number.isSafeInteger(place.seq) || place.eventIndex > MAX_EVENT_INDEX) return undefined;
  return encodePlaceCursor(place) === cursor ? place : undefined;
}

/** Events of a command are counted in 32 bits, and PostgreSQL's are signed. */
const MAX_EVENT_INDEX = 2 ** 31 - 1;

/** The query field `before`. */
export function beforePlaceField() {
  const message = 'a `next_cursor` of this list';
  return z
    .string({ error: message })
    .transform((text, context): EventOffset => {
      const place = decodePlaceCursor(text);
      if (place !== undefined) return place;
      context.addIssue(codedIssue('INVALID_CURSOR', message));
      return z.NEVER;
    })
    .meta({
      description: 'The `next_cursor` of the page before: what comes after it in the list',
      maxLength: MAX_CHARACTERS,
      codes: ['INVALID_CURSOR'],
    });
}
