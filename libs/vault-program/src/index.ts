/** The vault program as other parts see it: what it can be asked, what it keeps, what it tells. */
export * from './instruction';
export * from './program-logs';
export * from './vault-accounts';
export * from './vault-errors';
export * from './vault-event-log';
export * from './vault-events';
export * from './vault-instructions';
export * from './vault-program-id';
export * from './vault-seeds';
