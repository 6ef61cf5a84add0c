import { text } from './fields';

/** Separators of lines, signs that change the direction or cannot be seen, and letters that are blank. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu;
/** A joiner between two characters belongs to their script, or to an emoji. */
const JOINER = /(?<=\S)[\u200C\u200D](?=\S)/gu;

/**
 * A text that an operator gives and users read: composed (NFC), without white space at its ends, without characters
 * that are not seen or that change the direction of others. A refusal names the right form.
 */
export const shownText = (limits: Parameters<typeof text>[0]) =>
  text(limits).superRefine((value, context) => {
    const right = asShown(value, limits.multiline === true);
    if (right === value) return;
    const wanted = right === '' ? 'a text that can be seen' : JSON.stringify(right);
    context.addIssue({
      code: 'custom',
      message: `${wanted}: composed (NFC), no white space at the ends or twice, no unseen or direction-changing characters`,
    });
  });

function asShown(value: string, isMultiline: boolean): string {
  const joined = value.match(JOINER) === null ? value : value.replace(JOINER, '');
  // Joiners stay where nothing else is wrong.
  const seen = joined.replace(UNSEEN, '') === joined ? value : value.replace(UNSEEN, '');
  const lined = isMultiline ? seen : seen.replace(/\s+/gu, ' ');
  return lined.normalize('NFC').trim();
}
