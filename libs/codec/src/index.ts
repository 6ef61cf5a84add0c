export * from './base58';
export * from './compounds';
export * from './decode-error';
export * from './hex';
export * from './layout';
export * from './reader';
export * from './values';
export * from './writer';
