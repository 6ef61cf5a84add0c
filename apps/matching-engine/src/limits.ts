/** The limits of the engine process, each with the reason for its size. Limits of a record are in libs/bus. */

/** Time for a burst of orders in each turn of the event loop: enough to reject hundreds or enqueue a hundred. */
export const READ_BUDGET_MS = 2;
/** Orders decoded between two looks at the clock. */
export const READS_AT_ONCE = 16;
/**
 * Above this, each new order makes the oldest waiting one be decoded. Rejecting so many takes 60 ms, the longest that a
 * cancel-all may wait.
 */
export const MAX_UNREAD_ORDERS = 8_192;
/** Orders that wait for verification: a second of a busy hour, never older than `MAX_ORDER_AGE_MS`. */
export const MAX_WAITING_ORDERS = 4_096;
/**
 * An order that waited longer for verification is rejected before the journal: its price is stale, and its sender
 * should know soon. Urgent commands have no such limit.
 */
export const MAX_ORDER_AGE_MS = 250;
/** Cancels, admin and funding commands have a queue of their own, so that no flood of orders delays them. */
export const MAX_WAITING_URGENT = 4_096;
/** The most eighths of a slice that urgent commands get while orders wait, so that cancels cannot starve orders. */
export const URGENT_EIGHTHS = 6;

/** Orders that are verified or being verified: the next record, and one more. */
export const MAX_CHECKED_ORDERS = 256;
/** The same for urgent commands: one record, and what orders leave free in the next. */
export const MAX_CHECKED_URGENT = 256;
/** Cancels verified on arrival in one turn of the event loop: a millisecond at most. The rest wait for the next. */
export const VERIFIED_AT_ONCE = 16;
/** Threads that verify signatures, 16,000 a second each: two keep up with the main thread. */
export const ENOUGH_SIGNATURE_THREADS = 2;
export const MAX_SIGNATURE_THREADS = 16;
/** Queries have a queue of their own and are answered between slices of commands. */
export const MAX_WAITING_QUERIES = 2_048;
export const QUERY_SLICE = 32;
/** A preview may walk 1,000 orders, twice with a budget, in two milliseconds, so it counts as several queries. */
export const QUERIES_A_PREVIEW = 8;

/** While events cannot be published, cancels go through until twice as many events wait as stop orders. */
export const URGENT_EVENT_FACTOR = 2;

/** If an append takes longer, the engine reports that it is not ready until the append ends. */
export const STALLED_APPEND_MS = 2_000;

/** Interval of the check whether the journal's servers sync. */
export const SYNC_LOOK_INTERVAL_MS = 60_000;

/** How long a stop waits for commands under way. The local run kills after 3 s. */
export const STOP_FLUSH_MS = 1_500;

/**
 * Between two slices of what no order waits for: holders who are paid, events that are archived. Readers of their events
 * share the machine with those who trade: at 25 ms an order beside them takes 30 ms and its p99 0.7 s, at 50 ms 17 ms and
 * 0.14 s, and history is not later (dev/bench).
 */
export const SLICE_PAUSE_MS = 50;

/** `setTimeout` fires at once above this. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * JSON takes at most 6 bytes per UTF-16 unit (`\\u0000`). The fixed parts of an event and of a market, names included,
 * are below 700 bytes each.
 */
export const MAX_JSON_BYTES_PER_UNIT = 6;
export const MAX_JSON_BYTES_OF_FIELDS = 700;

/** The old leader is fenced after a few appends. More attempts than this mean that something is wrong. */
export const MAX_TAKEOVER_ATTEMPTS = 100;
/** A replay logs one line per so many records: a few a second. */
export const REPLAY_LOG_RECORDS = 10_000;

/**
 * A second: long compared with an append, short enough for a takeover. If clients read while nobody trades, the journal
 * grows by one record of 250 bytes each second: 22 MB a day.
 */
export const SURE_AFTER_PROOF_MS = 1_000;
/**
 * A new leader stays silent for so long after it read the last record before its own: `SURE_AFTER_PROOF_MS` and a tenth
 * more, because the clocks of two machines may differ that much in speed.
 */
export const PREDECESSOR_SURE_MS = 1_100;
/** Refusals that wait for a proof. A turn sends so many in 60 ms; a burst of orders is decoded in turns. */
export const MAX_PENDING_REFUSALS = 8_192;
/** How often the leader checks whether it should receive commands, and whether a connection was lost. */
export const LEADER_LOOK_INTERVAL_MS = 250;
/**
 * A ping of the journal's server that takes longer counts as no answer. A standby asks every 200 ms and waits for 2 s,
 * so another engine leads within 5 s.
 */
export const JOURNAL_HEARTBEAT_MS = 1_500;

/** How often a standby polls the leader, and how long it waits for the answer. */
export const LEADER_ASK_INTERVAL_MS = 200;
export const LEADER_ANSWER_MS = 500;
/** No engine listens: it died, or it is reconnecting, which takes less than this. */
export const LEADER_GONE_TIMEOUT_MS = 750;
/**
 * An engine listens but does not answer: it is frozen or cut off, or its journal takes no appends. It does not answer
 * in the last second of an append. With the interval (0.2 s), the wait for an answer (0.5 s) and `PREDECESSOR_SURE_MS`,
 * which runs meanwhile, another engine leads 3.7 s after the journal stopped taking appends. A shorter limit would let
 * a disk that stalls for 1.5 s change the leader.
 */
export const LEADER_SILENCE_TIMEOUT_MS = 2_000;
/**
 * Asks in a row without an answer before a standby takes over. In the silences above more fit, so this delays nothing:
 * it is for a standby that was itself suspended or busy for as long.
 */
export const LEADER_UNANSWERED_ASKS = 3;
/** How often a standby drops events that the leader has published: at most 10,000 events a second. */
export const STANDBY_PUBLISHED_INTERVAL_MS = 250;

/** Commands from one snapshot to the next. A start replays so many in seconds. */
export const DEFAULT_SNAPSHOT_COMMANDS = 500_000;
/** A standby asks five times a second. If it was silent for so long, it takes no snapshots. */
export const STANDBY_SEEN_MS = 10_000;
/**
 * After as many commands the leader takes a snapshot itself, although a standby should: the standby's disk may be full.
 */
export const MAX_SNAPSHOTS_LEFT = 10;
/**
 * The longest time between snapshots of an idle exchange, of a leader beside a standby too. A journal may be purged
 * behind snapshots that are three days old (LEAST_JOURNAL_DAYS of libs/backup), and an engine that starts from an older
 * one cannot read on: it may be down for the rest of that time.
 */
export const MAX_SNAPSHOT_AGE_MS = 6 * 3_600_000;
/** A start that replays more takes minutes. */
export const MAX_SNAPSHOT_COMMANDS = 10_000_000;

/** Interval of the disk check. At 10,000 orders a second 5 MB are written in it, events included. */
export const DISK_LOOK_INTERVAL_MS = 500;
/** Orders stop below this much free space. At 10,000 orders a second the disk would be full two minutes later. */
export const DEFAULT_RESERVE_BYTES = 2 ** 30;
/** The queues and their events are a few megabytes when trading stops. A smaller reserve would be none. */
export const SMALLEST_RESERVE_BYTES = 2 ** 24;
export const HIGHEST_RESERVE_BYTES = 2 ** 40;
/** On a disk smaller than ten reserves, the reserve is a tenth of the disk. */
export const LARGEST_RESERVE_SHARE = 0.1;
/**
 * Share of the reserve. Three quarters are for cancels, the last quarter for records under way and the server's own
 * files.
 */
export const READS_ONLY_SHARE = 0.25;
/** Below this nothing is written at all. The server itself needs some hundred kilobytes. */
export const LEAST_FREE_BYTES = 2 ** 19;
/** A restriction ends when so many times its limit is free. */
export const RESERVE_BACK_SHARE = 1.25;

/**
 * Cancel-alls of a user that find nothing open, a minute and at once: one for every ten orders that the user's money
 * allows to be open, within these bounds. Each is a record for ever, so a cent does not buy hundreds a second.
 */
export const OPEN_ORDERS_A_CANCEL_ALL = 10;
export const LEAST_EMPTY_CANCEL_ALLS = 10;
export const MOST_EMPTY_CANCEL_ALLS = 600;

/** Of an open case without its endings: names, labels and numbers; an event's id has 64 bytes, each of six in JSON. */
export const MAX_JSON_BYTES_OF_CASE = 1_024;
/** A market id in hex, its resolution and a price. */
export const MAX_JSON_BYTES_OF_ENDING = 144;
