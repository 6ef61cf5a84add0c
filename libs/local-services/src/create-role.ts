import { Client, escapeIdentifier, escapeLiteral } from 'pg';

const DUPLICATE_ROLE = '42710';

/**
 * Makes the role `name`, which may log in and nothing else, or gives it this password where it is there.
 * @param url of a database on the server, as a user that makes roles
 * @returns the URL of that database for the role
 */
export async function createRole(url: string, name: string, password: string): Promise<string> {
  const client = new Client({ connectionString: url });
  const withPassword = `LOGIN PASSWORD ${escapeLiteral(password)}`;
  await client.connect();
  try {
    await client.query(`CREATE ROLE ${escapeIdentifier(name)} ${withPassword}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_ROLE)) throw error;
    await client.query(`ALTER ROLE ${escapeIdentifier(name)} ${withPassword}`);
  } finally {
    await client.end();
  }
  const roleUrl = new URL(url);
  roleUrl.username = encodeURIComponent(name);
  roleUrl.password = encodeURIComponent(password);
  return roleUrl.href;
}
