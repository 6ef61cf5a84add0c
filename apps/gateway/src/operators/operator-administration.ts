import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type {
  AddOperatorRequest,
  AddedOperator,
  DescribedOperator,
  OperatorKey,
} from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { OperatorStore, StoredOperator } from '@bellwether/persistence';
import { MAX_OPERATORS, REVOKED_ALONE_EACH_MS } from '../limits';
import { OF_CONFIGURATION, configured } from './operator';
import type { Operator } from './operator';
import { rolesOf } from './operator-directory';
import type { OperatorDirectory } from './operator-directory';
import {
  OPERATOR_KEY_RANDOM_BYTES,
  formatOperatorKey,
  operatorKeyHash,
  sha256Of,
} from './operator-key';
import type { Sessions } from './sessions';

export interface OperatorAdministrationParts {
  readonly store: OperatorStore;
  readonly directory: OperatorDirectory;
  readonly sessions: Sessions;
  readonly pepper: KeyObject | undefined;
  /** The number of operators in the configuration: one or two. */
  readonly configured: number;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Adds, lists, rotates and revokes named operators. The new operator makes the key and gives only its SHA-256, as the
 * operator who adds it could act as two otherwise. A key is shown only to its own operator, in the answer that replaces
 * it.
 */
export class OperatorAdministration {
  constructor(private readonly parts: OperatorAdministrationParts) {}

  async list(): Promise<DescribedOperator[]> {
    const stored = await this.parts.store.all();
    const first = OF_CONFIGURATION.slice(0, this.parts.configured).map(describedFirst);
    return [...first, ...stored.map(described)];
  }

  /**
   * @param confirmedBy null: no second operator, so the new operator confirms nothing
   * @throws CodedError OPERATOR_EXISTS, CAPACITY_REACHED, OPERATORS_NOT_CONFIGURED
   */
  async add(
    { name, roles, keySha256 }: AddOperatorRequest,
    by: Operator,
    confirmedBy: string | null,
  ): Promise<AddedOperator> {
    const { store, directory, nowMs } = this.parts;
    if (configured(name) !== undefined) throw new CodedError('OPERATOR_EXISTS', { name });
    const parts = { name, roles, generation: 1, confirmedBy, keySha256 };
    const keyHash = operatorKeyHash(this.pepper(), parts);
    if ((await store.all()).length >= MAX_OPERATORS) {
      throw new CodedError('CAPACITY_REACHED', { limit: MAX_OPERATORS, what: 'operators' });
    }
    const createdMs = nowMs();
    await store.add({ name, roles, keyHash, addedBy: by.name, confirmedBy, createdMs });
    directory.forget();
    return { name, roles };
  }

  /**
   * Makes a new key. The previous key and every session end at once.
   *
   * @throws CodedError OPERATOR_NOT_FOUND, OPERATOR_OF_CONFIGURATION, OPERATORS_NOT_CONFIGURED
   */
  async rotate(name: string): Promise<OperatorKey> {
    requireStored(name);
    const { store, directory, sessions, nowMs } = this.parts;
    const pepper = this.pepper();
    for (;;) {
      const stored = await store.operator(name);
      if (stored === null || stored.revokedMs !== null) {
        throw new CodedError('OPERATOR_NOT_FOUND', { name });
      }
      const roles = rolesOf(stored);
      const generation = stored.generation + 1;
      const key = formatOperatorKey(name, randomBytes(OPERATOR_KEY_RANDOM_BYTES));
      const { confirmedBy } = stored;
      const parts = { name, roles, generation, confirmedBy, keySha256: sha256Of(key) };
      const keyHash = operatorKeyHash(pepper, parts);
      // Of two concurrent rotations, the later one finds another generation and rotates after it.
      const rotated = await store.rotate({ name, keyHash, generation, rotatedMs: nowMs() });
      if (rotated === null) continue;
      directory.forget();
      sessions.endOf(name);
      return { name, roles, key };
    }
  }

  /**
   * True if this operator may revoke that one alone. Anyone can stop a stolen key at once, but a stolen key must not be
   * able to remove everyone else.
   *
   * @throws CodedError OPERATOR_OF_CONFIGURATION
   */
  async mayRevokeAlone(operator: Operator, name: string): Promise<boolean> {
    requireStored(name);
    if (name === operator.name) return true;
    const since = this.parts.nowMs() - REVOKED_ALONE_EACH_MS;
    const others = (await this.parts.store.all()).filter(
      (one) => one.revokedBy === operator.name && one.name !== operator.name && one.name !== name,
    );
    return !others.some(({ revokedMs }) => revokedMs !== null && revokedMs > since);
  }

  /** @throws CodedError OPERATOR_NOT_FOUND, OPERATOR_OF_CONFIGURATION */
  async revoke(
    name: string,
    by: Operator,
  ): Promise<{ readonly name: string; readonly revokedMs: number }> {
    requireStored(name);
    const { store, directory, sessions } = this.parts;
    const nowMs = this.parts.nowMs();
    const { revokedMs } = await store.revoke(name, nowMs, by.name);
    directory.forget();
    sessions.endOf(name);
    return { name, revokedMs: revokedMs ?? nowMs };
  }

  private pepper(): KeyObject {
    const { pepper } = this.parts;
    if (pepper !== undefined) return pepper;
    throw new CodedError('OPERATORS_NOT_CONFIGURED', { variable: 'OPERATOR_KEY_PEPPER' });
  }
}

const describedFirst = ({ name, roles }: Operator): DescribedOperator => ({
  name,
  roles,
  mayConfirm: true,
  addedBy: null,
  createdMs: null,
  lastUsedMs: null,
  rotatedMs: null,
  revokedMs: null,
});

function requireStored(name: string): void {
  if (configured(name) === undefined) return;
  const variable = name === OF_CONFIGURATION[0].name ? 'ADMIN_KEY_HASH' : 'SECOND_ADMIN_KEY_HASH';
  throw new CodedError('OPERATOR_OF_CONFIGURATION', { name, variable });
}

const described = (stored: StoredOperator): DescribedOperator => ({
  name: stored.name,
  roles: rolesOf(stored),
  mayConfirm: stored.confirmedBy !== null,
  addedBy: stored.addedBy,
  createdMs: stored.createdMs,
  lastUsedMs: stored.lastUsedMs,
  rotatedMs: stored.rotatedMs,
  revokedMs: stored.revokedMs,
});
