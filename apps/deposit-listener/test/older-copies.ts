/** PostgreSQL put back to an older copy: rows as they were, in a database of their own. */
import { ExtByHand } from './ext/ext-by-hand';
import type { World } from './world';

const COPIED = [
  'watched_addresses',
  'scan_cursors',
  'deposits',
  'main_arrivals',
  'chain_credits',
  'gas_accounts',
  'gas_charges',
  'chain_transactions',
  'daily_cap',
  'recoveries',
  'funding_event_cursors',
  'outbox',
  'inbox',
];
/** Columns that PostgreSQL counts on. */
const NUMBERED = [
  ['watched_addresses', 'watch_id'],
  ['deposits', 'number'],
  ['outbox', 'outbox_id'],
] as const;

export class OlderCopies {
  private readonly copies = new Map<string, ReadonlyMap<string, unknown>>();

  constructor(
    private readonly world: World,
    private readonly options: Parameters<typeof ExtByHand.begin>[1] = {},
  ) {}

  async take(name: string, url: string): Promise<void> {
    const rows = COPIED.map(async (table) => {
      const [row] = await this.world.rows(url, `SELECT json_agg(t) AS all FROM ${table} t`);
      return [table, row?.['all'] ?? []] as const;
    });
    this.copies.set(name, new Map(await Promise.all(rows)));
  }

  async restored(name: string): Promise<ExtByHand> {
    const { world, options } = this;
    const older = await ExtByHand.begin(world, options);
    await world.rows(older.url, 'DELETE FROM scan_cursors');
    for (const [table, rows] of this.copies.get(name)!) {
      await world.rows(
        older.url,
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [table, column] of NUMBERED) {
      const sql = 'SELECT setval(pg_get_serial_sequence($1, $2), 1000)';
      await world.rows(older.url, sql, [table, column]);
    }
    return older;
  }
}
