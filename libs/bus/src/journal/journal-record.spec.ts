import { describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { InvariantViolation } from '@bellwether/errors';
import type { JournaledCommand } from '@bellwether/exchange';
import fc from 'fast-check';
import {
  JOURNAL_START,
  assertFollows,
  decodeRecord,
  encodeRecord,
  nextRecord,
  positionAfter,
} from './journal-record';
import type { JournalPosition, JournalRecord } from './journal-record';

const identity = { network: 'test', shard: 3 } as const;
const writer = new Uint8Array(16).fill(0xaa);
const tick: JournaledCommand = { lane: 'internal', command: { kind: 'tick' } };

const genesis = nextRecord(identity, JOURNAL_START, {
  kind: 'genesis',
  writer,
  timestampMs: 1_000,
  commands: [],
});
const afterGenesis = positionAfter(genesis, encodeRecord(genesis));
const epoch = nextRecord(identity, afterGenesis, {
  kind: 'epoch',
  writer,
  timestampMs: 1_000,
  commands: [],
});
const afterEpoch = positionAfter(epoch, encodeRecord(epoch));
const commands = nextRecord(identity, afterEpoch, {
  kind: 'commands',
  writer,
  timestampMs: 1_001,
  commands: [tick, tick],
});

/** The bytes after decoding and encoding, or the assertion that failed. */
function reencoded(bytes: Uint8Array): Uint8Array | InvariantViolation {
  try {
    return encodeRecord(decodeRecord(bytes, 3));
  } catch (error) {
    if (error instanceof InvariantViolation) return error;
    throw error;
  }
}

describe('the bytes of a record', () => {
  it('are those of docs/protocol/bus.md', () => {
    const expected = [
      '01', // version
      '02', // kind: commands
      '00', // network: test
      '0300', // shard
      '0100000000000000', // epoch
      'aa'.repeat(16), // writer
      '0300000000000000', // number
      toHex(afterEpoch.hash), // previous hash
      'e903000000000000', // timestamp
      '0100000000000000', // first seq
      '02000000', // count
      '001e00000000', // lane internal, tick, of no bytes
      '001e00000000',
    ].join('');
    expect(toHex(encodeRecord(commands))).toBe(expected);
  });

  it('decode to the record, or not at all', () => {
    const bytes = encodeRecord(commands);
    expect(decodeRecord(bytes, 3)).toEqual(commands);
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      by: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(change, ({ at, by }) => {
        const changed = bytes.slice();
        changed[at]! ^= by;
        const again = reencoded(changed);
        expect(again instanceof InvariantViolation ? changed : again).toEqual(changed);
      }),
    );
  });

  it('chain: a record changed in any bit is not what the next one continues', () => {
    const bytes = encodeRecord(epoch);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const position = { ...positionAfter(epoch, changed) };
      expect(() => assertFollows(identity, position, commands)).toThrow(InvariantViolation);
    }
  });
});

describe('what follows what', () => {
  it('a journal is a genesis record, an epoch, its commands, the next epoch', () => {
    expect(() => assertFollows(identity, JOURNAL_START, genesis)).not.toThrow();
    expect(() => assertFollows(identity, afterGenesis, epoch)).not.toThrow();
    expect(() => assertFollows(identity, afterEpoch, commands)).not.toThrow();
    const end = positionAfter(commands, encodeRecord(commands));
    expect(end).toMatchObject({ number: 3, epoch: 1, lastSeq: 2, timestampMs: 1_001 });
    const other = new Uint8Array(16).fill(0xbb);
    const entry = { kind: 'epoch', writer: other, timestampMs: 1_001, commands: [] } as const;
    const second = nextRecord(identity, end, { ...entry, commands: [] });
    expect(second).toMatchObject({ number: 4, epoch: 2, firstSeq: 3 });
    expect(() => assertFollows(identity, end, second)).not.toThrow();
  });

  const wrong: [string, JournalPosition, JournalRecord][] = [
    ['a number that is not the next', afterEpoch, { ...commands, number: 4 }],
    ['another network', afterEpoch, { ...commands, network: 'production' }],
    ['another shard', afterEpoch, { ...commands, shard: 4 }],
    ['another previous hash', afterEpoch, { ...commands, previousHash: new Uint8Array(32) }],
    ['commands of another epoch', afterEpoch, { ...commands, epoch: 2 }],
    [
      'commands of a writer that does not reign',
      afterEpoch,
      { ...commands, writer: new Uint8Array(16) },
    ],
    ['an epoch that is skipped', afterGenesis, { ...epoch, epoch: 2 }],
    ['a seq that is skipped', afterEpoch, { ...commands, firstSeq: 2 }],
    ['time that falls', afterEpoch, { ...commands, timestampMs: 999 }],
    ['commands without commands', afterEpoch, { ...commands, commands: [] }],
    ['an epoch with commands', afterGenesis, { ...epoch, commands: [tick] }],
    ['a journal that begins with an epoch', JOURNAL_START, { ...epoch, number: 1 }],
    ['a second genesis', afterGenesis, { ...genesis, number: 2, previousHash: afterGenesis.hash }],
    ['commands before any epoch', afterGenesis, { ...commands, number: 2, epoch: 0 }],
  ];
  it.each(wrong)('%s is a broken belief', (_name, position, record) => {
    expect(() => assertFollows(identity, position, record)).toThrow(InvariantViolation);
  });
});
