import { escapeIdentifier } from 'pg';
import { REBUILT_TABLES } from './backup-tables';
import { withClient } from './rows-client';

/**
 * Empties history and its cursor, of all shards, and nothing that the journal cannot give back: a projector writes all of it
 * anew, from the first event on. One transaction; it refuses where a kept row rests on what would go.
 */
export const forgetHistory = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`TRUNCATE ${REBUILT_TABLES.map(escapeIdentifier).join(', ')}`);
  });
