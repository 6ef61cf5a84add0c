import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/**
 * Creates the role `name`, which may only log in; if it exists, sets its password.
 * @param url of a database on the server, as a user that may create roles
 * @returns the URL of that database for the role
 */
export async function createRole(url: string, name: string, password: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // A failed statement would be written to the server's log, with the password.
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
