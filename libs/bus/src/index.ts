export { Bus } from './connection/bus';
export type { MessageHandler } from './connection/bus';
export { connectBus } from './connection/connect-bus';
export type { BusOptions, SecretText } from './connection/connect-bus';
export { allConnections } from './connection/connection-state';
export type { ConnectionState } from './connection/connection-state';
export { inOneBatch } from './engine/batch-sender';
export type { CommandSender } from './engine/batch-sender';
export { EngineClient } from './engine/engine-client';
export type { Standings } from './engine/standings';
export type {
  BatchOperation,
  EngineClientOptions,
  EngineRequestOptions,
} from './engine/engine-client';
export * from './engine/engine-message';
export * from './engine/engine-query';
export { ENGINE_QUERIES, isEngineQuery, queryEnvelope } from './engine/engine-query-json';
export type { EngineQueryRequest } from './engine/engine-query-json';
export { serveEngine } from './engine/engine-server';
export type {
  EngineHandlers,
  EngineService,
  IncomingCommand,
  IncomingQuery,
} from './engine/engine-server';
export { EventsPurged, consumeEvents } from './events/event-consumer';
export type {
  ConsumeEventsDependencies,
  ConsumeEventsOptions,
  EventHandler,
  StreamedBatch,
} from './events/event-consumer';
export * from './events/event-offset';
export { ClockWatch } from './exchange-time/clock-watch';
export type { ClockWatchParts } from './exchange-time/clock-watch';
export { HOST_CLOCKS } from './exchange-time/clocks';
export type { Clocks } from './exchange-time/clocks';
export type { ClockReading } from './exchange-time/clock-reading';
export { ExchangeClock } from './exchange-time/exchange-clock';
export type { ClockFigures, ClockState } from './exchange-time/exchange-clock';
export { followEngineTime } from './exchange-time/follow-engine-time';
export { FollowedClock } from './exchange-time/followed-clock';
export { CLOCK_READ_INTERVAL_MS, CLOCK_RETRY_MS, MAX_CLOCK_ERROR_MS } from './exchange-time/limits';
export { askServerClock } from './exchange-time/server-clock';
export { eventStreamTail } from './events/event-stream';
export { EventPublisher } from './events/event-publisher';
export type { EventPublisherDependencies, EventPublisherOptions } from './events/event-publisher';
export { FundingClient } from './funding/funding-client';
export type { FundingHandlers } from './funding/funding-client';
export * from './funding/funding-contract';
export { Fenced, Journal } from './journal/journal';
export type {
  AppendOptions,
  JournalCommands,
  JournalDependencies,
  JournalOptions,
} from './journal/journal';
export {
  JOURNAL_START,
  JOURNAL_VERSION,
  RECORD_KINDS,
  assertFollows,
  decodeRecord,
  encodeRecord,
  hashOf,
  journalRecordLayout,
  nextRecord,
  positionAfter,
} from './journal/journal-record';
export type {
  JournalIdentity,
  JournalPosition,
  JournalRecord,
  RecordKind,
} from './journal/journal-record';
export { ShortAnswers } from './jetstream/short-answers';
export { SnapshotNeeded } from './journal/journal-beginning';
export { firstRecordSince, purgeEventsBefore, purgeJournalBefore } from './jetstream/purge';
export type { PurgeDependencies, PurgedStream } from './jetstream/purge';
export { restoreJournal } from './journal/journal-restore';
export type { ArchivedRecord, RestoreOptions } from './journal/journal-restore';
export { inboxPrefixOf, replyOf } from './connection/inbox';
export * from './engine/leadership';
export * from './limits';
export { decodeSnapshot, encodeSnapshot } from './journal/journal-snapshot';
export type { JournalSnapshot } from './journal/journal-snapshot';
export type { AskOptions } from './rpc/json-service-client';
export { encodeJsonFailure } from './rpc/json';
export { decodeJsonRequest, encodeJsonAnswer, requestEnvelope } from './rpc/json-service';
export type {
  AnswerOf,
  JsonContract,
  JsonHandlers,
  JsonOperations,
  JsonService,
  OperationOf,
  RequestOf,
} from './rpc/json-service';
export { readAs } from './rpc/fields';
export type { Log } from './connection/log';
export { isPublicNkey, makeNkey, publicKeyOfSeed } from './connection/nkey';
export type { Nkey } from './connection/nkey';
export { natsAccounts } from './permissions/nats-accounts';
export type { NatsAccount, NatsAccounts } from './permissions/nats-accounts';
export { permissionsOf } from './permissions/permissions-of';
export type { Permissions } from './permissions/permissions-of';
export { IDENTITIES, rightsOf } from './permissions/rights';
export type { Identity, Rights } from './permissions/rights';
export { refusalError } from './engine/refusal-error';
export { RequestError } from './rpc/request-mux';
export type { RequestFailure } from './rpc/request-mux';
export { requireSyncedServers, syncedServers } from './connection/server-sync';
export type { MonitoredServers } from './connection/server-sync';
export { roomOfServers } from './connection/server-room';
export type { ServerRoom } from './connection/server-room';
export * from './signer/signer-admin';
export { SignerAdminClient } from './signer/signer-admin-client';
export * from './subjects';
export {
  MAX_NOTED_TRACES,
  TRACEPARENTS_HEADER,
  notedTraces,
  remoteContext,
} from './connection/trace-headers';
export type { TracedSender } from './connection/trace-headers';
export { tracedWork } from './connection/traced-work';
export { CommandGroup } from './engine/command-group';
