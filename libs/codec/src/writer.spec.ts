import { describe, expect, it } from 'vitest';
import { Writer } from './index';

describe('Writer', () => {
  it.each([0, 1, 7, 64])('grows from %d bytes without losing any', (initialBytes) => {
    const writer = new Writer(initialBytes);
    for (let i = 0; i < 100; i++) writer.u16(i);
    writer.raw(new Uint8Array(1_000).fill(5));
    const written = writer.finish();
    expect(writer.size).toBe(1_200);
    expect(written).toHaveLength(1_200);
    expect([...written.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
    expect([...written.subarray(196, 202)]).toEqual([98, 0, 99, 0, 5, 5]);
  });

  it('begins anew after reset', () => {
    const writer = new Writer();
    writer.u32(1);
    writer.reset();
    writer.u8(2);
    expect(writer.finish()).toEqual(Uint8Array.of(2));
  });

  it('takes back what does not fit in a message', () => {
    const writer = new Writer();
    writer.u8(1);
    const before = writer.size;
    writer.u32(2);
    writer.cutTo(before);
    writer.u8(3);
    expect(writer.finish()).toEqual(Uint8Array.of(1, 3));
    expect(() => writer.cutTo(3)).toThrow('2 bytes cannot be cut to 3');
  });

  it('finish gives a copy, view does not', () => {
    const writer = new Writer();
    writer.u8(1);
    const copy = writer.finish();
    const view = writer.view();
    writer.reset();
    writer.u8(2);
    expect(copy).toEqual(Uint8Array.of(1));
    expect(view).toEqual(Uint8Array.of(2));
  });
});
