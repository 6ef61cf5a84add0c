import { recordOf } from '../column-values';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Series as SeriesRow } from '../generated/client';
import { fromJsonColumn, jsonColumn } from '../json-column';

/** Times in Unix seconds. */
export type StoredSeries = Omit<Records['Series'], 'template'> & {
  readonly template: Readonly<Record<string, unknown>>;
};

/** Events that are made by themselves. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class SeriesStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** In place of one of the same id. @returns false, and does nothing, if it were one more than `most` */
  async put({ seriesId, template, ...terms }: StoredSeries, most: number): Promise<boolean> {
    const data = { ...terms, template: jsonColumn(template) };
    return this.connections.query(async (prisma) => {
      const others = await prisma.series.count({ where: { seriesId: { not: seriesId } } });
      if (others >= most) return false;
      const create = { seriesId, ...data };
      await prisma.series.upsert({ where: { seriesId }, create, update: data });
      return true;
    });
  }

  async series(seriesId: string): Promise<StoredSeries | null> {
    const row = await this.connections.query((prisma) =>
      prisma.series.findUnique({ where: { seriesId } }),
    );
    return row && present(row);
  }

  /** Those that go on, by id. */
  async current(nowSeconds: number): Promise<StoredSeries[]> {
    const rows = await this.connections.query((prisma) =>
      prisma.series.findMany({
        where: { OR: [{ endsAt: null }, { endsAt: { gt: nowSeconds } }] },
        orderBy: { seriesId: 'asc' },
      }),
    );
    return rows.map(present);
  }
}

const present = ({ template, ...row }: SeriesRow): StoredSeries => ({
  ...recordOf(row),
  template: fromJsonColumn(template),
});
