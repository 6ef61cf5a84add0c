import { describe, expect, it } from 'vitest';
import { MAX_CHANNELS_PER_ADDRESS, MAX_DEPOSITS_CHANNELS_PER_ADDRESS } from '@bellwether/api';
import { AddressPlaces } from './address-places';

describe('what the connections of one address may have together', () => {
  it('is so many channels, of deposits fewer, and as many again after they are given back', () => {
    const places = new AddressPlaces(10);
    const take = (kind: 'book' | 'deposits') => places.takeChannel('a', kind)?.details;
    for (let count = 0; count < MAX_DEPOSITS_CHANNELS_PER_ADDRESS; count++) {
      expect(take('deposits')).toBeUndefined();
    }
    const most = MAX_DEPOSITS_CHANNELS_PER_ADDRESS;
    expect(take('deposits')).toEqual({
      deposits_channels_of_address: most,
      max_deposits_channels_of_address: most,
    });
    for (let count = most; count < MAX_CHANNELS_PER_ADDRESS; count++) {
      expect(take('book')).toBeUndefined();
    }
    expect(take('book')).toEqual({
      channels_of_address: MAX_CHANNELS_PER_ADDRESS,
      max_channels_of_address: MAX_CHANNELS_PER_ADDRESS,
    });
    expect(places.takeChannel('b', 'deposits')).toBeUndefined();
    places.giveBackChannel('a', 'deposits');
    expect(take('deposits')).toBeUndefined();
  });

  it('is so many connections', () => {
    const places = new AddressPlaces(2);
    places.takeConnection('a');
    places.takeConnection('a');
    expect(places.refusalOfConnection('a')?.code).toBe('RATE_LIMITED');
    expect(places.refusalOfConnection('b')).toBeUndefined();
    places.giveBackConnection('a');
    expect(places.refusalOfConnection('a')).toBeUndefined();
  });
});
