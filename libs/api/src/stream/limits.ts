/**
 * Every bound of the streams that clients can reach, with the reason for its value: docs/protocol/streams.md, section
 * 7.
 */

/** As for HTTP bodies: a hundred channel names are 7 KiB. */
export const MAX_CLIENT_MESSAGE_BYTES = 16 * 1024;
export const MAX_CHANNELS_PER_MESSAGE = 100;
/** The caller's own id of a message. */
export const MAX_MESSAGE_ID_BYTES = 64;

/** The rate and the burst: a reconnecting client subscribes to all its channels, if need be with one message each. */
export const CLIENT_MESSAGES_PER_SECOND = 20;
export const CLIENT_MESSAGES_BURST = 100;

/**
 * Operations of one connection that are not answered yet, in each lane (orders, cancels, cancel-alls), so that none keeps out
 * those of another: a hundred a round trip is more than any user's rate allows, and one connection does not fill the queues
 * of a gateway.
 */
export const MAX_UNDER_WAY_PER_CONNECTION = 100;
/** One for the whole exchange, or one for each of some markets. */
export const MAX_HELD_CANCELS_PER_CONNECTION = 16;

/** 200 channel names make a heartbeat of 15 kB. A client that follows more markets opens a second connection. */
export const MAX_CHANNELS_PER_CONNECTION = 200;

/** One process serves a thousand subscribers of a busy book on half a core; most connections are quieter. */
export const MAX_STREAM_CONNECTIONS = 8_192;
/** A quarter of all: many users may share an address, but one address cannot take a whole gateway. */
export const MAX_STREAM_CONNECTIONS_PER_ADDRESS = 2_048;

/**
 * Channels of all connections of an address, each about 5 kB: a page has four open, so all connections of an office may be
 * pages.
 */
export const MAX_CHANNELS_PER_ADDRESS = 8_192;
/** Each is polled while it is open (PostgreSQL sends no notices): a person follows one account. */
export const MAX_DEPOSITS_CHANNELS_PER_ADDRESS = 512;

/**
 * The requests of a connection by weight, in plain reads: all of its channels at once and again soon after. An address
 * has its budget of reads besides, five times the rate.
 */
export const CONNECTION_WORK_PER_SECOND = 400;
export const CONNECTION_WORK_BURST = 2_000;

/** Twice the largest message: a client with this much unread data does not keep up. */
export const MAX_UNREAD_BYTES = 1024 * 1024;

export const HEARTBEAT_INTERVAL_MS = 5_000;
/** Prices of all markets are for display: four updates a second are enough for the eye. */
export const MARKETS_INTERVAL_MS = 250;

/** Trades in a snapshot, like the default page of HTTP. */
export const SNAPSHOT_TRADES = 100;
/** Entries in the snapshot of `markets`, like the largest page of HTTP. */
export const SNAPSHOT_ENTRIES = 500;

/** Open cases in the snapshot of their channel. */
export const SNAPSHOT_CASES = 100;
