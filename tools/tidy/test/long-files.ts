/** Sources of more than 300 lines, each with the reason why it should stay whole. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'libs/client/src/trader.ts': 'One class: what a user may do with a key, a method each.',
};
