export const DAY_MS = 86_400_000;

/** UTC days since 1970. */
export const dayOf = (timestampMs: number): number => Math.floor(timestampMs / DAY_MS);
