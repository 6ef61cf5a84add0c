import type { Bus } from './bus';

/**
 * Whether a process is connected, and how often it lost the connection: for one connection, or for several that it
 * needs together.
 */
export type ConnectionState = Pick<Bus, 'connected' | 'connectionNumber'>;

/** Connected if all are; the number rises whenever one of them is lost. */
export const allConnections = (...buses: readonly ConnectionState[]): ConnectionState => ({
  get connected() {
    return buses.every(({ connected }) => connected);
  },
  get connectionNumber() {
    return buses.reduce((sum, { connectionNumber }) => sum + connectionNumber, 0);
  },
});
