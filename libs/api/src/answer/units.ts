/** Converts domain units to those of the interface: Unix seconds, hex ids, base58 keys. */
import { toBase58, toHex } from '@bellwether/codec';
import type { AsOf } from '@bellwether/exchange';

export const unixSecondsOf = (timestampMs: number): number => Math.floor(timestampMs / 1000);

export const unixSecondsOrNull = (timestampMs: number | null): number | null =>
  timestampMs === null ? null : unixSecondsOf(timestampMs);

export const presentMarketId = (marketId: Uint8Array): string => toHex(marketId);
export const presentUser = (user: Uint8Array): string => toBase58(user);

/** The public id of a builder's API key, never the credential; `""` without a builder. */
export const presentBuilder = (keyId: Uint8Array | null): string =>
  keyId === null ? '' : toHex(keyId);

/** A reply or a view, with its `seq` and time. */
export const presentPlace = ({ seq, timestampMs }: AsOf) => ({
  seq,
  timestamp: unixSecondsOf(timestampMs),
});
