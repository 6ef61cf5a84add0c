import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { historyError } from './availability';

/** Time-out for a server that should be up: longer than a failover takes. */
const CONNECT_TIMEOUT_MS = 15_000;

/** A connection of its own, for an operator's command. @throws CodedError HISTORY_UNAVAILABLE */
export async function connectedClient(url: string, config: ClientConfig = {}): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...config,
  });
  await client.connect().catch((error: unknown) => {
    throw historyError(error);
  });
  return client;
}
