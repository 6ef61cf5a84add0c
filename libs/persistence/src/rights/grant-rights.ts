/** Grants the app roles exactly the rights in their table. Earlier rights are revoked first. */
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Client } from 'pg';
import { DATABASE_ROLES, OWN_ROWS, PRIVILEGES, RIGHTS, nameOfRole } from './rights';
import type { DatabaseRole, TableRight } from './rights';

/**
 * - `granted`: it has its rights
 * - `missing`: the role does not exist; its app connects as another role, if at all
 * - `unbounded`: it has its rights and more: it is a superuser, creates roles, or is a member of the tables' owner
 */
export interface GrantedRole {
  readonly name: string;
  readonly state: 'granted' | 'missing' | 'unbounded';
}

interface Relations {
  readonly tables: readonly string[];
  readonly sequences: readonly { readonly name: string; readonly table: string }[];
}

/**
 * One transaction: an app that runs meanwhile never lacks its rights. Tables without an entry in the table of rights
 * belong to the owner alone. Running it again changes nothing.
 */
export async function grantRights(client: Client): Promise<GrantedRole[]> {
  await client.query('BEGIN');
  try {
    const granted = await statesOfRoles(client);
    const present = DATABASE_ROLES.filter((role) =>
      granted.some(({ name, state }) => name === nameOfRole(role) && state !== 'missing'),
    );
    const relations = await ownRelations(client);
    await revokeAll(client, relations, ['PUBLIC', ...present.map(quotedName)]);
    for (const role of present) await grantTo(client, role, relations);
    for (const [table, column] of Object.entries(OWN_ROWS)) {
      if (relations.tables.includes(table)) await keepRowsApart(client, table, column, present);
    }
    await client.query('COMMIT');
    return granted;
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error('the rights of the database roles were not granted', { cause: error });
  }
}

const quotedName = (role: DatabaseRole): string => escapeIdentifier(nameOfRole(role));
const quoted = (names: readonly string[]): string =>
  names.map((name) => `public.${escapeIdentifier(name)}`).join(', ');

async function statesOfRoles(client: Client): Promise<GrantedRole[]> {
  const names = DATABASE_ROLES.map(nameOfRole);
  const { rows } = await client.query<{ name: string; unbounded: boolean }>(
    `SELECT rolname AS name, rolsuper OR rolbypassrls OR rolcreaterole OR EXISTS (
       SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace
         AND pg_has_role(r.oid, relowner, 'MEMBER')) AS unbounded
     FROM pg_roles AS r WHERE rolname = ANY($1::text[])`,
    [names],
  );
  const unboundedOf = new Map(rows.map(({ name, unbounded }) => [name, unbounded]));
  return names.map((name) => {
    const unbounded = unboundedOf.get(name);
    return {
      name,
      state: unbounded === undefined ? 'missing' : unbounded ? 'unbounded' : 'granted',
    };
  });
}

/** The owner's tables and sequences, without those that belong to an extension. */
async function ownRelations(client: Client): Promise<Relations> {
  const { rows } = await client.query<{ name: string; numbers: string | null; isTable: boolean }>(
    `SELECT c.relname AS name, owned.relname AS numbers, c.relkind <> 'S' AS "isTable"
     FROM pg_class AS c
     LEFT JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid
       AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND c.relkind = 'S'
     LEFT JOIN pg_class AS owned ON owned.oid = d.refobjid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       AND pg_has_role(c.relowner, 'USAGE') AND NOT EXISTS (
         SELECT FROM pg_depend AS e
         WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
     ORDER BY c.relname`,
  );
  return {
    tables: rows.filter(({ isTable }) => isTable).map(({ name }) => name),
    sequences: rows
      .filter(({ isTable }) => !isTable)
      .map(({ name, numbers }) => ({ name, table: numbers ?? '' })),
  };
}

async function revokeAll(
  client: Client,
  { tables, sequences }: Relations,
  grantees: readonly string[],
): Promise<void> {
  const from = grantees.join(', ');
  if (tables.length > 0) await client.query(`REVOKE ALL ON ${quoted(tables)} FROM ${from}`);
  if (sequences.length > 0) {
    const names = quoted(sequences.map(({ name }) => name));
    await client.query(`REVOKE ALL ON SEQUENCE ${names} FROM ${from}`);
  }
  await client.query(`REVOKE CREATE ON SCHEMA public FROM ${from}`);
}

async function grantTo(
  client: Client,
  role: DatabaseRole,
  { tables, sequences }: Relations,
): Promise<void> {
  const to = quotedName(role);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${to}`);
  for (const [table, right] of Object.entries(RIGHTS[role])) {
    // After a rollback, the database may be from the newer release, where a table is gone.
    if (!tables.includes(table)) continue;
    await client.query(`GRANT ${privilegesOf(right)} ON ${quoted([table])} TO ${to}`);
    const numbering = sequences.filter((sequence) => sequence.table === table);
    if (!mayInsert(right) || numbering.length === 0) continue;
    const names = quoted(numbering.map(({ name }) => name));
    await client.query(`GRANT USAGE ON SEQUENCE ${names} TO ${to}`);
  }
}

const privilegesOf = (right: TableRight): string =>
  typeof right === 'string'
    ? PRIVILEGES[right].join(', ')
    : `SELECT, UPDATE (${right.changeColumns.map(escapeIdentifier).join(', ')})`;

const mayInsert = (right: TableRight): boolean =>
  typeof right === 'string' && PRIVILEGES[right].some((privilege) => privilege === 'INSERT');

/**
 * Adds row policies to tables that several apps write: an app may write only the rows that begin with its name. No
 * app's name is a prefix of another's. The owner is not bound by policies. A policy is named by its content and created
 * once, as creating it again would wait for every reader of the table.
 */
async function keepRowsApart(
  client: Client,
  table: string,
  column: string,
  present: readonly DatabaseRole[],
): Promise<void> {
  const name = quoted([table]);
  const { rows } = await client.query<{ policy: string; isOn: boolean }>(
    `SELECT p.polname AS policy, c.relrowsecurity AS "isOn" FROM pg_class AS c
     LEFT JOIN pg_policy AS p ON p.polrelid = c.oid WHERE c.oid = $1::regclass`,
    [name],
  );
  const writers = present.filter((role) => {
    const right = Object.entries(RIGHTS[role]).find(([of]) => of === table)?.[1];
    return right !== undefined && right !== 'read';
  });
  if (writers.length === 0) return;
  const wanted = new Map([
    ['all_rows_to_read', 'FOR SELECT USING (true)'],
    ...writers.map((role): [string, string] => {
      const own = `starts_with(${escapeIdentifier(column)}, ${escapeLiteral(role)})`;
      return [`own_rows_of_${role}`, `TO ${quotedName(role)} USING (${own}) WITH CHECK (${own})`];
    }),
  ]);
  const known = new Set(rows.map(({ policy }) => policy));
  for (const [policy, says] of wanted) {
    if (known.has(policy)) continue;
    await client.query(`CREATE POLICY ${escapeIdentifier(policy)} ON ${name} ${says}`);
  }
  if (rows[0]?.isOn !== true) await client.query(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`);
}
