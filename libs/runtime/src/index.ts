/** What every app does the same way: configuration, logs, health, metrics, the HTTP edge, start and stop. */
export * from './clock-check';
export * from './config';
export { Direct } from './direct-answers';
export { roomOfFolder, watchFolders } from './disk-room';
export type { DiskRoom } from './disk-room';
export * from './duties/alarms';
export * from './duties/duty';
export * from './duties/duty-counters';
export * from './duties/duty-runner';
export * from './duties/verdict';
export * from './error-answer';
export * from './gas-variables';
export * from './health';
export * from './health-server';
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
export * from './http-application';
export * from './logger';
export * from './metrics';
export * from './nats-variables';
export * from './nest-log';
export { addressKey } from './rate-limits/address-key';
export * from './rate-limits/address-limits';
export * from './rate-limits/call-limit';
export * from './rate-limits/default-rates';
export * from './rate-limits/rate-buckets';
export * from './rate-limits/rate-headers';
export * from './rate-limits/rate-limit';
export * from './rate-limits/rate-limited';
export { markReplay } from './replay-header';
export { parseJson } from './request-pipe';
export { requestIdOf, rawBodyOf, rawTargetOf } from './request-context';
export * from './run-application';
export * from './secret';
export * from './short-answers-metric';
export * from './secret-files';
export { startTracing } from './tracing/start-tracing';
export type { Tracing } from './tracing/start-tracing';
export { tracingVariables } from './tracing/tracing-variables';
export type { TracingConfig } from './tracing/tracing-variables';
export { validationError } from './validation';
export { WrapsAnswers } from './wrapped-answers';
export { whileStarting } from './while-starting';
