import { createRole } from '@bellwether/local-services';
import { DATABASE_ROLES, nameOfRole } from '@bellwether/persistence';
import type { DatabaseRole } from '@bellwether/persistence';
import type { Secrets } from './secrets';

/**
 * A role for each app, with its password of this exchange; what it may do comes with the migrations.
 * @param url of the database, as its superuser
 * @returns the URL of the database for each
 */
export async function makeDatabaseRoles(
  url: string,
  secrets: Secrets,
): Promise<Readonly<Record<DatabaseRole, string>>> {
  const urls: Partial<Record<DatabaseRole, string>> = {};
  await Promise.all(
    DATABASE_ROLES.map(async (role) => {
      urls[role] = await createRole(url, nameOfRole(role), secrets[`database.${role}`]);
    }),
  );
  return isWhole(urls) ? urls : Promise.reject(new Error('not every role was made'));
}

const isWhole = (
  urls: Partial<Record<DatabaseRole, string>>,
): urls is Record<DatabaseRole, string> => DATABASE_ROLES.every((role) => role in urls);
