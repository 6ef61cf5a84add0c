import { escapeIdentifier } from 'pg';
import { REBUILT_TABLES } from './backup-tables';
import { withClient } from './rows-client';

/**
 * Empties history and its cursor, for all shards. It deletes only what the journal can restore: a projector rebuilds it
 * from the first event. One transaction; it fails if a copied row refers to a row that would be deleted.
 */
export const forgetHistory = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`TRUNCATE ${REBUILT_TABLES.map(escapeIdentifier).join(', ')}`);
  });
