/** Domain units in those of the interface. */
import { toHex } from '@bellwether/codec';

export const unixSecondsOf = (timestampMs: number): number => Math.floor(timestampMs / 1000);

/** The public id of a builder's API key, never the credential; `""` without a builder. */
export const presentBuilder = (keyId: Uint8Array | null): string =>
  keyId === null ? '' : toHex(keyId);
