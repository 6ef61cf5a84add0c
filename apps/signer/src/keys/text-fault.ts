/** A lone surrogate has no UTF-8, so two texts would be encoded in the same bytes. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const NUL = String.fromCharCode(0);

/** Why a text cannot be stored, as a phrase that fits after "must be"; or `null`. PostgreSQL cannot store U+0000. */
export function textFault(text: string): string | null {
  if (LONE_SURROGATE.test(text)) return 'well-formed Unicode';
  if (text.includes(NUL)) return 'a text without U+0000';
  return null;
}
