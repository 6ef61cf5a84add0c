/**
 * Reads a stream from a sequence on, in order and without a gap, for as long as the caller asks for more.
 * The server skips a message it cannot read from disk without a word, and one sent while the connection broke is
 * lost: so every sequence is checked here, and a message that is really gone ends the reading with `StreamHole`.
 */
import { Fault } from '@bellwether/errors';
import { pause } from '../connection/backoff';
import { readByAsking } from './read-by-asking';
import { readByConsumer } from './read-by-consumer';
import type { StoredMessage } from './stored-message';
import { StreamHole } from './stream-hole';
import type { StreamReading } from './stream-reading';

/**
 * Yields what has arrived, at least one message at a time, the first with the sequence `from`; waits at the tail for
 * more. Ends when `signal` is aborted.
 * @throws StreamHole; Fault where the stream is gone; RequestError once the bus is closed
 */
export async function* readStream(
  reading: StreamReading,
  from: number,
): AsyncGenerator<StoredMessage[]> {
  const { stream, bus, log, signal, way } = reading;
  const read = way === 'delivered' ? readByConsumer : readByAsking;
  let next = from;
  for (let failures = 0; !signal.aborted;) {
    try {
      await bus.whenConnected(signal);
      for await (const messages of read(reading, next)) {
        next += messages.length;
        failures = 0;
        yield messages;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof StreamHole || error instanceof Fault || bus.closed) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ stream: stream.name, next, reason }, 'reading a stream: starting again');
      await pause(failures++, signal).catch(() => undefined);
    }
  }
}
