/** `GET /admin/audit`: operators' actions. */
import { z } from 'zod';
import { count, named, orNull, time, words } from './fields';
import { from } from './inside';
import { endOfNumbered } from './page';

const auditEntryAnswer = named(
  'AuditEntry',
  z.strictObject({
    audit_id: count('Counts all entries', 5),
    time: from('timestampMs', time('When')),
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
    entries: from('items', z.array(auditEntryAnswer).meta({ description: 'Newest first' })),
    ...endOfNumbered('audit', ({ auditId }: { readonly auditId: number }) => auditId),
  }),
  'A page of the audit trail.',
);
