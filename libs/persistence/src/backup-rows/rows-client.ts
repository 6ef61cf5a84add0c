import { Client } from 'pg';
import { COLUMN_VALUES } from '../column-values';

/** Time-out for a server that should be up: longer than a failover takes. */
const CONNECT_TIMEOUT_MS = 15_000;

/** Runs `work` on one connection and closes it in every case. A transaction still open then is rolled back. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'backup',
    types: COLUMN_VALUES,
  });
  await client.connect();
  try {
    // Values read as text must have one format, whatever the server's settings.
    await client.query(
      `SET bytea_output = 'hex'; SET extra_float_digits = 1; SET timezone = 'UTC'`,
    );
    return await work(client);
  } finally {
    await client.end();
  }
}
