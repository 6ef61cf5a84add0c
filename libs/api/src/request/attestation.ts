/** Attestations: what the source of a result saw, as its key signs it. */
import { MAX_CASE_NOTE_BYTES } from '@bellwether/exchange';
import { shownText } from './shown-text';

/** As it is signed: by its hash. Everybody reads it, as the note of the case. */
export const statement = shownText({ maxBytes: MAX_CASE_NOTE_BYTES, multiline: true }).meta({
  description: 'What the source saw, in words that everybody reads; its SHA-256 is signed',
  example: '1.4 mm between 00:00 and 23:59 UTC at gauge 4711',
});
