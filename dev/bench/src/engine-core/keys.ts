import { marketIdOf } from '@bellwether/canonical-message';

export const NETWORK = 'test';
const MARKETS_PER_EVENT = 100;

/** The 32-byte key of an account: recognizable bytes, as evenly spread as real keys. */
export function accountKey(account: number): Uint8Array {
  const key = new Uint8Array(32);
  const view = new DataView(key.buffer);
  for (let word = 0; word < 8; word++) {
    view.setUint32(word * 4, Math.imul(account + 1, 0x9e3779b1 + word * 0x7f4a7c15), true);
  }
  view.setUint32(0, account, true);
  return key;
}

export const eventIdOf = (event: number): string => `event-${event}`;
export const labelOf = (market: number): string => `market-${market}`;
const eventOf = (market: number): number => Math.floor(market / MARKETS_PER_EVENT);

export const marketKey = (market: number): Uint8Array =>
  marketIdOf({ network: NETWORK, eventId: eventIdOf(eventOf(market)), label: labelOf(market) });

/** The markets of each event. */
export function eventsOf(markets: number): readonly (readonly number[])[] {
  const all = Array.from({ length: markets }, (_, market) => market);
  return Array.from({ length: Math.ceil(markets / MARKETS_PER_EVENT) }, (_, event) =>
    all.slice(event * MARKETS_PER_EVENT, (event + 1) * MARKETS_PER_EVENT),
  );
}
