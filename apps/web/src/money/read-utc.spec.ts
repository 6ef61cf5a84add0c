import { describe, expect, it } from 'vitest';

import { readUtc, utcText } from './read-utc';

describe('a time that is typed', () => {
  it.each(['2030-12-31 18:00', '2028-02-29 00:01', '1999-01-01 23:59'])(
    '%j is what it says',
    (text) => {
      expect(utcText(readUtc(text) ?? 0)).toBe(text);
      expect(readUtc(text.replace(' ', 'T'))).toBe(readUtc(text));
    },
  );

  it('without an hour is the beginning of the day', () => {
    expect(utcText(readUtc('2030-12-31') ?? 0)).toBe('2030-12-31 00:00');
  });

  it.each(['2030-02-31 18:00', '2030-02-29', '2030-04-31', '2030-12-31 24:00', '31.12.2030', ''])(
    '%j is none: no other time is taken for it',
    (text) => expect(readUtc(text)).toBeUndefined(),
  );
});
