import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditLog } from '../src/audit-log';
import type { AuditEntry } from '../src/audit-log';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

let server: TestServer;
let log: AuditLog;

beforeAll(async () => {
  server = await startTestServer();
  log = new AuditLog((await server.database()).database);
});
afterAll(() => server.stop());

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  timestampMs: 1_700_000_000_000,
  requestId: 'r-1',
  method: 'POST',
  path: '/admin/mode',
  address: '127.0.0.1',
  status: 200,
  code: null,
  operator: null,
  details: {},
  ...fields,
});

describe('the audit log', () => {
  it('keeps entries as they were given', async () => {
    const given = entry({
      status: 409,
      code: 'ALREADY_RESOLVED',
      details: { body: { mode: 'open', list: [1, null, 'x'] }, 'odd \\u0000 key': true },
    });
    const row = await log.append(given);
    expect(row).toEqual({ ...given, auditId: expect.any(Number) });
    expect((await log.list({ limit: 1 })).items).toEqual([row]);
  });

  it('keeps an entry whose text PostgreSQL could not store', async () => {
    const row = await log.append(
      entry({ details: { 'a\u0000': 'nul \u0000', lone: '\ud800 \udc00', pair: '🦊' } }),
    );
    expect(row.details).toEqual({ 'a\uFFFD': 'nul \uFFFD', lone: '\uFFFD \uFFFD', pair: '🦊' });
  });

  it('lists newest first, page after page, each once', async () => {
    for (let status = 200; status < 210; status++) await log.append(entry({ status }));
    const first = await log.list({ limit: 4 });
    expect(first.items.map(({ status }) => status)).toEqual([209, 208, 207, 206]);
    expect(first.hasMore).toBe(true);
    const second = await log.list({ limit: 8, before: first.items.at(-1)!.auditId });
    expect(second.items.map(({ status }) => status)).toEqual([
      205, 204, 203, 202, 201, 200, 200, 409,
    ]);
    expect(second.hasMore).toBe(false);
  });

  it('leaves out what only reads, where changes alone are asked for', async () => {
    const changes = [
      entry({ path: '/admin/mode?dry_run=true' }),
      entry({ path: '/admin/events/e/resolve' }),
      entry({ method: 'DELETE', path: '/admin/keys/k' }),
    ];
    const reads = [
      entry({ method: 'GET', path: '/admin/audit' }),
      entry({ path: '/admin/events/e/resolve?dry_run=true' }),
    ];
    for (const one of [...changes, ...reads]) await log.append({ ...one, operator: 'dora' });
    const mine = { operator: 'dora' };
    expect((await log.list({ limit: 9 }, mine)).items).toHaveLength(5);
    const { items } = await log.list({ limit: 9 }, { ...mine, changesAlone: true });
    expect(items.map(({ path }) => path)).toEqual(changes.map(({ path }) => path).toReversed());
  });
});
