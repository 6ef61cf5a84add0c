/**
 * After a stream's first failed write, as on a full disk, nats-server accepts nothing more for that stream until it is
 * started again, whatever space is free by then (docs/adr/0044-trading-stops-before-the-disk-is-full.md). It reports
 * this at `/healthz`.
 */
import { roomOfFolder } from '@bellwether/runtime';

const ANSWER_TIMEOUT_MS = 2_000;
/** On less a start helps nobody: the next write would fail too. */
const ROOM_BYTES = 1_000_000;
/** The second where the folder may not be written: it ends its JetStream by itself. Also while it starts, when nobody asks. */
const DOES_NOT_WRITE = /write error|JetStream not enabled/;

export interface NatsPlace {
  /** Of its monitoring. */
  readonly monitorUrl: string;
  /** Where its store is. */
  readonly folder: string;
}

/** Its report, if only another start makes it write again, and there is space for that; else null. */
export async function natsStuck({ monitorUrl, folder }: NatsPlace): Promise<string | null> {
  const error = await healthError(monitorUrl);
  if (error === null || !DOES_NOT_WRITE.test(error)) return null;
  const room = await roomOfFolder(folder);
  return room !== null && room.freeBytes < ROOM_BYTES ? null : error;
}

/** null: it is well, or does not answer, as while it starts. */
async function healthError(monitorUrl: string): Promise<string | null> {
  try {
    const response = await fetch(new URL('/healthz', monitorUrl), {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const { error } = Object(await response.json()) as { error?: unknown };
    return response.status !== 200 && typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}
