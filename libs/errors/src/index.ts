export * from './codes';
export * from './errors';
