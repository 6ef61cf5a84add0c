/** Sources of more than 300 lines, each with the reason why it should stay whole. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'clients/python/src/bellwether_client/builder_client.py':
    'One class: what a builder may do for its users, a method each.',
  'clients/python/src/bellwether_client/trader.py':
    'One class: what a user may do with a key, a method each.',
  'dev/independent-client/src/messages.ts':
    'One table: each signed message, in the order of the protocol page.',
  'libs/api/test/requests.spec.ts': 'One table: a row for each request that is wrong in one way.',
  'libs/client/src/builder-client.ts':
    'One class: what a builder may do for its users, a method each.',
  'libs/client/src/trader.ts': 'One class: what a user may do with a key, a method each.',
  'libs/exchange/src/exchange.ts': 'One class: what may be asked of the rules, a method each.',
};
