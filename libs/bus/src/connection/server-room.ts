/**
 * How much more the servers of a journal take, by their monitoring (`/jsz`): what JetStream may use, less what it uses. It
 * is the disk's room as far as the server's `max_file_store` is what the disk really has for it.
 */
const ANSWER_PATIENCE_MS = 2_000;

/** Bytes. */
export interface ServerRoom {
  readonly freeBytes: number;
  /** What the server may use in all. */
  readonly sizeBytes: number;
}

/**
 * What is left where an append needs a majority: of three servers, what the second best has. One that is full alone stops
 * nobody.
 * @returns null where fewer than a majority tell
 */
export async function roomOfServers(monitorUrls: readonly string[]): Promise<ServerRoom | null> {
  const rooms = await Promise.all(monitorUrls.map((url) => roomOfServer(url)));
  return roomOfMajority(rooms);
}

export function roomOfMajority(rooms: readonly (ServerRoom | null)[]): ServerRoom | null {
  const majority = Math.floor(rooms.length / 2) + 1;
  const told = rooms.filter((room): room is ServerRoom => room !== null);
  return told.toSorted((a, b) => b.freeBytes - a.freeBytes)[majority - 1] ?? null;
}

/** null: no answer, or one without JetStream. */
async function roomOfServer(url: string): Promise<ServerRoom | null> {
  try {
    const response = await fetch(new URL('/jsz?config=true', url), {
      signal: AbortSignal.timeout(ANSWER_PATIENCE_MS),
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
