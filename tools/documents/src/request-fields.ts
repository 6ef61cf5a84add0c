/**
 * The meaning of each field of the engine's queries, with a plausible value. The server's reader defines shapes and
 * bounds; other services say the meaning there too.
 */
import { FULL_TERMS } from '@bellwether/canonical-message';
import { camelCase } from '@bellwether/codec';

interface RequestField {
  readonly description: string;
  readonly example: unknown;
}

const hex = (byte: string, bytes: number): string => byte.repeat(bytes);
const KEY = 32;

const TERMS = Object.fromEntries(
  Object.entries(FULL_TERMS).map(([name, { about, absent }]): [string, RequestField] => [
    camelCase(name),
    { description: about, example: absent },
  ]),
);

export const REQUEST_FIELDS: Readonly<Record<string, RequestField>> = {
  before: { description: 'Where the page before ended, exclusive', example: 1_204 },
  budgetMicroUsdc: {
    description: 'What the order may cost, in the place of a size',
    example: 10_000_000,
  },
  depth: { description: 'Levels a side', example: 10 },
  eventId: { description: 'An event', example: 'rain-in-london-2030' },
  feeBps: { description: "The builder's fee, in basis points", example: 10 },
  isOwner: {
    description: 'Whether the user asks, who may learn of its own open orders',
    example: true,
  },
  kind: { description: 'Which of several', example: undefined },
  limit: { description: 'Entries of a page', example: 100 },
  marketId: { description: 'A market', example: hex('4a', KEY) },
  nonce: { description: "The user's, of the kind of the request", example: 7 },
  orderId: { description: 'An order', example: 42 },
  orderType: { description: 'How long the order lives', example: 'gtc' },
  outcome: { description: 'Which contract', example: 'yes' },
  price: { description: 'Basis points of a dollar', example: 4_500 },
  prices: { description: 'What a YES contract of each market pays', example: undefined },
  requestId: { description: 'For logs: the id of the HTTP request', example: 'f3b1c2d4' },
  resolution: { description: 'How a market comes out', example: 'void' },
  side: { description: 'Whether contracts are bought or sold', example: 'buy' },
  ...TERMS,
  terms: {
    description: 'What only the full form says',
    example: Object.fromEntries(
      Object.entries(TERMS).map(([name, { example }]) => [name, example]),
    ),
  },
  // The one example that has it has a budget in its place.
  size: { description: 'Contracts', example: undefined },
  user: { description: "A user's public key", example: hex('1f', KEY) },
  users: { description: 'Public keys', example: [hex('1f', KEY)] },
  withPayouts: { description: 'Whether what each market would pay is asked too', example: true },
  withdrawalId: { description: 'A withdrawal', example: hex('8b', KEY) },
  keys: { description: 'Keys of a builder', example: [hex('0c', 16)] },
  withdrawalIds: { description: 'Withdrawals', example: [hex('8b', KEY)] },
  winner: {
    description: 'The market that came true; null: none, the event is void',
    example: hex('4a', KEY),
  },
};
