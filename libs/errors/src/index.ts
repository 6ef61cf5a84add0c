export * from './backoff';
export * from './codes';
export * from './errors';
