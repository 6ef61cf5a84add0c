import { Client } from 'pg';

/** For a server that should be there: longer than a fail-over takes. */
const CONNECT_PATIENCE_MS = 15_000;

/** One connection, closed whatever comes of the work; a transaction that is open then never happened. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    application_name: 'backup',
  });
  await client.connect();
  try {
    // What is read as text must be written alike, whatever the server is set to.
    await client.query(
      `SET bytea_output = 'hex'; SET extra_float_digits = 1; SET timezone = 'UTC'`,
    );
    return await work(client);
  } finally {
    await client.end();
  }
}
