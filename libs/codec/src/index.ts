export * from './base58';
export * from './decode-error';
export * from './hex';
export * from './layout';
export * from './reader';
export * from './writer';
