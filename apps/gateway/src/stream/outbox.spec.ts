/** Data that waits for a client is bounded in bytes, complete and in order. */
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox';

/** A socket that passes its data on when the test says so. */
class SlowSocket extends Duplex {
  readonly arrived: string[] = [];
  private passOn: (() => void) | undefined;

  constructor() {
    super({ writableHighWaterMark: 8 });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.arrived.push(String(chunk));
    this.passOn = done;
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.arrived.push(String(chunk));
    this.passOn = done;
  }

  /** The client reads. */
  async readAll(): Promise<void> {
    for (let pass = this.passOn; pass !== undefined; pass = this.passOn) {
      this.passOn = undefined;
      pass();
      await new Promise(setImmediate);
    }
  }
}

const boxOf = (maxUnreadBytes: number) => {
  const socket = new SlowSocket();
  const overflows: number[] = [];
  const box = new Outbox(socket, { maxUnreadBytes }, (bytes) => {
    overflows.push(bytes);
    box.close();
  });
  const push = (...texts: string[]) => {
    for (const text of texts) box.push(Buffer.from(text));
    box.flush();
  };
  return { socket, box, overflows, push };
};

describe('an outbox', () => {
  it('passes everything on in order, in one write a turn while the socket takes it', async () => {
    const { socket, box, push } = boxOf(100);
    push('a', 'b', 'c');
    expect(socket.arrived).toEqual(['a', 'b', 'c']);
    push('12345678', 'd', 'e');
    // The socket is full, so what follows waits here.
    expect(box.unreadBytes).toBe(3 + 8 + 2);
    await socket.readAll();
    expect(socket.arrived.join('')).toBe('abc12345678de');
    expect(box.unreadBytes).toBe(0);
  });

  it('holds no more than its limit, the socket’s part included, and then nothing', () => {
    const { box, overflows, push } = boxOf(20);
    push('123456789', '123456789');
    expect([box.unreadBytes, overflows]).toEqual([18, []]);
    push('123');
    expect(overflows).toEqual([21]);
    // The socket's data is out of reach. Waiting data is dropped, and new data is not taken.
    push('more');
    expect(box.unreadBytes).toBe(9);
  });

  it('is stuck when nothing was read between two questions and something waits', async () => {
    const { socket, box, push } = boxOf(100);
    expect(box.isStuck()).toBe(false);
    push('123456789', 'abc');
    expect([box.isStuck(), box.isStuck()]).toEqual([true, true]);
    await socket.readAll();
    expect(box.isStuck()).toBe(false);
    // It has nothing to read.
    expect(box.isStuck()).toBe(false);
    push('d');
    await socket.readAll();
    push('e');
    expect(box.isStuck()).toBe(false);
    expect(box.isStuck()).toBe(true);
  });

  it('tells when enough was read', async () => {
    const { socket, box, push } = boxOf(100);
    push('123456789', 'abc');
    let isBelow = false;
    const below = box.whenBelow(8).then(() => (isBelow = true));
    await new Promise(setImmediate);
    expect(isBelow).toBe(false);
    await socket.readAll();
    await below;
    await box.whenBelow(8);
  });

  it('lets nobody wait when it is closed', async () => {
    const { box, push } = boxOf(100);
    push('123456789', 'abc');
    const below = box.whenBelow(8);
    box.close();
    await expect(below).resolves.toBeUndefined();
  });
});
