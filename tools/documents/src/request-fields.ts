/**
 * The meaning of each field of a JSON request, with a plausible value. The server's reader defines shapes and bounds.
 */
import { FULL_TERMS } from '@bellwether/canonical-message';
import { camelCase } from '@bellwether/codec';

interface RequestField {
  readonly description: string;
  readonly example: unknown;
}

const hex = (byte: string, bytes: number): string => byte.repeat(bytes);
const KEY = 32;
const SIGNATURE = 64;
const SHORT_ID = 16;

const TERMS = Object.fromEntries(
  Object.entries(FULL_TERMS).map(([name, { about, absent }]): [string, RequestField] => [
    camelCase(name),
    { description: about, example: absent },
  ]),
);

export const REQUEST_FIELDS: Readonly<Record<string, RequestField>> = {
  address: { description: 'An address on that chain', example: hex('2b', KEY) },
  after: { description: 'The last key of the page before', example: hex('0c', SHORT_ID) },
  allowProgramAddress: {
    description: 'Whether the recipient may be off the curve',
    example: false,
  },
  amount: { description: 'Of the token, in its smallest unit', example: 25_000_000 },
  amountMicroUsdc: { description: 'Micro-USDC', example: 20_000_000 },
  before: { description: 'Where the page before ended, exclusive', example: 1_204 },
  budgetMicroUsdc: {
    description: 'What the order may cost, in the place of a size',
    example: 10_000_000,
  },
  builder: { description: "The builder's API key", example: hex('0c', SHORT_ID) },
  builderId: { description: 'The builder', example: 'builder-7' },
  chain: { description: 'Which chain', example: 'ext' },
  dailyOutflowMicroUsdc: {
    description: 'What may be withdrawn through the key in a UTC day, in micro-USDC',
    example: 1_000_000_000,
  },
  depositId: { description: 'A deposit', example: hex('3d', KEY) },
  depth: { description: 'Levels a side', example: 10 },
  enabled: { description: 'Whether deposits are sent over the bridge', example: true },
  eventId: { description: 'An event', example: 'rain-in-london-2030' },
  feeBps: { description: "The builder's fee, in basis points", example: 10 },
  isOwner: {
    description: 'Whether the user asks, who may learn of its own open orders',
    example: true,
  },
  keyId: { description: 'An API key, by its public id', example: hex('0c', SHORT_ID) },
  limit: { description: 'Entries of a page', example: 100 },
  marketId: { description: 'A market', example: hex('4a', KEY) },
  maxFeeBps: { description: 'The most that the builder may charge, in basis points', example: 50 },
  microUsdc: { description: 'The cap, in micro-USDC', example: 500_000_000_000 },
  maxGasFee: {
    description: 'The most that the gas fee may be, in micro-USDC; 0: any',
    example: 1_500_000,
  },
  mint: { description: 'The mint of a token on ext', example: hex('5e', KEY) },
  name: { description: "The builder's name", example: 'Weather Desk' },
  nonce: { description: "The user's, of the kind of the request", example: 7 },
  orderId: { description: 'An order', example: 42 },
  orderType: { description: 'How long the order lives', example: 'gtc' },
  ordersPerSecond: { description: 'Orders a second through the key', example: 50 },
  outcome: { description: 'Which contract', example: 'yes' },
  price: { description: 'Basis points of a dollar', example: 4_500 },
  recipient: { description: 'An address that is paid', example: hex('6f', KEY) },
  recipientKind: { description: 'Whose address the recipient is', example: 'recipient_ext' },
  reference: { description: 'Makes the request repeatable', example: 'ticket-1204' },
  requestId: { description: 'For logs: the id of the HTTP request', example: 'f3b1c2d4' },
  search: { description: 'A part of the name, or the whole id', example: 'weather' },
  resolution: { description: 'How a market comes out', example: 'void' },
  scopes: { description: 'What the key may do', example: ['trade'] },
  side: { description: 'Whether contracts are bought or sold', example: 'buy' },
  signature: {
    description: "The user's signature of the canonical message",
    example: hex('7a', SIGNATURE),
  },
  ...TERMS,
  terms: {
    description: 'What only the full form says',
    example: Object.fromEntries(
      Object.entries(TERMS).map(([name, { example }]) => [name, example]),
    ),
  },
  // The one example that has it has a budget in its place.
  size: { description: 'Contracts', example: undefined },
  slot: { description: 'A block of the chain', example: 311_204_771 },
  textForm: {
    description: 'How the owner signed it, where it was signed as a text',
    example: undefined,
  },
  tier: { description: 'The tier of the user', example: 1 },
  token: { description: 'USDC, or the native unit', example: 'usdc' },
  user: { description: "A user's public key", example: hex('1f', KEY) },
  users: { description: 'Public keys', example: [hex('1f', KEY)] },
  withdrawalId: { description: 'A withdrawal', example: hex('8b', KEY) },
  withdrawalIds: { description: 'Withdrawals', example: [hex('8b', KEY)] },
  winner: {
    description: 'The market that came true; null: none, the event is void',
    example: hex('4a', KEY),
  },
};
