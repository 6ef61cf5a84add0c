import { CodedError } from '@bellwether/errors';
import { bytesColumn, recordOf } from '../column-values';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';

/** An operator as it is stored: never the key. Times in Unix milliseconds; null: never. */
export type StoredOperator = Records['Operator'];

export type NewOperator = Pick<
  StoredOperator,
  'name' | 'roles' | 'keyHash' | 'addedBy' | 'createdMs' | 'confirmedBy'
>;

export interface OperatorRotation {
  readonly name: string;
  readonly keyHash: Uint8Array;
  /** The generation that `keyHash` was made for: one above the stored one. */
  readonly generation: number;
  readonly rotatedMs: number;
}

const NO_HASH = new Uint8Array(0);

/**
 * Operators by name. A name is given once: the audit trail refers to it for ever. All methods throw CodedError
 * HISTORY_UNAVAILABLE if PostgreSQL does not answer.
 */
export class OperatorStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** @throws CodedError OPERATOR_EXISTS, also for the name of a revoked one */
  async add(operator: NewOperator): Promise<StoredOperator> {
    const data = {
      ...operator,
      roles: [...operator.roles],
      keyHash: bytesColumn(operator.keyHash),
      generation: 1,
    };
    const [added] = await this.connections.query((prisma) =>
      prisma.operator.createManyAndReturn({ data, skipDuplicates: true }),
    );
    if (added === undefined) throw new CodedError('OPERATOR_EXISTS', { name: operator.name });
    return recordOf(added);
  }

  async operator(name: string): Promise<StoredOperator | null> {
    const row = await this.connections.query((prisma) =>
      prisma.operator.findUnique({ where: { name } }),
    );
    return row && recordOf(row);
  }

  /** All, oldest first. They are people, so there are few. */
  async all(): Promise<StoredOperator[]> {
    const rows = await this.connections.query((prisma) =>
      prisma.operator.findMany({ orderBy: [{ createdMs: 'asc' }, { name: 'asc' }] }),
    );
    return rows.map(recordOf);
  }

  /** @returns null if the stored generation is not the one before, or the operator is revoked */
  async rotate(rotation: OperatorRotation): Promise<StoredOperator | null> {
    const { name, generation, keyHash, rotatedMs } = rotation;
    const [rotated] = await this.connections.query((prisma) =>
      prisma.operator.updateManyAndReturn({
        where: { name, generation: generation - 1, revokedMs: null },
        data: { generation, keyHash: bytesColumn(keyHash), rotatedMs },
      }),
    );
    return rotated === undefined ? null : recordOf(rotated);
  }

  /** Revoking again does not change the first time. The hash is removed. @throws CodedError OPERATOR_NOT_FOUND */
  async revoke(name: string, revokedMs: number, revokedBy: string): Promise<StoredOperator> {
    return this.connections.query(async (prisma) => {
      await prisma.operator.updateMany({
        where: { name, revokedMs: null },
        data: { revokedMs, revokedBy, keyHash: bytesColumn(NO_HASH) },
      });
      const row = await prisma.operator.findUnique({ where: { name } });
      if (row === null) throw new CodedError('OPERATOR_NOT_FOUND', { name });
      return recordOf(row);
    });
  }

  /** Never moves the time back. */
  async touch(name: string, usedMs: number): Promise<void> {
    const isEarlier = { OR: [{ lastUsedMs: null }, { lastUsedMs: { lt: usedMs } }] };
    await this.connections.query((prisma) =>
      prisma.operator.updateMany({ where: { name, ...isEarlier }, data: { lastUsedMs: usedMs } }),
    );
  }
}
