/**
 * Limits of the streams that clients need not know, each with the reason. The others are in libs/api, stream/limits.
 */

/** Events stored for clients that resume, at most 1 kB each in memory: a minute at a hundred orders a second. */
export const MAX_REPLAY_EVENTS = 65_536;
/** Size of an event in memory. Long texts of the catalogue count by their length. */
export const MAX_REPLAY_BYTES = 64 * 1024 * 1024;
export const REPLAY_BYTES_AN_EVENT = 1_024;
/** Commands read back at start, so that clients can resume after a restart. Some have no event, most a few. */
export const COMMANDS_READ_BACK = 16_384;
/** Reading back only helps clients that resume: after this long the gateway serves without it. */
export const READ_BACK_TIMEOUT_MS = 3_000;

/** Updates of one channel that a resume replays. After more missed updates a snapshot is shorter. */
export const MAX_RESUMED_UPDATES = 1_024;
/** Memory for the updates of one channel. */
export const MAX_CHANNEL_BYTES = 512 * 1024;
/**
 * Updates of one channel that are sent at once, as after an outage of the bus. More are replaced by a snapshot;
 * otherwise all subscribers would be slow readers together.
 */
export const MAX_FRESH_BYTES = 512 * 1024;
/** Memory for the updates of all channels: enough for a thousand busy ones. */
export const MAX_CHANNELS_BYTES = 64 * 1024 * 1024;
/** A snapshot of `markets` ends early when it would exceed this. */
export const MAX_CATALOGUE_SNAPSHOT_BYTES = 384 * 1024;

/** The next snapshot is sent when less than this is unread, so that snapshots alone never make a slow reader. */
export const SNAPSHOTS_WAIT_ABOVE_BYTES = 64 * 1024;
/**
 * The interval at which events are sent while they arrive, with one write for each connection: a write costs ten times
 * as much as a message. The first event after a pause is sent at once.
 */
export const DELIVERY_INTERVAL_MS = 20;
/** A closed connection has this long to read the reason. */
export const CLOSE_GRACE_MS = 2_000;
/**
 * Every third heartbeat. A peer that has not answered by the next ping is gone; one that has read nothing is too slow.
 */
export const HEARTBEATS_A_PING = 3;
/** The interval at which a snapshot is requested again if it is behind what a channel has dropped. */
export const SNAPSHOT_ATTEMPTS = 5;
/** The interval of queries of the engine's position for heartbeats: as often as they are sent. */
export const PROGRESS_INTERVAL_MS = 5_000;
/** An answer older than this says nothing about the present. */
export const PROGRESS_TIMEOUT_MS = 7_500;
/**
 * The interval of queries for changes of followed deposits. A phase takes seconds and people wait for it, so half a
 * second is soon enough. A gateway uses one statement of some milliseconds.
 */
export const DEPOSIT_LOOK_MS = 500;
/**
 * Clocks of the funding apps may differ by this much, and a transaction may end after its time. So newer changes are
 * read again.
 */
export const DEPOSIT_CLOCKS_MS = 10_000;
/** The interval at which all followed deposits are read. */
export const LOOKS_A_WHOLE_LOOK = 120;
/** Users in one of these statements. */
export const MAX_DEPOSIT_MARKS_AT_ONCE = 500;
/** Interval of the check whether there is something to stream. */
export const BEGIN_RETRY_MS = 200;
