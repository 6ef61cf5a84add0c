import { constants } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** A buffer holds no more, so a larger file can be written but not read. On Node 20: 4 GiB. */
export const MAX_FILE_BYTES = constants.MAX_LENGTH;
/** The operating system gives at most 2 GiB at a time. */
const READ_BYTES = 2 ** 30;

/** The whole file, also one of more than 2 GiB, which `readFile` refuses. */
export async function readWhole(path: string, readBytes = READ_BYTES): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    assertFits(path, size);
    return await fill(file, Buffer.allocUnsafeSlow(size), readBytes);
  } finally {
    await file.close();
  }
}

/** @throws Error if a file of so many bytes could not be read */
export function assertFits(path: string, bytes: number): void {
  if (bytes > MAX_FILE_BYTES)
    throw new Error(`${path}: ${bytes} bytes are more than the ${MAX_FILE_BYTES} that can be read`);
}

/** @returns what the file has, at most the buffer */
async function fill(file: FileHandle, buffer: Buffer, readBytes: number): Promise<Buffer> {
  for (let at = 0; at < buffer.length;) {
    const length = Math.min(readBytes, buffer.length - at);
    const { bytesRead } = await file.read(buffer, at, length);
    if (bytesRead === 0) return buffer.subarray(0, at);
    at += bytesRead;
  }
  return buffer;
}
