import { toNumber } from './column-values';
import { connectionsOf } from './database';
import type { Connections, Database } from './database';
import type { AuditRow as AuditRecord } from './generated/client';
import { fromJsonColumn, jsonColumn } from './json-column';
import { pageOf, rowsToRead } from './page';
import type { Page, PageRequest } from './page';

/** An operator's action and its result. `details` holds no secret. */
export interface AuditEntry {
  readonly timestampMs: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly address: string;
  /** HTTP status of the answer, and the error code if it was an error. */
  readonly status: number;
  readonly code: string | null;
  /** Null: nobody was known. */
  readonly operator: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditRow extends AuditEntry {
  readonly auditId: number;
}

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

const present = (row: AuditRecord): AuditRow => ({
  ...row,
  auditId: toNumber(row.auditId),
  timestampMs: toNumber(row.timestampMs),
  details: fromJsonColumn(row.details),
});
