import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseFlags } from '../src/flags';

describe('flags', () => {
  it.each([
    [[], { dataDir: resolve('.local'), port: 3000, isEmpty: false }],
    [
      ['--data', '/tmp/x', '--port', '4000', '--empty'],
      { dataDir: '/tmp/x', port: 4000, isEmpty: true },
    ],
  ])('%j', (argv, expected) => {
    expect(parseFlags(argv)).toEqual(expected);
  });
});
