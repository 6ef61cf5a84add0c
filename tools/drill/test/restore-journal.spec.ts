/** The NATS servers are lost, PostgreSQL is not: the journal is restored beside the existing rows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeRecord, hashOf } from '@bellwether/bus';
import type { JournalRecord } from '@bellwether/bus';
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { ArchiveFolder } from '@bellwether/journal-files';
import { startNatsServer, startTestPostgres } from '@bellwether/local-services';
import type { NatsServer, TestPostgres } from '@bellwether/local-services';
import { MIGRATED } from '@bellwether/persistence';
import { Client } from 'pg';
import { restoreJournalAlone } from '../src/restore';

const KNOWN = new Uint8Array(32).fill(1);
const UNKNOWN = new Uint8Array(32).fill(2);

let folder: string;
let archive: string;
let nats: NatsServer;
let postgres: TestPostgres;
let databaseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-restore-journal-'));
  archive = join(folder, 'archive');
  [nats, postgres] = await Promise.all([
    startNatsServer({ dataDir: join(folder, 'nats') }),
    startTestPostgres({ dataDir: join(folder, 'postgres'), preparation: MIGRATED }),
    writeArchive(),
  ]);
  databaseUrl = await postgres.database('kept');
});
afterEach(async () => {
  for (const table of ['projection_cursor', 'funding_event_cursors'])
    await query(`DELETE FROM ${table}`);
});
afterAll(async () => {
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function query(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Ends at seq 9: seven credits, a withdrawal under way and a gas charge of one user. */
async function writeArchive(): Promise<void> {
  const genesis: JournalRecord = {
    version: 1,
    kind: 'genesis',
    network: 'test',
    shard: 0,
    epoch: 0,
    writer: new Uint8Array(16),
    number: 1,
    previousHash: new Uint8Array(32),
    timestampMs: 1_000,
    firstSeq: 1,
    commands: [],
  };
  const first = encodeRecord(genesis);
  const credits = Array.from({ length: 7 }, (_, index) => ({
    kind: 'chain_credit' as const,
    user: KNOWN,
    creditSeq: index + 1,
    amount: 1_000_000,
    txSignature: new Uint8Array(64).fill(index + 1),
    slot: index + 1,
  }));
  const charge = {
    kind: 'charge_gas',
    user: KNOWN,
    chargeSeq: 1,
    amount: 10,
    purpose: 'p1',
  } as const;
  const withdraw = {
    kind: 'withdraw',
    user: KNOWN,
    amount: 1_000_000,
    maxGasFee: 0,
    recipientKind: 'default',
    recipient: null,
    allowProgramAddress: false,
    nonce: 1,
    gasFee: 0,
    builder: null,
    signature: new Uint8Array(64),
  } as const;
  const epoch = { ...genesis, kind: 'epoch', epoch: 1, previousHash: hashOf(first) } as const;
  const second = encodeRecord({ ...epoch, number: 2 });
  const third = encodeRecord({
    ...epoch,
    kind: 'commands',
    number: 3,
    previousHash: hashOf(second),
    commands: [
      ...credits.map((command) => ({ lane: 'deposit' as const, command })),
      { lane: 'withdrawal', command: withdraw },
      { lane: 'deposit', command: charge },
    ],
  });
  const writer = new ArchiveFolder(archive);
  await writer.open();
  const records = [first, second, third].map((bytes, index) => ({ number: index + 1, bytes }));
  await writer.append(records);
  await writer.close();
}

const restored = () =>
  restoreJournalAlone({ archive }, { bus: { servers: nats.url }, databaseUrl, replicas: 1 });

describe('a journal beside rows that stay', () => {
  it.each([
    ['history', 'INSERT INTO projection_cursor VALUES (0, 10, 10, 0, 0)'],
    ['withdraw-worker', "INSERT INTO funding_event_cursors VALUES ('withdraw-worker', 10, 0)"],
  ])('is not written where %s has read more than the archive makes', async (name, insert) => {
    await query(insert);
    await expect(restored()).rejects.toThrow(
      `ends at seq 9, 1970-01-01T00:00:01.000Z, and the database knows seq 10 (read by ${name}): `,
    );
  });

  it('has sent again what the engine took after its end', async () => {
    await query('INSERT INTO projection_cursor VALUES (0, 9, 9, 0, 0)');
    for (const [user, seq] of [
      ...[6, 7, 8, 9].map((at) => [KNOWN, at] as const),
      [UNKNOWN, 1],
    ] as const) {
      await query(
        `INSERT INTO chain_credits VALUES ($1, $2, 1000000, $3, $2, 0, 'exact', 0, 1, 5, 4)`,
        [user, seq, new Uint8Array(64).fill(seq)],
      );
    }
    for (const seq of [1, 2]) {
      await query(
        `INSERT INTO gas_charges (user_key, charge_seq, purpose, amount_micro_usdc, created_ms, engine_ms)
         VALUES ($1, $2, $3, 10, 1, 5)`,
        [KNOWN, seq, `p${seq}`],
      );
    }
    const withdrawalId = withdrawalIdOf({ network: 'test', user: KNOWN, nonce: 1 });
    await query(
      `INSERT INTO withdrawals (withdrawal_id, user_key, amount_micro_usdc, gas_fee_micro_usdc, chain,
         recipient_kind, recipient, allow_program_address, nonce, accepted_seq, payment_seq, status, ending, attempt, history, created_ms, updated_ms)
       VALUES ($1, $2, 1000000, 0, 'ext', 'default', $2, false, 1, 8, 1, 'burned', 'settled', 1, '[]', 1, 5)`,
      [withdrawalId, KNOWN],
    );
    const sums = { first: 1, record: 3, seq: 9 };
    const sentAgain = { credits_sent_again: 3, charges_sent_again: 1, withdrawals_ended_again: 1 };
    expect(await restored()).toEqual({ ...sums, events: 2, ...sentAgain });
    const waiting = await query(
      `SELECT encode(user_key, 'hex') AS user, credit_seq::int AS seq, lease_until_ms::int AS leased
       FROM chain_credits WHERE engine_ms IS NULL ORDER BY user_key, credit_seq`,
    );
    expect(waiting).toEqual([
      { user: toHex(KNOWN), seq: 8, leased: 0 },
      { user: toHex(KNOWN), seq: 9, leased: 0 },
      { user: toHex(UNKNOWN), seq: 1, leased: 0 },
    ]);
    expect(
      await query('SELECT charge_seq::int AS seq FROM gas_charges WHERE engine_ms IS NULL'),
    ).toEqual([{ seq: 2 }]);
    expect(await query('SELECT ending, due_ms::int AS due FROM withdrawals')).toEqual([
      { ending: null, due: 5 },
    ]);
    // It may be run again after an interruption.
    const none = { credits_sent_again: 0, charges_sent_again: 0, withdrawals_ended_again: 0 };
    expect(await restored()).toEqual({ ...sums, events: 0, ...none });
  });
});
