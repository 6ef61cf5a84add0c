/** What operators do with deposits and the bridge: real bus and database, with prepared answers of the apps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBase58 } from '@bellwether/codec';
import { AlarmStore, DepositStore, ScanCursors } from '@bellwether/persistence';
import { FundingApps } from './funding-apps';
import { keyOf, signatureOf, usdcDeposit } from './funding-fixtures';
import { GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const alice = new UserUnderTest(1);
const NOW_MS = Date.UTC(2026, 4, 1, 12);
const TX = toBase58(new Uint8Array(64).fill(7));

let gateway: GatewayUnderTest;
let apps: FundingApps;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasFunding: true });
  apps = new FundingApps(gateway.bus);
  await apps.start();
});
afterAll(() => gateway?.stop());

describe('an operator', () => {
  it("sets a user's tier, and has the cached one read again", async () => {
    const set = await gateway.admin('POST', '/admin/bridge/user-tier', {
      user: alice.name,
      tier: 1,
    });
    expect([set.status, set.body]).toEqual([
      200,
      {
        success: true,
        data: {
          user: alice.name,
          tier: 1,
          previous_tier: 0,
          tx_signature: TX,
          max_usdc_per_tx_micro: 1_000_000_000_000,
        },
      },
    ]);
    const path = '/admin/bridge/invalidate-tier-cache';
    const refreshed = await gateway.admin('POST', path, { user: alice.name });
    expect(refreshed.body).toEqual({
      success: true,
      data: { user: alice.name, tier: 2, refreshed_at: 1_700_000_000 },
    });
  });

  it('switches the bridge executor, and sets the daily cap', async () => {
    const off = await gateway.admin('POST', '/admin/bridge/executor', { enabled: false });
    expect(off.body).toEqual({ success: true, data: { enabled: false } });
    const cap = await gateway.admin('PUT', '/admin/bridge/daily-cap', { micro_usdc: 0 });
    expect(cap.body).toEqual({
      success: true,
      data: { micro_usdc: 0, used: 3, resets_at: 1_700_006_400 },
    });
  });

  it.each([
    ['POST', '/admin/bridge/user-tier', { user: alice.name, tier: 3 }, 'tier', 'from 0 to 2'],
    ['POST', '/admin/bridge/user-tier', { user: alice.name, tier: '1' }, 'tier', 'from 0 to 2'],
    ['POST', '/admin/bridge/user-tier', { user: 'x', tier: 1 }, 'user', 'a public key'],
    ['POST', '/admin/bridge/invalidate-tier-cache', {}, 'user', 'a public key'],
    ['POST', '/admin/bridge/executor', { enabled: 'on' }, 'enabled', 'true or false'],
    ['PUT', '/admin/bridge/daily-cap', { micro_usdc: -1 }, 'micro_usdc', 'an integer from 0'],
    ['POST', '/admin/scan/step-over', { chain: 'third', slot: 5 }, 'chain', '"ext"'],
    ['POST', '/admin/scan/step-over', { chain: 'ext', slot: 0 }, 'slot', 'an integer from 1'],
    ['POST', '/admin/queues/abc/release', {}, 'deposit_id', '64 characters of hex'],
    ['POST', '/admin/queues/abc/reject', {}, 'deposit_id', '64 characters of hex'],
    ['GET', '/admin/queues?phase=lost', undefined, 'phase', '"queued"'],
    ['GET', '/admin/queues?limit=101', undefined, 'limit', 'an integer from 1 to 100'],
  ])('is told what is wrong with %s %s %j', async (method, path, body, field, expected) => {
    const answer = await gateway.admin(method, path, body);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { success: false, error: { code: 'VALIDATION_FAILED' } },
    ]);
    const { details } = answer.body.error;
    expect([details.field, details.expected]).toEqual([field, expect.stringContaining(expected)]);
  });

  it('lets a scan step over a block that it cannot read', async () => {
    const block = { chain: 'main', slot: 77 };
    const { body } = await gateway.admin('POST', '/admin/scan/step-over', block);
    expect(body.data).toEqual({ ...block, stepped_at: 1_700_000_001, transactions: 3 });
    expect(apps.asked.get('step_over')).toEqual(block);
  });

  it('sees what waits and why, in pages, and releases or rejects it', async () => {
    await queueThree();
    const read = async (query: string) =>
      (await gateway.admin('GET', `/admin/queues${query}`)).body.data;
    const first = await read('?limit=2');
    expect(first).toMatchObject({
      has_more: true,
      bridge_executor: true,
      daily_cap: { micro_usdc: 100_000_000_000, used: 0, resets_at: expect.any(Number) },
      deposits: [
        {
          user: alice.name,
          tx_signature: toBase58(signatureOf('large 2')),
          phase: 'queued',
          reason: 'operator_review',
          tier: 2,
          released: false,
        },
        {},
      ],
    });
    const second = await read(`?limit=2&before=${first.next_cursor}`);
    expect([second.deposits.length, second.has_more]).toEqual([1, false]);
    expect((await read('?phase=rejected')).deposits).toEqual([]);

    const depositId = first.deposits[0].deposit_id;
    const released = await gateway.admin('POST', `/admin/queues/${depositId}/release`);
    expect(released.body.data).toMatchObject({ deposit_id: depositId, amount_micro_usdc: 9 });
    const rejected = await gateway.admin('POST', `/admin/queues/${depositId}/reject`);
    expect(rejected.body.data).toMatchObject({ deposit_id: depositId, amount_micro_usdc: 8 });
  });

  it('lists builders as the signer knows them, users, withdrawals and alarms, in pages', async () => {
    const read = async (path: string) => (await gateway.admin('GET', path)).body.data;
    const builder = { name: 'Acme', max_fee_bps: 50, active_keys: 1, revoked_keys: 2 };
    expect(await read('/admin/builders')).toEqual({
      builders: [
        {
          ...builder,
          builder_id: 'builder-1',
          user_count: 3,
          created_at: 1_700_000_000,
          last_used_at: null,
        },
      ],
      next_cursor: 'builder-2',
      has_more: true,
    });
    expect(await read('/admin/builders?q=x&after=builder-2')).toMatchObject({
      builders: [{ builder_id: 'builder-2', name: 'x' }],
      has_more: false,
    });
    const alarms = new AlarmStore(gateway.database);
    await alarms.raise('withdraw-worker', 'vault_short', { missing: '5' }, NOW_MS);
    await alarms.raise('deposit-listener', 'of_another_release', {}, NOW_MS);
    const first = await read('/admin/alarms?limit=1');
    expect(first).toMatchObject({
      alarms: [{ kind: 'of_another_release', runbook: null }],
      has_more: true,
    });
    const second = await read(`/admin/alarms?limit=1&before=${first.next_cursor}`);
    expect(second).toMatchObject({
      alarms: [{ app: 'withdraw-worker', runbook: 'vault-cannot-pay', details: { missing: '5' } }],
      has_more: false,
    });
    expect((await read('/admin/alarms?app=bridge-relayer')).alarms).toEqual([]);
    expect(await read('/admin/withdrawals?status=all')).toEqual({
      withdrawals: [],
      next_cursor: null,
      has_more: false,
    });
    const nobody = { users: [], next_cursor: null, has_more: false };
    expect(await read(`/admin/users?address=${alice.name}`)).toEqual(nobody);
  });

  it.each([
    ['/admin/users?address=x', 'address', 'a public key'],
    ['/admin/users?limit=501', 'limit', 'from 1 to 500'],
    ['/admin/users?before=x', 'before', 'a `next_cursor`'],
    ['/admin/builders?q=', 'q', 'text of 1 to 128 bytes'],
    ['/admin/withdrawals?status=lost', 'status', '"open"'],
    ['/admin/withdrawals?before=YWxhcm0uMQ', 'before', 'a `next_cursor`'],
    ['/admin/alarms?app=gateway', 'app', '"deposit-listener"'],
    ['/admin/alarms?limit=0', 'limit', 'from 1 to 100'],
  ])('is told what is wrong with GET %s', async (path, field, expected) => {
    const { status, body } = await gateway.admin('GET', path);
    expect([status, body.error.details.field]).toEqual([400, field]);
    expect(body.error.details.expected).toContain(expected);
  });

  it('leaves a row in the audit trail with each of these calls', async () => {
    const { body } = await gateway.admin('GET', '/admin/audit?limit=100');
    const paths = new Set(body.data.entries.map((entry: { path: string }) => entry.path));
    for (const path of [
      '/admin/bridge/user-tier',
      '/admin/bridge/invalidate-tier-cache',
      '/admin/bridge/executor',
      '/admin/bridge/daily-cap',
      '/admin/queues?limit=2',
    ]) {
      expect(paths).toContain(path);
    }
  });

  it('needs the admin key', async () => {
    const answer = await gateway.send('POST', '/admin/bridge/executor', { enabled: true });
    expect([answer.status, answer.body]).toMatchObject([
      401,
      { success: false, error: { code: 'ADMIN_KEY_INVALID' } },
    ]);
  });
});

/** Three deposits of Alice's, each larger than the cap of a whole day. */
async function queueThree(): Promise<void> {
  const microUsdc = 200_000_000_000;
  const words = ['large 0', 'large 1', 'large 2'];
  const deposits = words.map((word) => usdcDeposit(word, alice.publicKey, microUsdc));
  const to = { slot: 1, blockHash: keyOf('block') };
  const scans = new ScanCursors(gateway.database);
  await scans.advance('ext', { after: null, to, findings: { deposits }, nowMs: NOW_MS });
  const store = new DepositStore(gateway.database);
  for (const { depositId } of await store.latestOf(alice.publicKey)) {
    await store.decide({
      depositId,
      valueMicroUsdc: microUsdc,
      tier: 2,
      network: 'test',
      nowMs: NOW_MS,
    });
  }
}
