import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFlags } from './flags';

const DEFAULTS = {
  dataDir: resolve('.local'),
  port: 3000,
  isEmpty: false,
  slotMs: 400,
  blocks: 'always',
  hasRateLimits: true,
  hasStandby: false,
  archiveFolder: null,
  snapshotCommands: null,
  shareWaitSeconds: 0,
};

describe('flags', () => {
  it.each([
    [[], DEFAULTS],
    [
      ['--data', '/tmp/x', '--port', '4000', '--empty', '--slot-ms', '100', '--no-rate-limits'],
      {
        ...DEFAULTS,
        dataDir: '/tmp/x',
        port: 4000,
        isEmpty: true,
        slotMs: 100,
        hasRateLimits: false,
      },
    ],
    [['--snapshot-commands', '200'], { ...DEFAULTS, snapshotCommands: 200 }],
    [['--share-wait', '5'], { ...DEFAULTS, shareWaitSeconds: 5 }],
    [['--blocks', 'on-demand'], { ...DEFAULTS, blocks: 'on_demand' }],
    [
      ['--standby', '--archive', '/tmp/y'],
      { ...DEFAULTS, hasStandby: true, archiveFolder: '/tmp/y' },
    ],
  ])('%j', (argv, expected) => {
    expect(parseFlags(argv)).toEqual(expected);
  });
});
