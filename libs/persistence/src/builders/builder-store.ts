import { CodedError } from '@bellwether/errors';
import { isForeignKeyViolation, isUniqueViolation } from '../availability';
import { bytesColumn, recordOf, textColumn } from '../column-values';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page } from '../page';
import { isHandedOver } from './api-key';
import type { ApiKey, KeyRotation, NewApiKey } from './api-key';

/** A user's key is derived from these bytes, so they are stored unchanged, including U+0000 and a leading U+FEFF. */
const utf8 = new TextEncoder();
const exactUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An integrator. `maxFeeBps` caps the builder fee of its orders. */
export type Builder = Records['Builder'];

/** A builder with the sums of its keys. Times in Unix milliseconds; null: never. */
export interface BuilderSummary extends Builder {
  readonly activeKeys: number;
  readonly revokedKeys: number;
  /** Users made through its keys; one that two keys made counts twice. */
  readonly userCount: number;
  readonly lastUsedMs: number | null;
}

export interface BuilderPage {
  /** The builder that ended the page before. */
  readonly after?: string | undefined;
  /** In the name, in whichever case, or the whole id. */
  readonly search?: string | undefined;
  readonly limit: number;
}

/** A user created through a key; `userId` is the builder's own name for the user. */
export type UserLink = Pick<Records['UserLink'], 'user' | 'keyId' | 'builderId' | 'linkedMs'> & {
  readonly userId: string | null;
};

export interface KeyUse {
  readonly keyId: Uint8Array;
  readonly usedMs: number;
}

/**
 * The signer's records: builders, their API keys, and the users created through them. Builders and links are never
 * changed or removed. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer.
 */
export class BuilderStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Creates a builder; its name is stored as TEXT (`textColumn`). */
  async createBuilder(builder: Builder): Promise<void> {
    const data = { ...builder, name: textColumn(builder.name) };
    await this.connections.query((prisma) => prisma.builder.create({ data }));
  }

  async builder(builderId: string): Promise<Builder | null> {
    const row = await this.connections.query((prisma) =>
      prisma.builder.findUnique({ where: { builderId } }),
    );
    return row && recordOf(row);
  }

  /** Oldest first. @throws CodedError INVALID_CURSOR if there is no builder `after` */
  async list({ after, search, limit }: BuilderPage): Promise<Page<BuilderSummary>> {
    if (after !== undefined && (await this.builder(after)) === null) {
      throw new CodedError('INVALID_CURSOR', { field: 'after', value: after });
    }
    const values = [after ?? null, search ?? null, rowsToRead({ limit })];
    const rows = await this.connections.rows<BuilderSummary>(LIST_BUILDERS, values);
    return pageOf(rows, { limit });
  }

  /**
   * Creates a key of generation 1.
   * @throws CodedError BUILDER_NOT_FOUND; BUILDER_HAS_KEYS for another first key of a builder
   */
  async createKey(key: NewApiKey): Promise<ApiKey> {
    const data = {
      ...key,
      keyId: bytesColumn(key.keyId),
      apiKeyHash: bytesColumn(key.apiKeyHash),
      scopes: [...key.scopes],
      generation: 1,
    };
    try {
      return recordOf(await this.connections.query((prisma) => prisma.apiKey.create({ data })));
    } catch (error) {
      const details = { builder_id: key.builderId };
      if (isUniqueViolation(error)) throw new CodedError('BUILDER_HAS_KEYS', details);
      if (!isForeignKeyViolation(error)) throw error;
      throw new CodedError('BUILDER_NOT_FOUND', details, { cause: error });
    }
  }

  async key(keyId: Uint8Array): Promise<ApiKey | null> {
    const row = await this.connections.query((prisma) =>
      prisma.apiKey.findUnique({ where: { keyId: bytesColumn(keyId) } }),
    );
    return row && recordOf(row);
  }

  /** All keys of one builder, or of all builders, oldest first. Keys are created by hand, so there are few. */
  async keys(builderId?: string): Promise<ApiKey[]> {
    const rows = await this.connections.query((prisma) =>
      prisma.apiKey.findMany({
        where: builderId === undefined ? {} : { builderId },
        orderBy: [{ createdMs: 'asc' }, { keyId: 'asc' }],
      }),
    );
    return rows.map(recordOf);
  }

  /**
   * Creates the next generation under the same key id; the current generation becomes the previous one.
   * @throws CodedError KEY_NOT_FOUND for an unknown or revoked key; API_KEY_INVALID where somebody took it over before
   */
  async rotateKey(rotation: KeyRotation): Promise<ApiKey> {
    const where = { keyId: bytesColumn(rotation.keyId) };
    return this.connections.query(async (prisma) => {
      for (;;) {
        const current = await prisma.apiKey.findUnique({ where });
        if (current === null || current.revokedMs !== null) throw keyNotFound();
        if (rotation.isTakingOver === true && !isHandedOver(current))
          throw new CodedError('API_KEY_INVALID');
        // Of two concurrent rotations, one finds that the generation has changed and rotates after the other.
        const [rotated] = await prisma.apiKey.updateManyAndReturn({
          where: { ...where, generation: current.generation, revokedMs: null },
          data: {
            generation: current.generation + 1,
            apiKeyHash: bytesColumn(rotation.apiKeyHash),
            previousApiKeyHash: current.apiKeyHash,
            previousValidUntilMs: isHandedOver(current)
              ? rotation.rotatedMs
              : rotation.previousValidUntilMs,
            rotatedMs: rotation.rotatedMs,
          },
        });
        if (rotated !== undefined) return recordOf(rotated);
      }
    });
  }

  /**
   * Revoking again does not change the first time. `isStopped`: by an operator, who may let it work again; what its
   * builder revokes is over.
   * @throws CodedError KEY_NOT_FOUND for an unknown key
   */
  async revokeKey(keyId: Uint8Array, revokedMs: number, isStopped = false): Promise<ApiKey> {
    const where = { keyId: bytesColumn(keyId) };
    return this.connections.query(async (prisma) => {
      const isFirstTime = { ...where, revokedMs: null };
      await prisma.apiKey.updateMany({ where: isFirstTime, data: { revokedMs, isStopped } });
      if (!isStopped) await prisma.apiKey.updateMany({ where, data: { isStopped } });
      const row = await prisma.apiKey.findUnique({ where });
      if (row === null) throw keyNotFound();
      return recordOf(row);
    });
  }

  /** Undoes an operator's stop; the credential works again. @throws CodedError KEY_NOT_FOUND for others */
  async restoreKey(keyId: Uint8Array): Promise<void> {
    const where = { keyId: bytesColumn(keyId), isStopped: true };
    const data = { revokedMs: null, isStopped: false };
    const restoring = this.connections.query((prisma) => prisma.apiKey.updateMany({ where, data }));
    const { count } = await restoring.catch((error: unknown) => {
      // A first key that nobody took over, after another one was issued.
      throw isUniqueViolation(error) ? keyNotFound(error) : error;
    });
    if (count === 0) throw keyNotFound();
  }

  /** Records when keys were last used, in one statement. Never moves a time back. */
  async touchKeys(uses: readonly KeyUse[]): Promise<void> {
    const keyIds = uses.map((use) => use.keyId);
    const times = uses.map((use) => use.usedMs);
    await this.connections.statement((client) => client.query(TOUCH_KEYS, [keyIds, times]));
  }

  /**
   * Idempotent: `created` says whether the link is new.
   * @throws CodedError USER_BELONGS_TO_ANOTHER_BUILDER if another builder has the user, KEY_NOT_FOUND for an unknown
   * key
   */
  async linkUser(link: UserLink): Promise<{ readonly created: boolean }> {
    const user = bytesColumn(link.user);
    const keyId = bytesColumn(link.keyId);
    const { builderId, linkedMs } = link;
    const userId = link.userId === null ? null : utf8.encode(link.userId);
    try {
      const isOthers = { user, builderId: { not: builderId } };
      const others = await this.connections.query((prisma) =>
        prisma.userLink.findFirst({ where: isOthers }),
      );
      if (others !== null) throw new CodedError('USER_BELONGS_TO_ANOTHER_BUILDER');
      const values = [user, keyId, builderId, userId, linkedMs];
      const { rowCount } = await this.connections.statement((client) =>
        client.query(LINK_USER, values),
      );
      return { created: rowCount === 1 };
    } catch (error) {
      throw isForeignKeyViolation(error) ? keyNotFound(error) : error;
    }
  }

  /** The user's builder and the builder's name for the user; `null` if no key ever created it. */
  async userOf(user: Uint8Array): Promise<Pick<UserLink, 'builderId' | 'userId'> | null> {
    const row = await this.connections.query((prisma) =>
      prisma.userLink.findFirst({
        where: { user: bytesColumn(user) },
        select: { builderId: true, userId: true },
      }),
    );
    if (row === null) return null;
    const { builderId, userId } = row;
    return { builderId, userId: userId === null ? null : exactUtf8.decode(userId) };
  }

  async isLinked(user: Uint8Array, keyId: Uint8Array): Promise<boolean> {
    const user_keyId = { user: bytesColumn(user), keyId: bytesColumn(keyId) };
    const link = await this.connections.query((prisma) =>
      prisma.userLink.findUnique({ where: { user_keyId }, select: { builderId: true } }),
    );
    return link !== null;
  }
}

/** Updates many keys in one statement; never moves a time back. */
const TOUCH_KEYS = `
  UPDATE api_keys SET last_used_ms = GREATEST(last_used_ms, used.time_ms)
  FROM (SELECT key_id, max(time_ms) AS time_ms
        FROM unnest($1::bytea[], $2::bigint[]) AS u (key_id, time_ms)
        GROUP BY key_id) AS used
  WHERE api_keys.key_id = used.key_id`;

/** The keys of the page alone are counted. */
const LIST_BUILDERS = `
  SELECT ${fieldsOf('Builder', 'b')}, k.active AS "activeKeys", k.revoked AS "revokedKeys",
    k.users AS "userCount", k.last_used_ms AS "lastUsedMs"
  FROM (
    SELECT builder_id, name, max_fee_bps, created_ms FROM builders
    WHERE ($1::text IS NULL OR (created_ms, builder_id) >
        ((SELECT created_ms FROM builders WHERE builder_id = $1), $1))
      AND ($2::text IS NULL OR builder_id = $2 OR strpos(lower(name), lower($2)) > 0)
    ORDER BY created_ms, builder_id LIMIT $3
  ) AS b CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE revoked_ms IS NULL) AS active,
      count(revoked_ms) AS revoked, COALESCE(sum(user_count), 0) AS users,
      max(last_used_ms) AS last_used_ms
    FROM api_keys WHERE api_keys.builder_id = b.builder_id
  ) AS k
  ORDER BY b.created_ms, b.builder_id`;

/** One statement adds the link and updates the key's user count. */
const LINK_USER = `
  WITH link AS (
    INSERT INTO user_links (user_key, key_id, builder_id, user_id, linked_ms)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING key_id
  )
  UPDATE api_keys SET user_count = user_count + 1 FROM link WHERE api_keys.key_id = link.key_id`;

const keyNotFound = (cause?: unknown): CodedError => new CodedError('KEY_NOT_FOUND', {}, { cause });
