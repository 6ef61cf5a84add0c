import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseFlags } from '../src/flags';

describe('flags', () => {
  it.each([
    [[], { dataDir: resolve('.local'), port: 3000, isEmpty: false, slotMs: 400 }],
    [
      ['--data', '/tmp/x', '--port', '4000', '--empty', '--slot-ms', '100'],
      { dataDir: '/tmp/x', port: 4000, isEmpty: true, slotMs: 100 },
    ],
  ])('%j', (argv, expected) => {
    expect(parseFlags(argv)).toEqual(expected);
  });
});
