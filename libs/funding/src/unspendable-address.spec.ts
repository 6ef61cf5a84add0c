import { parsePublicKey } from '@bellwether/codec';
import { describe, expect, it } from 'vitest';
import { isUnspendable } from './unspendable-address';

describe('an address that nobody holds', () => {
  it.each([
    ['11111111111111111111111111111111', true],
    ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', true],
    ['1nc1nerator11111111111111111111111111111111', true],
    ['DY6rdpEKCyV9hEkGNZAS9AnH7yJCNbUoap5PHrDjFSRj', false],
  ])('%s: %s', (address, expected) => {
    expect(isUnspendable(parsePublicKey(address)!)).toBe(expected);
  });
});
