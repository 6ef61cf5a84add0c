/** Every bound of the bus, with the reason for its size. */

/** nats-server's `max_payload` is 1 MiB: half of it leaves room for headers and for a server that was set lower. */
export const MAX_MESSAGE_BYTES = 512 * 1024;
/** An answer in parts: four times a batch of 20 orders with 1,000 fills each, of 167 bytes and more with their makers. */
export const MAX_ANSWER_BYTES = 32 * MAX_MESSAGE_BYTES;
/** Below it a server would refuse what is sent whole: a message and its headers. */
export const LEAST_MAX_PAYLOAD_BYTES = 1024 * 1024;
/**
 * Events of one message. The server counts what is noted beside them, too: 500 request ids of 128 bytes, and the headers
 * that it is appended under, are 65 kB.
 */
export const MAX_EVENT_BATCH_BYTES = MAX_MESSAGE_BYTES - 96 * 1024;

/** A command is at most an event with 100 labels and a long description: below 64 KiB (libs/exchange, limits). */
export const MAX_COMMAND_BYTES = 64 * 1024;
export const MAX_REQUEST_ID_BYTES = 128;

/** Requests of one process that wait for an answer: twice what an engine takes in; each costs about 200 bytes. */
export const MAX_OUTSTANDING_REQUESTS = 16_384;

/** Commands take about a millisecond; five seconds outlast a restart of nats-server, and HTTP clients wait longer. */
export const COMMAND_TIMEOUT_MS = 5_000;
export const QUERY_TIMEOUT_MS = 2_000;
export const SIGNER_TIMEOUT_MS = 5_000;
/** The engine refuses at the deadline; the client waits this much longer, so that the refusal still reaches it. */
export const DEADLINE_GRACE_MS = 250;

/** How often outstanding requests are looked over for those that timed out: no timer a request. */
export const TIMEOUT_SWEEP_MS = 50;

/** Reconnecting never ends; between two attempts the client waits this long, plus a random part of the same. */
export const RECONNECT_WAIT_MS = 200;
/** A server that accepts a connection and sends nothing is given up for the next one, for takeovers. */
export const CONNECT_TIMEOUT_MS = 3_000;
/** A server that does not answer two pings counts as dead: below the timeout of a command. */
export const PING_INTERVAL_MS = 2_000;
export const MAX_PINGS_OUT = 2;
/** How long closing waits for what is under way. */
export const CLOSE_TIMEOUT_MS = 1_000;

/** One record: at most 128 commands and 64 KiB of them (or a single larger one), so that one append stays one write. */
export const MAX_RECORD_COMMANDS = 128;
export const MAX_RECORD_COMMAND_BYTES = 64 * 1024;
/** The record's header and the framing of its commands come on top. */
export const MAX_RECORD_BYTES = MAX_RECORD_COMMAND_BYTES + MAX_COMMAND_BYTES;

/** Without an answer to an append after this long, the tail of the stream is read to learn its outcome. */
export const APPEND_TIMEOUT_MS = 2_000;
/** Of a restore, under way at once: below the 10,000 messages that nats-server lets wait for a stream. */
export const RESTORE_CHUNK_RECORDS = 4_096;
/** Held twice, as one is read back while the next is written. */
export const RESTORE_CHUNK_BYTES = 8 * 1024 * 1024;
/** Read back and not looked at yet: two chunks, the one that is looked at and the one that is written meanwhile. */
export const READ_BACK_AHEAD = 2 * RESTORE_CHUNK_RECORDS;
/** A chunk waits behind itself: of one server that syncs each record, at a slow disk's 150 a second. */
export const RESTORE_APPEND_TIMEOUT_MS = 30_000;

/**
 * Timeout of a request to JetStream, after which it is sent again. A server answers within milliseconds, or never if it
 * died meanwhile: the stream's next leader is elected about 5 s later and should get the request at once.
 */
export const JETSTREAM_TIMEOUT_MS = 1_000;
/** A purge of ten million records takes a server some seconds; a year of a busy exchange is forty times that. */
export const PURGE_TIMEOUT_MS = 300_000;
/** Waits between two attempts of the same append or publication, doubling from the first to the last. */
export const FIRST_RETRY_MS = 50;
export const LAST_RETRY_MS = 2_000;

/** A server that answers but does not know the stream this long has lost it; while it starts it may not know it yet. */
export const STREAM_MISSING_TIMEOUT_MS = 5_000;

/**
 * How long answers must show that a stream of several copies lacks a stored message before it counts as truncated. A
 * nats-server that leads a stream without a quorum notices after 10 s, its followers elect another within 9 s, and it
 * needs some more to catch up: twice that would only prolong an outage, half of it would stop a healthy process.
 */
export const SHORT_TAIL_TIMEOUT_MS = 30_000;

/** A reader that receives nothing this long checks whether the next message exists. */
export const READ_SILENCE_MS = 2_000;
/** The server forgets a reader's consumer after this long without a request. */
export const READER_IDLE_MS = 60_000;
/** Messages a reader holds before it requests more: with `MAX_MESSAGE_BYTES` at most 64 MiB, in practice 1 MiB. */
export const READ_AHEAD_MESSAGES = 128;
/**
 * Messages that came by themselves and wait for a reader: half a second of a busy exchange. It requests the rest later.
 */
export const MAX_PUSHED_MESSAGES = 128;
export const MAX_PUSHED_BYTES = 8 * 1024 * 1024;
/** Messages a reader requests at once: at most 32 MiB, as JSON 44; one by one they would be 3,000 a second. */
export const READ_ASKED_AT_ONCE = 64;
/** Interval of polling at the tail of a stream without notices: the lag of an archive. */
export const TAIL_INTERVAL_MS = 50;

/**
 * Events of a busy engine are published this far apart, all that came meanwhile at once: no answer waits for them, and
 * every message costs a sync of the disk and its readers a turn. The first after a pause go at once.
 */
export const EVENT_INTERVAL_MS = 5;
/** Events that wait for the event stream. Above it the engine sheds commands before they are journaled. */
export const MAX_PENDING_EVENTS = 50_000;

/** Answers to queries are cut to pages below this. */
export const MAX_QUERY_ANSWER_BYTES = MAX_MESSAGE_BYTES;
export const MAX_BOOK_DEPTH = 500;
export const MAX_ORDERS_PAGE = 1_000;
/** Open cases in one answer: more than operators have open. */
export const MAX_CASES_PAGE = 200;
/** Of one account at once, 430 and 150 bytes each: 360 kB. */
export const MAX_ACCOUNT_ORDERS = 500;
export const MAX_ACCOUNT_POSITIONS = 1_000;
export const MAX_EVENTS_PAGE = 500;
/** Users, and withdrawals, of one query for bookings: 67 bytes each as JSON, 270 kB together. */
export const MAX_BOOKINGS = 2_000;

/** Rows of one `list_keys` answer. */
export const MAX_KEYS_PAGE = 500;
/** Rows of one `list_builders` answer. */
export const MAX_BUILDERS_PAGE = 500;

/** Reads of the chain and a command of the engine on the way. */
export const FUNDING_TIMEOUT_MS = 10_000;
/** These wait for a transaction to be final: 32 slots of 400 ms, and once more for a second attempt. */
export const FUNDING_TRANSACTION_TIMEOUT_MS = 45_000;
