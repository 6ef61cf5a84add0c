import { recordOf } from './column-values';
import type { Records } from './columns';
import { connectionsOf } from './database';
import type { Connections, Database } from './database';
import type { AuditRow as AuditRecord } from './generated/client';
import { fromJsonColumn, jsonColumn } from './json-column';
import { pageOf, rowsToRead } from './page';
import type { Page, PageRequest } from './page';

export type AuditRow = Omit<Records['AuditRow'], 'details'> & {
  readonly details: Readonly<Record<string, unknown>>;
};

/** An operator's action and its result. */
export type AuditEntry = Omit<AuditRow, 'auditId'>;

export interface AuditFilter {
  /** Calls of this operator alone. */
  readonly operator?: string | undefined;
  /** Without calls that only read. */
  readonly changesAlone?: boolean | undefined;
}

/** The append-only audit log. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class AuditLog {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Adds an entry. @returns it with its id */
  async append(entry: AuditEntry): Promise<AuditRow> {
    const data = { ...entry, details: jsonColumn(entry.details) };
    return present(await this.connections.query((prisma) => prisma.auditRow.create({ data })));
  }

  /** Newest first; `before` is an audit id. */
  async list(page: PageRequest, filter: AuditFilter = {}): Promise<Page<AuditRow>> {
    const { operator, changesAlone = false } = filter;
    const rows = await this.connections.query((prisma) =>
      prisma.auditRow.findMany({
        where: {
          ...(page.before === undefined ? {} : { auditId: { lt: page.before } }),
          ...(operator === undefined ? {} : { operator }),
          ...(changesAlone ? { method: { not: 'GET' }, NOT: [DRY_RUN, PREVIEW] } : {}),
        },
        orderBy: { auditId: 'desc' },
        take: rowsToRead(page),
      }),
    );
    return pageOf(rows.map(present), page);
  }
}

/** Only a resolution has a dry run. */
const DRY_RUN = { path: { endsWith: '/resolve?dry_run=true' } };
/** A query with a body. */
const PREVIEW = { path: '/v1/preview' };

const present = ({ details, ...row }: AuditRecord): AuditRow => ({
  ...recordOf(row),
  details: fromJsonColumn(details),
});
