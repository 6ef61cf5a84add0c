export * from './command';
export * from './event';
export * from './limits';
export * from './reply';
export * from './views';
