import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { CodedError } from '@bellwether/errors';
import type { AuditEntry, AuditRow } from '@bellwether/persistence';
import { createLogger } from '@bellwether/runtime';
import { AuditTrail } from '../src/admin/audit-trail';
import { isAdminKey } from '../src/admin/admin-key';
import { MAX_REFUSED_AUDIT_ROWS_PER_MINUTE, MAX_WAITING_AUDIT_ROWS } from '../src/limits';

const POLL_MS = 20;
const log = createLogger({ service: 'test', level: 'silent' });
const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('isAdminKey', () => {
  it('takes the key whose hash is configured, and nothing else', () => {
    const hash = sha256('correct horse');
    expect(isAdminKey('correct horse', hash)).toBe(true);
    for (const other of [
      '',
      'correct hors',
      'correct horse ',
      'CORRECT HORSE',
      hash.toString('hex'),
    ]) {
      expect(isAdminKey(other, hash)).toBe(false);
    }
    expect(isAdminKey('', sha256('')) && !isAdminKey('', new Uint8Array(0))).toBe(true);
  });
});

const entry = (requestId: string): AuditEntry => ({
  timestampMs: 1,
  requestId,
  method: 'POST',
  path: '/admin/mode',
  address: '127.0.0.1',
  status: 200,
  code: null,
  operator: 'admin',
  details: {},
});

/** A table that can be unavailable. */
class Rows {
  isAway = false;
  isBroken = false;
  readonly written: string[] = [];

  async append(row: AuditEntry): Promise<AuditRow> {
    if (this.isAway) throw new CodedError('HISTORY_UNAVAILABLE');
    if (this.isBroken) throw new Error('column does not exist');
    this.written.push(row.requestId);
    return { ...row, auditId: this.written.length };
  }
}

describe('AuditTrail', () => {
  it('writes a row before the caller is told', async () => {
    const rows = new Rows();
    await new AuditTrail(rows, log, Date.now).record(entry('a'));
    expect(rows.written).toEqual(['a']);
  });

  it('keeps rows in order while PostgreSQL is away, and writes them when it is back', async () => {
    const rows = new Rows();
    const trail = new AuditTrail(rows, log, Date.now);
    rows.isAway = true;
    await trail.record(entry('a'));
    await trail.record(entry('b'));
    expect(trail.pending).toBe(2);
    rows.isAway = false;
    while (trail.pending > 0) await sleep(POLL_MS);
    expect(rows.written).toEqual(['a', 'b']);
    expect(trail.pending).toBe(0);
  });

  it('writes what waits when it closes', async () => {
    const rows = new Rows();
    const trail = new AuditTrail(rows, log, Date.now);
    rows.isAway = true;
    await trail.record(entry('a'));
    rows.isAway = false;
    await trail.close();
    expect(rows.written).toEqual(['a']);
  });

  it('holds a bounded number of rows', async () => {
    const rows = new Rows();
    rows.isAway = true;
    const trail = new AuditTrail(rows, log, Date.now);
    for (let i = 0; i < MAX_WAITING_AUDIT_ROWS + 5; i++) await trail.record(entry(String(i)));
    expect(trail.pending).toBe(MAX_WAITING_AUDIT_ROWS);
    await trail.close();
  });

  it('never fails the call it tells of, nor keeps a row that cannot be written', async () => {
    const rows = new Rows();
    rows.isBroken = true;
    const trail = new AuditTrail(rows, log, Date.now);
    await trail.record(entry('a'));
    expect(trail.pending).toBe(0);
  });

  it('records so many calls of nobody known a minute, and all of operators', async () => {
    const rows = new Rows();
    const trail = new AuditTrail(rows, log, Date.now);
    const now = vi.spyOn(performance, 'now').mockReturnValue(60_000);
    try {
      const guess = async (count: number) => {
        for (let i = 0; i < count; i++) await trail.recordUnknown(entry('guess'));
        return rows.written.length;
      };
      const most = MAX_REFUSED_AUDIT_ROWS_PER_MINUTE;
      expect(await guess(most + 5)).toBe(most);
      await trail.record(entry('a'));
      expect(rows.written).toHaveLength(most + 1);
      now.mockReturnValue(120_000);
      expect(await guess(1)).toBe(most + 2);
    } finally {
      now.mockRestore();
    }
  });
});
