/**
 * The time of the server that leads a stream. Each answer of the API about a stream contains it, to the nanosecond; no
 * message is stored for it, and writers and readers of a stream have the permission.
 */
import { JetStreamApiError } from '@nats-io/jetstream';
import type { ApiError } from '@nats-io/jetstream';
import type { Bus } from '../connection/bus';
import type { ClockReading } from './clock-reading';
import type { Clocks } from './clocks';
import { MAX_CLOCK_READING_MS } from './limits';

const EMPTY = new Uint8Array();

/** @throws RequestError, JetStreamApiError; Error if the answer contains no time */
export async function askServerClock(
  bus: Bus,
  stream: string,
  clocks: Clocks,
): Promise<ClockReading> {
  const sent = { sentMs: clocks.steadyMs(), sentWallMs: clocks.wallMs() };
  const answer = bus.request(`$JS.API.STREAM.INFO.${stream}`, EMPTY, MAX_CLOCK_READING_MS);
  bus.send();
  const text = (await answer).string();
  const receivedMs = clocks.steadyMs();
  const { ts, error } = Object(JSON.parse(text)) as { ts?: unknown; error?: ApiError };
  if (error !== undefined) throw new JetStreamApiError(error);
  const publishedMs = typeof ts === 'string' ? Date.parse(ts) : Number.NaN;
  if (!Number.isSafeInteger(publishedMs)) throw new Error(`no time in the answer: ${String(ts)}`);
  return { ...sent, receivedMs, publishedMs };
}
