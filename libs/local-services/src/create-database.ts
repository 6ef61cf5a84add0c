import { Client, escapeIdentifier } from 'pg';

const DUPLICATE_DATABASE = '42P04';

/**
 * Makes the database `name` on the server of `url`, unless it exists.
 * @returns the URL of that database
 */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_DATABASE))
      throw error;
  } finally {
    await client.end();
  }
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${encodeURIComponent(name)}`;
  return databaseUrl.href;
}
