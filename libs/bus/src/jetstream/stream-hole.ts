import type { Stream } from './stream';

/** A message that was there, or must be there, is missing. */
export class StreamHole extends Error {
  constructor(stream: string, sequence: number, why: string) {
    super(`stream ${stream}: message ${sequence} ${why}`);
    this.name = 'StreamHole';
  }
}

/** A stream only grows: `last` is its present end, from `Stream.tailFrom`. @throws StreamHole */
export function assertNotCut(stream: Stream, next: number, last: number): void {
  if (last >= next - 1) return;
  throw new StreamHole(stream.name, next - 1, `was read, but the stream ends at ${last}`);
}

/** Silence is right at the tail only: elsewhere the server does not deliver a message. @throws StreamHole */
export async function assertReadable(
  stream: Stream,
  next: number,
  signal?: AbortSignal,
): Promise<void> {
  const last = await stream.tailFrom(next - 1, signal);
  assertNotCut(stream, next, last);
  if (last < next) return;
  if ((await stream.storedMessage(next, signal)) === null) {
    throw new StreamHole(stream.name, next, `is missing, while the stream goes on to ${last}`);
  }
}
