/** Every bound of the engine process, with the reason for its size. What a record may hold stands in libs/bus. */

/** Orders of a burst have so long of each turn of the event loop: some hundred to reject, a hundred to enqueue. */
export const READ_BUDGET_MS = 2;
/** So many between two looks at the clock. */
export const READS_AT_ONCE = 16;
/** Of more than these the first is read whenever another comes. To reject these takes 60 ms, and so long may a cancel-all wait. */
export const MAX_UNREAD_ORDERS = 8_192;
/** Orders that wait to be verified: a second of a busy hour, and never longer than `MAX_ORDER_AGE_MS`. */
export const MAX_WAITING_ORDERS = 4_096;
/**
 * An order that waited longer to be verified is rejected, before the journal: its price is of another moment, and its sender
 * had better know soon. What is urgent is carried out however long it waited.
 */
export const MAX_ORDER_AGE_MS = 250;
/** Cancels, admin and funding wait apart from orders, so that no flood of orders is in their way. */
export const MAX_WAITING_URGENT = 4_096;
/** Of each slice of work this many eighths at most are urgent while orders wait: cancels cannot starve them either. */
export const URGENT_EIGHTHS = 6;

/** Orders that are being verified or are: the next record, and one more while signatures are verified. */
export const MAX_CHECKED_ORDERS = 256;
/** The same of what is urgent: a record of it, and what orders leave it of the next. */
export const MAX_CHECKED_URGENT = 256;
/** Cancels that are verified as they come in one turn of the event loop, a millisecond at most; the rest in the next. */
export const VERIFIED_AT_ONCE = 16;
/** Threads that verify signatures, 16,000 a second each: two give the one that applies commands all it can do. */
export const ENOUGH_SIGNATURE_THREADS = 2;
export const MAX_SIGNATURE_THREADS = 16;
/** Queries wait apart, and are answered between two slices of commands. */
export const MAX_WAITING_QUERIES = 2_048;
export const QUERY_SLICE = 32;
/** A preview may walk 1,000 orders and take two milliseconds: it counts as so many queries of a slice. */
export const QUERIES_A_PREVIEW = 8;

/** While events cannot be published, cancels still go through until twice as many wait as stop orders. */
export const URGENT_EVENT_FACTOR = 2;

/** An append that takes longer than this is not service: the engine is not ready until it is over. */
export const STALLED_APPEND_MS = 2_000;

/** Between two looks at whether the journal's servers sync. */
export const SYNC_LOOK_INTERVAL_MS = 60_000;

/** On a stop: how long to wait for what was taken in. The local run kills after 3 s. */
export const STOP_FLUSH_MS = 1_500;

/** `setTimeout` fires at once above this. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * JSON escapes take at most 6 bytes a UTF-16 unit (`\u0000`), and 3 where nothing is escaped: six is safe. The fixed
 * parts of an event and of a market, names included, are below 600 bytes each.
 */
export const MAX_JSON_BYTES_PER_UNIT = 6;
export const MAX_JSON_BYTES_OF_FIELDS = 600;

/** Taking over from an engine that still writes: it is fenced after a few appends, or something is wrong. */
export const MAX_TAKEOVER_ATTEMPTS = 100;
/** A line of log every so many records of a replay: a few a second. */
export const REPLAY_LOG_RECORDS = 10_000;

/**
 * A second: long against an append, and no more than a takeover can wait for. Where nobody trades and somebody reads, the
 * journal grows by one record of 250 bytes in each: 22 MB a day.
 */
export const SURE_AFTER_PROOF_MS = 1_000;
/**
 * Who begins to lead is silent for so long after it knew of the last record before its own: `SURE_AFTER_PROOF_MS`, and a
 * tenth of it, as the clocks of two machines may differ by so much in speed.
 */
export const PREDECESSOR_SURE_MS = 1_100;
/** Refusals that wait for a proof, to be said in 60 ms: as many as a burst of orders that is read by turns. */
export const MAX_PENDING_REFUSALS = 8_192;
/** How often the engine that leads looks whether it is to hear commands, and whether a connection was lost. */
export const LEADER_LOOK_INTERVAL_MS = 250;
/**
 * A journal's server that did not answer a ping for so long is not there for who asks whether this engine leads. A standby
 * asks every 200 ms, and waits for 2 s: together below the 5 s in which another one is to lead.
 */
export const JOURNAL_HEARTBEAT_MS = 1_500;

/** How often a standby asks for the leader, and how long it waits for the answer. */
export const LEADER_ASK_INTERVAL_MS = 200;
export const LEADER_ANSWER_MS = 500;
/** No engine listens: it died, or its connection is being made again, which takes less than this. */
export const LEADER_GONE_PATIENCE_MS = 750;
/**
 * An engine listens and does not answer: it is frozen, cut off, or its journal takes nothing. It says nothing of the last
 * second of an append, so that with an asking (0.2 s), an answer that is waited for (0.5 s) and the `PREDECESSOR_SURE_MS`, which
 * are over by then, another one leads 3.7 s after the journal stopped taking appends. Shorter, and a slow disk of 1.5 s
 * would change the leader.
 */
export const LEADER_SILENCE_PATIENCE_MS = 2_000;
/** How often a standby lets go of what the leader has published: 10,000 events at the most a second. */
export const STANDBY_PUBLISHED_INTERVAL_MS = 250;

/** Commands from one snapshot to the next: a start replays them in some seconds. */
export const DEFAULT_SNAPSHOT_COMMANDS = 500_000;
/** A standby asks five times a second: one that was not heard for so long takes no snapshots. */
export const STANDBY_HEARD_MS = 10_000;
/** A leader takes one itself after as many as it has left to its standby: should that one's disk be full, say. */
export const MAX_SNAPSHOTS_LEFT = 10;
/**
 * In a quiet exchange too: a journal may be purged behind snapshots that are three days old (LEAST_JOURNAL_DAYS of
 * libs/backup), and who begins at an older one cannot read on. Ten times this while a standby takes them.
 */
export const MAX_SNAPSHOT_AGE_MS = 6 * 3_600_000;
/** More, and a start takes minutes. */
export const MAX_SNAPSHOT_COMMANDS = 10_000_000;

/** Between two looks at the journal's disk: at 10,000 orders a second 5 MB are written in it, events included. */
export const DISK_LOOK_INTERVAL_MS = 500;
/** Orders stop below it: at 10,000 a second the disk would be full in two minutes. */
export const DEFAULT_RESERVE_BYTES = 2 ** 30;
/** What the queues hold when they stop, and the events of it, is a few megabytes: less is no reserve. */
export const SMALLEST_RESERVE_BYTES = 2 ** 24;
export const HIGHEST_RESERVE_BYTES = 2 ** 40;
/** Of a disk that has not ten times the reserve, a tenth is. */
export const LARGEST_RESERVE_SHARE = 0.1;
/** Of the reserve: three quarters of it are for cancels, the last for what is under way and the server's own files. */
export const READS_ONLY_SHARE = 0.25;
/** Below it nothing is written at all: what the server itself needs to go on is some hundred kilobytes. */
export const LEAST_FREE_BYTES = 2 ** 19;
/** What ended at a limit begins again above it, at so many times as much. */
export const RESERVE_BACK_SHARE = 1.25;
