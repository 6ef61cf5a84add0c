/** Reads a file from front to back through a buffer. It holds no descriptor, so a reader may stop at any time. */
import { open, stat } from 'node:fs/promises';

/** Bytes read at once. A longer range makes the buffer as long. */
const WINDOW_BYTES = 1 << 20;

export class FileWindow {
  private buffer = Buffer.alloc(0);
  private from = 0;
  private filled = 0;
  private bytes: number | undefined;

  constructor(private readonly path: string) {}

  /** As it was at the first call. */
  async size(): Promise<number> {
    return (this.bytes ??= (await stat(this.path)).size);
  }

  /** A view, valid until the next call; undefined if the file ends before. */
  async read(at: number, length: number): Promise<Buffer | undefined> {
    const size = await this.size();
    if (at + length > size) return undefined;
    if (at < this.from || at + length > this.from + this.filled) await this.fill(at, length, size);
    const offset = at - this.from;
    return offset + length > this.filled
      ? undefined
      : this.buffer.subarray(offset, offset + length);
  }

  private async fill(at: number, length: number, size: number): Promise<void> {
    const wanted = Math.min(Math.max(length, WINDOW_BYTES), size - at);
    if (this.buffer.length < wanted) this.buffer = Buffer.alloc(wanted);
    this.from = at;
    this.filled = 0;
    const file = await open(this.path, 'r');
    try {
      while (this.filled < wanted) {
        const left = wanted - this.filled;
        const { bytesRead } = await file.read(this.buffer, this.filled, left, at + this.filled);
        // It was cut since.
        if (bytesRead === 0) return;
        this.filled += bytesRead;
      }
    } finally {
      await file.close();
    }
  }
}
