import { expect, it } from 'vitest';
import { encode, text } from '@bellwether/codec';
import { wrong } from './shape';

it.each(['b'.repeat(63) + '😀', '\ud800', `${'😀'.repeat(32)}x`])(
  'a refusal shows of %j what can be encoded',
  (value) => {
    const shown = wrong('name', value, 'shorter').details.find(({ name }) => name === 'value');
    expect(value.startsWith(String(shown?.value))).toBe(true);
    expect(encode(text, String(shown?.value)).length).toBeLessThanOrEqual(2 + 4 * 64);
  },
);
