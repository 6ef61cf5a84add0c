/**
 * Free space on a journal's servers, from their monitoring (`/jsz`): what JetStream may use, minus what it uses. This
 * equals free disk space only if the server's `max_file_store` matches what the disk has for it.
 */
const ANSWER_TIMEOUT_MS = 2_000;

/** Bytes. */
export interface ServerRoom {
  readonly freeBytes: number;
  /** The most the server may use. */
  readonly sizeBytes: number;
}

/**
 * The space left for an append that needs a majority: with three servers, that of the second best. A single full server
 * stops nothing.
 * @returns null if fewer than a majority answer
 */
export async function roomOfServers(monitorUrls: readonly string[]): Promise<ServerRoom | null> {
  const rooms = await Promise.all(monitorUrls.map((url) => roomOfServer(url)));
  return roomOfMajority(rooms);
}

/** @param rooms one per server, null for a server that does not answer */
export function roomOfMajority(rooms: readonly (ServerRoom | null)[]): ServerRoom | null {
  const majority = Math.floor(rooms.length / 2) + 1;
  const reported = rooms.filter((room): room is ServerRoom => room !== null);
  return reported.toSorted((a, b) => b.freeBytes - a.freeBytes)[majority - 1] ?? null;
}

/** null: no answer, or an answer without JetStream. */
async function roomOfServer(url: string): Promise<ServerRoom | null> {
  try {
    const response = await fetch(new URL('/jsz?config=true', url), {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const { storage, config } = Object(await response.json()) as {
      storage?: unknown;
      config?: { max_storage?: unknown };
    };
    const size = config?.max_storage;
    if (typeof storage !== 'number' || typeof size !== 'number' || size <= 0) return null;
    return { freeBytes: Math.max(0, size - storage), sizeBytes: size };
  } catch {
    return null;
  }
}
