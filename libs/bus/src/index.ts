export { Bus, connectBus } from './bus';
export type { BusOptions, MessageHandler, SecretText } from './bus';
export { allConnections } from './connection-state';
export type { ConnectionState } from './connection-state';
export { EngineClient } from './engine-client';
export type { EngineClientOptions, EngineRequestOptions } from './engine-client';
export * from './engine-message';
export * from './engine-query';
export { ENGINE_QUESTIONS, isEngineQuery } from './engine-query-json';
export type { EngineQuestion } from './engine-query-json';
export { serveEngine } from './engine-server';
export type {
  EngineHandlers,
  EngineService,
  IncomingCommand,
  IncomingQuery,
} from './engine-server';
export { EventsNotKept, consumeEvents } from './event-consumer';
export type {
  ConsumeEventsDependencies,
  ConsumeEventsOptions,
  EventHandler,
  StreamedBatch,
} from './event-consumer';
export * from './event-place';
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
export { eventStreamTail } from './event-stream';
export { EventPublisher } from './event-publisher';
export type { EventPublisherDependencies, EventPublisherOptions } from './event-publisher';
export { FundingClient, serveFunding } from './funding-client';
export type { FundingHandlers } from './funding-client';
export { consumeFunding } from './funding-consumer';
export type {
  ConsumeFundingOptions,
  DeliveredFundingMessage,
  FundingMessageHandler,
} from './funding-consumer';
export { publishOutbox } from './funding-publisher';
export type { OutboxEntry, OutboxSource, PublishOutboxOptions } from './funding-publisher';
export { FUNDING } from './funding-contract';
export * from './funding-service';
export { Fenced, Journal } from './journal';
export type {
  AppendOptions,
  JournalCommands,
  JournalDependencies,
  JournalOptions,
} from './journal';
export {
  JOURNAL_START,
  JOURNAL_VERSION,
  RECORD_KINDS,
  believeFollows,
  decodeRecord,
  encodeRecord,
  hashOf,
  journalRecordLayout,
  nextRecord,
  positionAfter,
} from './journal-record';
export type { JournalIdentity, JournalPosition, JournalRecord, RecordKind } from './journal-record';
export { ShortAnswers } from './short-answers';
export { SnapshotNeeded } from './journal-beginning';
export { firstRecordSince, purgeEventsBefore, purgeJournalBefore } from './purge';
export type { PurgeDependencies, PurgedStream } from './purge';
export { restoreJournal } from './journal-restore';
export type { KeptRecord, RestoreOptions } from './journal-restore';
export { inboxPrefixOf } from './inbox';
export * from './leadership';
export * from './limits';
export { decodeSnapshot, encodeSnapshot } from './journal-snapshot';
export type { JournalSnapshot } from './journal-snapshot';
export { JsonFields } from './json-fields';
export type { AskOptions } from './json-service-client';
export type { JsonService } from './json-service-server';
export type { Log } from './log';
export { isPublicNkey, makeNkey, publicKeyOfSeed } from './nkey';
export type { Nkey } from './nkey';
export { natsAccounts } from './permissions/nats-accounts';
export type { NatsAccount, NatsAccounts } from './permissions/nats-accounts';
export { permissionsOf } from './permissions/permissions-of';
export type { Permissions } from './permissions/permissions-of';
export { IDENTITIES, rightsOf } from './permissions/rights';
export type { Identity, Rights } from './permissions/rights';
export { refusalError } from './refusal-error';
export { RequestError } from './request-mux';
export type { RequestFailure } from './request-mux';
export { requireSyncedServers, syncedServers } from './server-sync';
export type { MonitoredServers } from './server-sync';
export { roomOfServers } from './server-room';
export type { ServerRoom } from './server-room';
export * from './signer-admin';
export { SIGNER_ADMIN } from './signer-admin-json';
export { SignerAdminClient } from './signer-admin-client';
export { serveSignerAdmin } from './signer-admin-server';
export * from './subjects';
export { MAX_NOTED_TRACES, TRACEPARENTS_HEADER, notedTraces, remoteContext } from './trace-headers';
export type { TracedSender } from './trace-headers';
export { tracedWork } from './traced-work';
