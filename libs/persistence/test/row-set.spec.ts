/** Rows in binary form are what PostgreSQL reads from them, by COPY and as parameters. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyIn } from '../src/projection/copy-in';
import { RowSet } from '../src/projection/row-set';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

interface Row {
  readonly small: number | null;
  readonly whole: number | null;
  readonly big: number | null;
  readonly yes: boolean | null;
  readonly bytes: Uint8Array | null;
  readonly words: string | null;
  readonly json: string | null;
  readonly side: string | null;
}

const NULLS: Row = {
  small: null,
  whole: null,
  big: null,
  yes: null,
  bytes: null,
  words: null,
  json: null,
  side: null,
};

const ROWS: readonly Row[] = [
  NULLS,
  {
    small: -32_768,
    whole: -2_147_483_648,
    big: -(2 ** 63 - 1_024),
    yes: false,
    bytes: new Uint8Array(0),
    words: '',
    json: '{}',
    side: 'buy',
  },
  {
    small: 32_767,
    whole: 2_147_483_647,
    big: 2 ** 53 + 2,
    yes: true,
    bytes: Uint8Array.from({ length: 256 }, (_, at) => at),
    words: `"quoted", {braced}, NULL, \\escaped, é, ${'long'.repeat(20_000)}`,
    json: '{"a": ["\\u00e9", 1, null]}',
    side: 'sell',
  },
  { ...NULLS, big: -1, whole: -1, small: -1 },
  { ...NULLS, big: 4_294_967_296, whole: 0, small: 0 },
  { ...NULLS, big: 4_294_967_295 },
  { ...NULLS, big: -4_294_967_297 },
];

const SET = new RowSet<Row>({
  small: ['smallint', (row) => row.small],
  whole: ['integer', (row) => row.whole],
  big: ['bigint', (row) => row.big],
  yes: ['boolean', (row) => row.yes],
  bytes: ['bytea', (row) => row.bytes],
  words: ['text', (row) => row.words],
  json: ['jsonb', (row) => row.json],
  side: ['side', (row) => row.side],
});

/** As `pg` shows them. */
const SHOWN = ROWS.map((row, place) => ({
  ...row,
  place,
  big: row.big === null ? null : String(BigInt(row.big)),
  bytes: row.bytes === null ? null : Buffer.from(row.bytes),
  json: row.json === null ? null : JSON.parse(row.json),
}));

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  const { url } = await server.database();
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE rows (place SERIAL, small SMALLINT, whole INTEGER, big BIGINT,
    yes BOOLEAN, bytes BYTEA, words TEXT, json JSONB, side side)`);
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

const shown = async () => {
  const { rows } = await client.query<{ place: number }>('SELECT * FROM rows ORDER BY place');
  return rows.map((row) => ({ ...row, place: row.place - rows[0]!.place }));
};

describe('rows', () => {
  it('are the same after COPY', async () => {
    await client.query('TRUNCATE rows');
    expect(await copyIn(client, `rows (${SET.names})`, SET.copyData(ROWS))).toBe(ROWS.length);
    expect(await shown()).toEqual(SHOWN);
  });

  it('are the same as a table in a statement', async () => {
    await client.query('TRUNCATE rows');
    await client.query(`INSERT INTO rows (${SET.names}) SELECT ${SET.names} FROM ${SET.table}`, [
      ...SET.values(ROWS),
    ]);
    expect(await shown()).toEqual(SHOWN);
  });

  it('may be none', async () => {
    await client.query('TRUNCATE rows');
    expect(await copyIn(client, `rows (${SET.names})`, SET.copyData([]))).toBe(0);
    const { rows } = await client.query(`SELECT FROM ${SET.table}`, SET.values([]));
    expect(rows).toEqual([]);
  });

  it('that PostgreSQL refuses leave the connection as it was', async () => {
    await client.query('TRUNCATE rows');
    const data = SET.copyData([{ ...NULLS, side: 'neither' }]);
    await expect(copyIn(client, `rows (${SET.names})`, data)).rejects.toMatchObject({
      code: '22P02',
    });
    await expect(copyIn(client, 'nowhere (at)', data)).rejects.toMatchObject({ code: '42P01' });
    expect(await copyIn(client, `rows (${SET.names})`, SET.copyData(ROWS))).toBe(ROWS.length);
  });

  it.each<[string, Partial<Row>]>([
    ['a number too large for SMALLINT', { small: 32_768 }],
    ['a number too large for INTEGER', { whole: -2_147_483_649 }],
    ['a number too large for BIGINT', { big: 2 ** 63 }],
    ['a fraction', { big: 0.5 }],
    ['no number', { whole: Number.NaN }],
  ])('with %s break a belief', (_, fields) => {
    const rows = [{ ...NULLS, ...fields }];
    expect(() => SET.copyData(rows)).toThrow(/is an? (?:SMALLINT|INTEGER|BIGINT)/);
    expect(() => SET.values(rows)).toThrow(/is an? (?:SMALLINT|INTEGER|BIGINT)/);
  });

  it('with a word that is none break a belief', () => {
    expect(() => SET.values([{ ...NULLS, side: 'buy,sell' }])).toThrow('is a word');
  });
});
