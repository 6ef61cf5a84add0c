/** Every bound of the streams that a client meets, with the reason for its size: docs/protocol/streams.md, section 7. */

/** As an HTTP body: a hundred channels by name are 7 KiB. */
export const MAX_CLIENT_MESSAGE_BYTES = 16 * 1024;
export const MAX_CHANNELS_PER_MESSAGE = 100;
/** The caller's own name for a message. */
export const MAX_MESSAGE_ID_BYTES = 64;

/** Of a second, and at once: whoever connects anew subscribes to all it had, a channel a message if need be. */
export const CLIENT_MESSAGES_PER_SECOND = 20;
export const CLIENT_MESSAGES_BURST = 100;

/** Names of 200 channels are 15 kB of heartbeat; who follows more markets opens a second connection. */
export const MAX_CHANNELS_PER_CONNECTION = 200;

/** One process serves a thousand subscribers of a busy book on half a core; most connections are quieter. */
export const MAX_STREAM_CONNECTIONS = 8_192;
/** A quarter: many users may stand behind one address, but no address has a gateway to itself. */
export const MAX_STREAM_CONNECTIONS_PER_ADDRESS = 2_048;

/** Twice the largest message: a client that has not read this much is not keeping up. */
export const MAX_UNREAD_BYTES = 1024 * 1024;

export const HEARTBEAT_INTERVAL_MS = 5_000;
/** Prices of all markets are for looking at: four times a second is as often as an eye follows. */
export const MARKETS_INTERVAL_MS = 250;

/** Trades of a snapshot, as the default page of HTTP. */
export const SNAPSHOT_TRADES = 100;
/** Open orders of a user's snapshot: 210 kB. */
export const SNAPSHOT_ORDERS = 500;
/** Positions of a user's snapshot: 160 kB. */
export const SNAPSHOT_POSITIONS = 1_000;
/** Entries of the snapshot of `markets`, as the largest page of HTTP. */
export const SNAPSHOT_ENTRIES = 500;
