import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvariantViolation } from '@bellwether/errors';
import fc from 'fast-check';
import { ArchiveDamaged, ArchiveFolder } from '../src/archive-folder';
import { SEGMENT_RECORDS } from '../src/archive-segment';

/** number, length, check, hash */
const FRAME_HEAD_BYTES = 8 + 4 + 4 + 32;

/** 64 MB in one file, in records longer than what is read of it at once. */
const LARGE_RECORDS = 48;
const RECORD_BYTES = 1_333_333;

setFlagsFromString('--expose-gc');

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'bellwether-archive-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

const recordOf = (number: number) => ({
  number,
  bytes: new TextEncoder().encode(`record ${number} `.repeat(1 + (number % 3))),
});
const recordsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => recordOf(first + index));

async function written(count: number): Promise<void> {
  const archive = new ArchiveFolder(path);
  await archive.open();
  await archive.append(recordsFrom(1, count));
  await archive.close();
}

async function readAll(from?: number) {
  const found = [];
  for await (const record of new ArchiveFolder(path).read(from)) found.push(record);
  return found;
}

async function readAsFarAsPossible() {
  const records: unknown[] = [];
  try {
    for await (const record of new ArchiveFolder(path).read()) records.push(record);
    return { records, error: null };
  } catch (error) {
    return { records, error };
  }
}

describe('the archive of a journal', () => {
  it('is empty at first', async () => {
    const archive = new ArchiveFolder(path);
    expect(await archive.open()).toEqual({ last: null });
    expect(archive.nextNumber).toBe(1);
    expect(await readAll()).toEqual([]);
  });

  it('gives back what was appended, from any record on, and goes on where it ended', async () => {
    await written(5);
    const archive = new ArchiveFolder(path);
    expect(await archive.open()).toEqual({ last: recordOf(5) });
    await archive.append(recordsFrom(6, 2));
    await archive.close();
    expect(await readAll()).toEqual(recordsFrom(1, 7));
    expect(await readAll(4)).toEqual(recordsFrom(4, 4));
  });

  it('is opened in little memory, however large its records are', async () => {
    const writer = new ArchiveFolder(path);
    await writer.open();
    const large = (number: number) => ({
      number,
      bytes: new Uint8Array(RECORD_BYTES).fill(number),
    });
    for (let number = 1; number <= LARGE_RECORDS; number++) await writer.append([large(number)]);
    await writer.close();
    runInNewContext('gc')();
    const held = process.memoryUsage().arrayBuffers;
    let most = 0;
    const look = () => (most = Math.max(most, process.memoryUsage().arrayBuffers - held));
    const timer = setInterval(look, 1);
    const archive = new ArchiveFolder(path);
    const { last } = await archive.open();
    look();
    clearInterval(timer);
    expect(last?.number).toBe(LARGE_RECORDS);
    expect(Buffer.compare(last!.bytes, large(LARGE_RECORDS).bytes)).toBe(0);
    expect(archive.nextNumber).toBe(LARGE_RECORDS + 1);
    expect(most).toBeLessThan((LARGE_RECORDS * RECORD_BYTES) / 8);
  });

  it('goes over from file to file', async () => {
    await written(SEGMENT_RECORDS + 2);
    expect(await readdir(path)).toEqual(['segment-00000000', 'segment-00000001']);
    const archive = new ArchiveFolder(path);
    expect(await archive.open()).toEqual({ last: recordOf(SEGMENT_RECORDS + 2) });
    expect(await readAll(SEGMENT_RECORDS)).toEqual(recordsFrom(SEGMENT_RECORDS, 3));
  });

  it('takes no record out of order', async () => {
    const archive = new ArchiveFolder(path);
    await archive.open();
    await expect(archive.append([recordOf(2)])).rejects.toThrow(InvariantViolation);
    await expect(archive.append([recordOf(1), recordOf(3)])).rejects.toThrow(InvariantViolation);
  });

  it('cuts off what a dying writer left of a record, wherever it was cut', async () => {
    await written(3);
    const file = join(path, 'segment-00000000');
    const whole = await readFile(file);
    const two = whole.length - (FRAME_HEAD_BYTES + recordOf(3).bytes.length);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: two, max: whole.length - 1 }), async (length) => {
        await writeFile(file, whole);
        await truncate(file, length);
        expect(await readAll()).toEqual(recordsFrom(1, 2));
        const archive = new ArchiveFolder(path);
        expect(await archive.open()).toEqual({ last: recordOf(2) });
        await archive.append([recordOf(3)]);
        await archive.close();
        expect(await readAll()).toEqual(recordsFrom(1, 3));
      }),
      { numRuns: 30 },
    );
  });

  it('never gives a record that differs: any flipped bit is damage', async () => {
    await written(6);
    const file = join(path, 'segment-00000000');
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
        const flipped = Buffer.from(whole);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        await writeFile(file, flipped);
        const { records, error } = await readAsFarAsPossible();
        expect(records).toEqual(recordsFrom(1, records.length));
        expect(error).toBeInstanceOf(ArchiveDamaged);
      }),
      { numRuns: 200 },
    );
  });

  it('says which file is missing', async () => {
    await written(SEGMENT_RECORDS + 1);
    await rm(join(path, 'segment-00000000'));
    await expect(readAll()).rejects.toThrow('record 1 in');
  });
});
