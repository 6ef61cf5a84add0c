import { expect, it } from 'vitest';
import { snakeCase } from './snake-case';

it('names a field as the interface does, to the compiler too', () => {
  const name: 'image_url' = snakeCase('imageUrl');
  expect(name).toBe('image_url');
});
