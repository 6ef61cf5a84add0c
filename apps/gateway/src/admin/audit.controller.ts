import { Get, Inject, Query } from '@nestjs/common';
import { auditQuery, pageEnd, success, unixSecondsOf } from '@bellwether/api';
import type { AuditQuery } from '@bellwether/api';
import { AuditLog } from '@bellwether/persistence';
import type { AuditRow } from '@bellwether/persistence';
import { AdminController } from './admin-route';

const presentRow = (row: AuditRow) => ({
  audit_id: row.auditId,
  time: unixSecondsOf(row.timestampMs),
  request_id: row.requestId,
  method: row.method,
  path: row.path,
  address: row.address,
  status: row.status,
  code: row.code,
  details: row.details,
});

/** What operators did, newest first. */
@AdminController()
export class AuditController {
  constructor(@Inject(AuditLog) private readonly rows: AuditLog) {}

  @Get('/audit')
  async list(@Query({ schema: auditQuery }) query: AuditQuery) {
    const { items, hasMore } = await this.rows.list(query);
    const last = hasMore ? (items.at(-1)?.auditId ?? null) : null;
    return success({ entries: items.map(presentRow), ...pageEnd('audit', last) });
  }
}
