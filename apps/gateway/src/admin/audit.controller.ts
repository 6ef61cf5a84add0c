import { Controller, Inject } from '@nestjs/common';
import { operatorLists } from '@bellwether/api';
import { AuditLog } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';

/** What operators did, newest first. */
@Controller()
export class AuditController {
  constructor(@Inject(AuditLog) private readonly rows: AuditLog) {}

  @Endpoint(operatorLists.listAudit)
  list({ query: { page, filter } }: In<typeof operatorLists.listAudit>) {
    return this.rows.list(page, filter);
  }
}
