import { Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HISTORY_READ, auditAnswer, auditQuery, presentAudit, success } from '@bellwether/api';
import type { AuditQuery } from '@bellwether/api';
import { AuditLog } from '@bellwether/persistence';
import { Answers, QueryParams } from '@bellwether/runtime';
import { AdminController } from './admin-route';

/** What operators did, newest first. */
@ApiTags('Administration')
@AdminController('read')
export class AuditController {
  constructor(@Inject(AuditLog) private readonly rows: AuditLog) {}

  @Answers('listAudit', {
    summary: 'List what operators did',
    answer: auditAnswer,
    codes: HISTORY_READ,
  })
  @Get('/audit')
  async list(@QueryParams(auditQuery) { page, filter }: AuditQuery) {
    return success(presentAudit(await this.rows.list(page, filter)));
  }
}
