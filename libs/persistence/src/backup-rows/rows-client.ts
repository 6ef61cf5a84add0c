import type { Client } from 'pg';
import { COLUMN_VALUES } from '../column-values';
import { connectedClient } from '../connected-client';

/** Runs `work` on one connection and closes it in every case. A transaction still open then is rolled back. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectedClient(url, { application_name: 'backup', types: COLUMN_VALUES });
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
