import type { Bus } from './bus';

/** Whether a process is connected, and how often it was not: of one connection, or of all that it needs at once. */
export type ConnectionState = Pick<Bus, 'connected' | 'connectionNumber'>;

/** Connected where all are; the number rises whenever one of them was lost. */
export const allConnections = (...buses: readonly ConnectionState[]): ConnectionState => ({
  get connected() {
    return buses.every(({ connected }) => connected);
  },
  get connectionNumber() {
    return buses.reduce((sum, { connectionNumber }) => sum + connectionNumber, 0);
  },
});
