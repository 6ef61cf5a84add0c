/** Bounds of the streams that no client has to know, with the reason for each. The others: libs/api, stream/limits. */

/** Events kept for those who resume, at most 1 kB each in memory: a minute of a hundred orders a second. */
export const MAX_KEPT_EVENTS = 65_536;
/** Long texts of the catalogue count by their length, everything else by this. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;
export const KEPT_BYTES_AN_EVENT = 1_024;
/** Commands read back at start, so that resuming works over a restart; some come to no event, most to a few. */
export const COMMANDS_READ_BACK = 16_384;
/** Reading back is for the comfort of those who resume: after this long the gateway serves without. */
export const READ_BACK_PATIENCE_MS = 3_000;

/** Updates of one channel that a resume replays; where more were missed, a snapshot is shorter. */
export const MAX_RESUMED_UPDATES = 1_024;
/** Of one channel's updates in memory. */
export const MAX_CHANNEL_BYTES = 512 * 1024;
/**
 * Of one channel's updates that go out at once, as after an outage of the bus: more give way to a snapshot, or all
 * subscribers would be slow readers together.
 */
export const MAX_FRESH_BYTES = 512 * 1024;
/** Of the updates of all channels: those of a thousand busy ones. */
export const MAX_CHANNELS_BYTES = 64 * 1024 * 1024;
/** A snapshot of `markets` ends early where it would pass this. */
export const MAX_CATALOGUE_SNAPSHOT_BYTES = 384 * 1024;

/** Less than this unread: the next snapshot goes out. So snapshots alone never make a reader a slow one. */
export const SNAPSHOTS_WAIT_ABOVE_BYTES = 64 * 1024;
/**
 * While events keep coming, they go out this far apart, all that came meanwhile in one write a connection: a write costs
 * ten times what a message does. The first after a pause go at once.
 */
export const DELIVERY_INTERVAL_MS = 20;
/** A connection that is closed has this long to read the reason. */
export const CLOSE_GRACE_MS = 2_000;
/** Every third heartbeat. A peer that has not answered by the next is gone; one that has read nothing, too slow. */
export const HEARTBEATS_A_PING = 3;
/** Snapshots that are behind what a channel has forgotten are asked for again so often. */
export const SNAPSHOT_ATTEMPTS = 5;
/** How often the engine is asked how far it is, for heartbeats; as often as they come. */
export const PROGRESS_INTERVAL_MS = 5_000;
/** An answer older than this says nothing of the present. */
export const PROGRESS_PATIENCE_MS = 7_500;
/** Between two looks whether there is something to stream yet. */
export const BEGIN_RETRY_MS = 200;
