/** Golden bytes of the after-states, put together by hand: gateways of one version read what engines of another wrote. */
import { describe, expect, it } from 'vitest';
import { decode, encode, fromHex, toHex } from '@bellwether/codec';
import { exchangeEventLayout } from '../src/event';
import type { ExchangeEvent } from '../src/event';

const user = new Uint8Array(32).fill(1);
const marketId = new Uint8Array(32).fill(2);
const USER = '01'.repeat(32);
const MARKET = '02'.repeat(32);

const events: [ExchangeEvent, string][] = [
  [
    { kind: 'book_level', marketId, side: 'bid', price: 4_500, size: 2 ** 53 - 1, orders: 3 },
    `17 ${MARKET} 00 9411 ffffffffffff1f00 03000000`,
  ],
  [
    { kind: 'book_level', marketId, side: 'ask', price: 9_999, size: 0, orders: 0 },
    `17 ${MARKET} 01 0f27 0000000000000000 00000000`,
  ],
  [
    { kind: 'balance', user, available: 1, locked: 258, withdrawing: 3, gasDebt: 4 },
    `18 ${USER} 0100000000000000 0201000000000000 0300000000000000 0400000000000000`,
  ],
  [
    { kind: 'position', user, marketId, yes: 5, no: 6, yesLocked: 1, noLocked: 2 },
    `19 ${USER} ${MARKET} 0500000000000000 0600000000000000 0100000000000000 0200000000000000`,
  ],
];

describe('the bytes of after-states', () => {
  it.each(events)('%j', (event, spaced) => {
    const golden = spaced.replaceAll(' ', '');
    expect(toHex(encode(exchangeEventLayout, event))).toBe(golden);
    expect(decode(exchangeEventLayout, fromHex(golden, golden.length / 2)!)).toEqual(event);
  });
});
