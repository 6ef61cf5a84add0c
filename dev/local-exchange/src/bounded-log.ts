import { createWriteStream, openSync, renameSync, statSync } from 'node:fs';
import type { WriteStream } from 'node:fs';

/** Two files of 8 MiB a service: some hours of a busy one, and never a full disk. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Bytes that may wait for a slow disk; more is left out and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** After a write that failed, as on a full disk, the file is opened anew: not for every line. */
const REOPEN_AFTER_MS = 1_000;

/** A log file that never grows past its bound: when it is full it becomes `<file>.1`, in place of the one before. */
export class BoundedLog {
  private readonly file: string;
  private readonly maxFileBytes: number;
  private stream: WriteStream;
  private writtenBytes: number;
  private leftOut = 0;
  /** When a write failed; null: none did since the file was opened. */
  private failedMs: number | null = null;

  constructor(file: string, options: { readonly maxFileBytes?: number } = {}) {
    this.file = file;
    this.maxFileBytes = options.maxFileBytes ?? MAX_FILE_BYTES;
    this.writtenBytes = sizeOf(file);
    this.stream = this.open();
  }

  readonly write = (line: string): void => {
    if (!this.takesMore()) {
      this.leftOut++;
      return;
    }
    if (this.leftOut > 0)
      this.append(`(${this.leftOut} lines were left out: the disk was full or too slow)`);
    this.leftOut = 0;
    this.append(line);
  };

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.stream.end(() => resolve());
    });
  }

  private takesMore(): boolean {
    if (this.failedMs === null) return this.stream.writableLength <= MAX_WAITING_BYTES;
    if (performance.now() - this.failedMs < REOPEN_AFTER_MS) return false;
    return this.replaceStream();
  }

  private append(line: string): void {
    const text = `${line}\n`;
    const bytes = Buffer.byteLength(text);
    if (this.writtenBytes > 0 && this.writtenBytes + bytes > this.maxFileBytes) this.rotate();
    this.writtenBytes += bytes;
    this.stream.write(text);
  }

  private rotate(): void {
    try {
      renameSync(this.file, `${this.file}.1`);
      this.writtenBytes = 0;
    } catch {
      return; // it goes on in the file it has, until the folder lets it
    }
    this.replaceStream(); // what waits goes to the renamed file: it is the same open file
  }

  /** False: it could not be opened, and is tried again later. */
  private replaceStream(): boolean {
    this.stream.end();
    try {
      this.stream = this.open();
      this.failedMs = null;
      return true;
    } catch {
      this.failedMs = performance.now();
      return false;
    }
  }

  /** Opened at once, so that a rotation can rename it, and with the mode of a secret: a log may name users. */
  private open(): WriteStream {
    const stream = createWriteStream(this.file, { fd: openSync(this.file, 'a', 0o600) });
    stream.on('error', () => {
      // A full disk must not stop the exchange, nor end its logs when it has room again.
      if (stream === this.stream) this.failedMs = performance.now();
    });
    return stream;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
