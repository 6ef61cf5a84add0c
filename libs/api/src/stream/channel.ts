/** The channels of the streams and their names, in subscriptions and messages. */
import { fromHex, parsePublicKey, toBase58, toHex } from '@bellwether/codec';
import { z } from 'zod';
import { EXAMPLE } from '../examples';

export const CHANNEL_KINDS = ['book', 'trades', 'user', 'deposits', 'markets', 'cases'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** `name` is the canonical form: lower-case hex, base58. */
export type Channel =
  | { readonly kind: 'book' | 'trades'; readonly name: string; readonly marketId: Uint8Array }
  | { readonly kind: 'user'; readonly name: string; readonly user: Uint8Array }
  | { readonly kind: 'deposits'; readonly name: string; readonly user: Uint8Array }
  | { readonly kind: 'markets'; readonly name: 'markets' }
  | { readonly kind: 'cases'; readonly name: 'cases' };

export const marketChannel = (kind: 'book' | 'trades', marketId: Uint8Array): Channel => ({
  kind,
  name: `${kind}:${toHex(marketId)}`,
  marketId,
});

export const userChannel = (user: Uint8Array): Channel => ({
  kind: 'user',
  name: `user:${toBase58(user)}`,
  user,
});

export const depositsChannel = (user: Uint8Array): Channel => ({
  kind: 'deposits',
  name: `deposits:${toBase58(user)}`,
  user,
});

export const MARKETS_CHANNEL: Channel = { kind: 'markets', name: 'markets' };

export const CASES_CHANNEL: Channel = { kind: 'cases', name: 'cases' };

const MARKET_ID_BYTES = 32;

/** `undefined` if there is no such channel. */
export function parseChannel(text: string): Channel | undefined {
  if (text === MARKETS_CHANNEL.name) return MARKETS_CHANNEL;
  if (text === CASES_CHANNEL.name) return CASES_CHANNEL;
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(colon, 0));
  const rest = text.slice(colon + 1);
  if (kind === 'user' || kind === 'deposits') {
    const user = parsePublicKey(rest);
    return user && (kind === 'user' ? userChannel(user) : depositsChannel(user));
  }
  if (kind !== 'book' && kind !== 'trades') return undefined;
  const marketId = fromHex(rest, MARKET_ID_BYTES);
  return marketId && marketChannel(kind, marketId);
}

const EXPECTED =
  '"markets", "cases", "book:" or "trades:" and a market id (64 characters of hex), or "user:" or "deposits:" and a public key (base58 or hex)';

export const channelField = z
  .string({ error: EXPECTED })
  .transform((text, context): Channel => {
    const channel = parseChannel(text);
    if (channel !== undefined) return channel;
    context.addIssue({ code: 'custom', message: EXPECTED });
    return z.NEVER;
  })
  .meta({ description: 'A channel', example: `book:${EXAMPLE.marketId}` });
