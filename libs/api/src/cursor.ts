/**
 * Cursors of lists: opaque to callers (base64url of kind and key), exclusive, and valid for one kind of list. An
 * invalid one is 400 INVALID_CURSOR, never silently the first page.
 */
import { z } from 'zod';
import { codedIssue } from './request/fields';

/**
 * The keys: trade: trade_id; order: seq of placement; event: createdSeq; audit: audit id; deposit, withdrawal, payout: row
 * number; confirmation, alarm: its id; user: the number of its account in the ledger; position: seq of its first trade; case: its id.
 */
export const CURSOR_KINDS = [
  'trade',
  'order',
  'event',
  'audit',
  'confirmation',
  'deposit',
  'withdrawal',
  'user',
  'alarm',
  'position',
  'payout',
  'case',
] as const;
export type CursorKind = (typeof CURSOR_KINDS)[number];

const MAX_CURSOR_CHARACTERS = 64;
const DECIMAL = /^(?:0|[1-9][0-9]{0,15})$/;

export const encodeCursor = (kind: CursorKind, key: number): string =>
  Buffer.from(`${kind}.${key}`, 'latin1').toString('base64url');

/** The key in a cursor of this kind; `undefined` for anything else. Each key has exactly one text. */
export function decodeCursor(kind: CursorKind, cursor: string): number | undefined {
  if (cursor.length > MAX_CURSOR_CHARACTERS) return undefined;
  if (kind === 'trade' && DECIMAL.test(cursor)) return safe(Number(cursor));
  const decoded = Buffer.from(cursor, 'base64url').toString('latin1');
  const prefix = `${kind}.`;
  if (!decoded.startsWith(prefix) || !DECIMAL.test(decoded.slice(prefix.length))) return undefined;
  const key = safe(Number(decoded.slice(prefix.length)));
  return key !== undefined && encodeCursor(kind, key) === cursor ? key : undefined;
}

const safe = (key: number): number | undefined => (Number.isSafeInteger(key) ? key : undefined);

/** The query field `before`. */
export function beforeField(kind: CursorKind) {
  const message = 'a `next_cursor` of this list';
  return z
    .string({ error: message })
    .transform((text, context): number => {
      const key = decodeCursor(kind, text);
      if (key !== undefined) return key;
      context.addIssue(codedIssue('INVALID_CURSOR', message));
      return z.NEVER;
    })
    .meta({
      description: 'The `next_cursor` of the page before: what comes after it in the list',
      maxLength: MAX_CURSOR_CHARACTERS,
      codes: ['INVALID_CURSOR'],
    });
}
