/** Sources of more than 300 lines, each with the reason why it should stay whole. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'libs/api/test/requests.spec.ts': 'One table: a row for each request that is wrong in one way.',
  'libs/client/src/trader.ts': 'One class: what a user may do with a key, a method each.',
  'libs/exchange/src/exchange.ts': 'One class: what may be asked of the rules, a method each.',
};
