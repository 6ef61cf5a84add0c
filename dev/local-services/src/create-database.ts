import { Client, escapeIdentifier } from 'pg';

const DUPLICATE_DATABASE = '42P04';

/**
 * Creates the database `name` on the server of `url`, unless it exists.
 * @param template a database there without connections: the new one is a copy of it
 * @returns the URL of that database
 */
export async function createDatabase(
  url: string,
  name: string,
  { template }: { readonly template?: string } = {},
): Promise<string> {
  // By files: each page through the write-ahead log takes three times as long, and the stop of the server ten times.
  const from =
    template === undefined ? '' : ` TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}${from}`);
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
