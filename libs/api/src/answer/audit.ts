/** `GET /admin/audit`: operators' actions. */
import { z } from 'zod';
import { pageEnd } from '../cursor';
import { count, named, pageFields, orNull, time, words } from './fields';
import type { Answer } from './fields';
import { unixSecondsOf } from './units';

const auditEntryAnswer = named(
  'AuditEntry',
  z.strictObject({
    audit_id: count('Counts all entries', 5),
    time: time('When'),
    operator: orNull(
      words('Who acted; null: nobody was known, or the row is of before there were names', 'alice'),
    ),
    request_id: words('The request, as logs name it', 'f3b1c2d4-operator'),
    method: words('The HTTP method', 'POST'),
    path: words('Path and query', '/admin/credit'),
    address: words('Where it came from', '127.0.0.1'),
    status: count('The HTTP status of the answer', 200),
    code: orNull(words('The code of the error; null: a success', 'REFERENCE_REUSED')),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'The body as it was sent, cut where it is long',
      example: { body: '{}' },
    }),
  }),
  'One call of an operator.',
);
export const auditAnswer = named(
  'AuditPage',
  z.strictObject({
    entries: z.array(auditEntryAnswer).meta({ description: 'Newest first' }),
    ...pageFields,
  }),
  'A page of the audit trail.',
);
export type AuditAnswer = Answer<typeof auditAnswer>;

export interface AuditedCall {
  readonly auditId: number;
  readonly timestampMs: number;
  readonly operator: string | null;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly status: number;
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const presentEntry = (row: AuditedCall): Answer<typeof auditEntryAnswer> => ({
  audit_id: row.auditId,
  time: unixSecondsOf(row.timestampMs),
  operator: row.operator,
  request_id: row.requestId,
  method: row.method,
  path: row.path,
  address: row.address,
  status: row.status,
  code: row.code,
  details: row.details,
});

export const presentAudit = (page: {
  readonly items: readonly AuditedCall[];
  readonly hasMore: boolean;
}): AuditAnswer => ({
  entries: page.items.map(presentEntry),
  ...pageEnd('audit', page.hasMore ? (page.items.at(-1)?.auditId ?? null) : null),
});
