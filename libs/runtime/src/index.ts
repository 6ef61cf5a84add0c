/** The common base of apps: configuration, logs, health, metrics, the HTTP edge, start and stop. */
export * from './health/clock-check';
export * from './config/config';
export { Direct, DirectGuard } from './http/direct-answers';
export { roomOfFolder, watchFolders } from './health/disk-room';
export type { DiskRoom } from './health/disk-room';
export * from './workers/alarms';
export * from './workers/worker';
export * from './workers/worker-counters';
export * from './workers/worker-runner';
export * from './workers/verdict';
export * from './http/error-answer';
export { operationResult } from './http/operation-result';
export * from './config/gas-variables';
export * from './health/health';
export * from './health/health-server';
export { Answers, AsksFor } from './documents/answers';
export type { AnswersOptions } from './documents/answers';
export type * from './documents/asyncapi';
export { asyncApiDocument } from './documents/asyncapi-document';
export type {
  DescribedChannel,
  DescribedMessage,
  DescribedStreams,
} from './documents/asyncapi-document';
export type { Credential, DocumentsOptions } from './documents/documents-options';
export { jsonSchemaOf } from './documents/json-schema';
export type { ConvertedSchema, JsonSchema } from './documents/json-schema';
export * from './documents/openapi';
export { exampleOf, nameOfRef, resolved, schemasIn } from './documents/schema-reader';
export type { Components } from './documents/schema-reader';
export * from './http/http-application';
export { OPERATIONS_PATHS } from './http/operations-routes';
export { isKnown, takesCoding } from './http/negotiation';
export * from './logging/logger';
export * from './metrics/metrics';
export * from './config/nats-variables';
export * from './logging/nest-log';
export { addressKey } from './http/rate-limits/address-key';
export * from './http/rate-limits/address-limits';
export * from './http/rate-limits/call-limit';
export * from './http/rate-limits/default-rates';
export * from './http/rate-limits/rate-buckets';
export * from './http/rate-limits/rate-headers';
export * from './http/rate-limits/rate-limit';
export * from './http/rate-limits/rate-limited';
export { markReplay } from './http/replay-header';
export { cutSoon } from './http/cut-soon';
export { parsePlainJson } from './http/plain-json';
export { parseJson, validated } from './http/request-pipe';
export {
  HttpReply,
  HttpRequest,
  JsonBody,
  PathParam,
  QueryParams,
  readingOf,
} from './http/route-inputs';
export { requestIdOf, rawBodyOf, rawTargetOf } from './http/request-context';
export { provide, tokenOf } from './providers';
export type { Token } from './providers';
export * from './run-application';
export * from './config/secret';
export * from './metrics/short-answers-metric';
export * from './config/secret-files';
export { startTracing } from './tracing/start-tracing';
export type { Tracing } from './tracing/start-tracing';
export { traceOperation } from './tracing/trace-operation';
export { tracingVariables } from './tracing/tracing-variables';
export type { TracingConfig } from './tracing/tracing-variables';
export { validationError } from './http/validation';
export { WrapsAnswers } from './http/wrapped-answers';
export { whileStarting } from './http/while-starting';
