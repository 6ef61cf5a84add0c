import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/**
 * Makes the role `name`, which may log in and nothing else, or gives it this password where it is there.
 * @param url of a database on the server, as a user that makes roles
 * @returns the URL of that database for the role
 */
export async function createRole(url: string, name: string, password: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // A statement that fails would be in the server's log, and the password with it.
    await client.query('SET log_min_error_statement = panic');
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    const statement = `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${escapeIdentifier(name)}`;
    await client.query(`${statement} LOGIN PASSWORD ${escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  const roleUrl = new URL(url);
  roleUrl.username = encodeURIComponent(name);
  roleUrl.password = encodeURIComponent(password);
  return roleUrl.href;
}
