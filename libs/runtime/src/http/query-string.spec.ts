import { expect, it } from 'vitest';
import { parseQueryString } from './query-string';

it('keeps all values of a parameter, in their order, however often it is given', () => {
  expect({ ...parseQueryString('a=1&b=x+y&a=&a=%33') }).toEqual({ a: ['1', '', '3'], b: 'x y' });
  const values = Array.from({ length: 200_000 }, (_, at) => String(at));
  expect(parseQueryString(values.map((value) => `a=${value}`).join('&'))['a']).toEqual(values);
});
