/** What every app does the same way: configuration, logs, health, metrics, the HTTP edge, start and stop. */
export * from './config';
export * from './error-answer';
export * from './health';
export * from './health-server';
export * from './http-application';
export * from './logger';
export * from './metrics';
export * from './nest-log';
export { markReplay } from './replay-header';
export { requestIdOf, rawBodyOf, rawTargetOf } from './request-context';
export * from './run-application';
export * from './secret';
export * from './secret-files';
