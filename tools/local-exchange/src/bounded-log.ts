import { createWriteStream, openSync, renameSync, statSync } from 'node:fs';
import type { WriteStream } from 'node:fs';

/** Two files of 8 MiB a service: some hours of a busy one, and never a full disk. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** What may wait for a slow disk; more is left out and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** A log file that never grows past its bound: when it is full it becomes `<file>.1`, in place of the one before. */
export class BoundedLog {
  private readonly file: string;
  private readonly maxFileBytes: number;
  private stream: WriteStream;
  private writtenBytes: number;
  private leftOut = 0;

  constructor(file: string, options: { readonly maxFileBytes?: number } = {}) {
    this.file = file;
    this.maxFileBytes = options.maxFileBytes ?? MAX_FILE_BYTES;
    this.writtenBytes = sizeOf(file);
    this.stream = this.open();
  }

  readonly write = (line: string): void => {
    if (this.stream.writableLength > MAX_WAITING_BYTES) {
      this.leftOut++;
      return;
    }
    if (this.leftOut > 0)
      this.append(`(${this.leftOut} lines were left out: the disk was too slow)`);
    this.leftOut = 0;
    this.append(line);
  };

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.stream.end(() => resolve());
    });
  }

  private append(line: string): void {
    const text = `${line}\n`;
    const bytes = Buffer.byteLength(text);
    if (this.writtenBytes > 0 && this.writtenBytes + bytes > this.maxFileBytes) this.rotate();
    this.writtenBytes += bytes;
    this.stream.write(text);
  }

  private rotate(): void {
    this.stream.end(); // what waits goes to the renamed file: it is the same open file
    renameSync(this.file, `${this.file}.1`);
    this.writtenBytes = 0;
    this.stream = this.open();
  }

  /** Opened at once, so that a rotation can rename it, and with the mode of a secret: a log may name users. */
  private open(): WriteStream {
    const stream = createWriteStream(this.file, { fd: openSync(this.file, 'a', 0o600) });
    stream.on('error', () => undefined); // a full disk must not stop the exchange
    return stream;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
