import { expect, it } from 'vitest';
import { camelCase, snakeCase } from './snake-case';

it('names a field as the interface does, to the compiler too', () => {
  const name: 'image_url' = snakeCase('imageUrl');
  expect(name).toBe('image_url');
});

it('names a field of the interface as the code does, to the compiler too', () => {
  const name: 'change24hBps' = camelCase('change_24h_bps');
  expect(name).toBe('change24hBps');
});
