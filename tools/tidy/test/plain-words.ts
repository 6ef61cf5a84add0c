/** Words of comments that cost a reader a second look, with plain ones. */
export const PLAIN_WORDS: Readonly<Record<string, string>> = {
  anyhow: 'in any case',
  desk: 'the name of the thing',
  'hear|hears|heard': 'receive',
  'in hand': 'under way',
  kept: 'stored',
  'lets? go|letting go': 'release, close, remove',
  patience: 'timeout',
  reign: 'term',
  seldom: 'rarely',
  'tell|tells|told': 'report, show, notify',
  'whoever|whomever': 'the role: a caller, a reader',
};
