/** The vault program's interface: its instructions, accounts, events and errors. */
export * from './instruction';
export * from './payment-window';
export * from './program-logs';
export * from './vault-accounts';
export * from './vault-errors';
export * from './vault-event-log';
export * from './vault-events';
export * from './vault-instructions';
export * from './vault-program-id';
export * from './vault-seeds';
