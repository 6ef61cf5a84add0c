import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { AddOperatorRequest, DescribedOperator, OperatorKeyAnswer } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { OperatorStore, StoredOperator } from '@bellwether/persistence';
import { MAX_OPERATORS } from '../limits';
import { OF_CONFIGURATION } from './operator';
import type { Operator } from './operator';
import { rolesOf } from './operator-directory';
import type { OperatorDirectory } from './operator-directory';
import { OPERATOR_KEY_RANDOM_BYTES, formatOperatorKey, operatorKeyHash } from './operator-key';
import type { Sessions } from './sessions';

export interface OperatorAdministrationParts {
  readonly store: OperatorStore;
  readonly directory: OperatorDirectory;
  readonly sessions: Sessions;
  readonly pepper: KeyObject | undefined;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
}

/** Adds, lists, rotates and revokes named operators. A key is shown only in the answer that makes it. */
export class OperatorAdministration {
  constructor(private readonly parts: OperatorAdministrationParts) {}

  async list(): Promise<DescribedOperator[]> {
    const stored = await this.parts.store.all();
    return [OPERATOR_OF_CONFIGURATION, ...stored.map(described)];
  }

  /** Whether another operator could ever have confirmed what this one does: the first may be added by one alone. */
  async hadAnotherAdmin(operator: Operator): Promise<boolean> {
    if (operator.name !== OF_CONFIGURATION.name) return true;
    return (await this.parts.store.all()).some((one) => rolesOf(one).includes('admin'));
  }

  /** @throws CodedError OPERATOR_EXISTS, CAPACITY_REACHED, OPERATORS_NOT_CONFIGURED */
  async add({ name, roles }: AddOperatorRequest, by: Operator): Promise<OperatorKeyAnswer> {
    const { store, directory, nowMs } = this.parts;
    if (name === OF_CONFIGURATION.name) throw new CodedError('OPERATOR_EXISTS', { name });
    const key = newKey(name);
    const keyHash = operatorKeyHash(this.pepper(), { name, roles, generation: 1, key });
    if ((await store.all()).length >= MAX_OPERATORS) {
      throw new CodedError('CAPACITY_REACHED', { limit: MAX_OPERATORS, what: 'operators' });
    }
    await store.add({ name, roles, keyHash, addedBy: by.name, createdMs: nowMs() });
    directory.forget();
    return { name, roles, key };
  }

  /**
   * A new key; the one before, and every session, end at once.
   * @throws CodedError OPERATOR_NOT_FOUND, OPERATOR_OF_CONFIGURATION, OPERATORS_NOT_CONFIGURED
   */
  async rotate(name: string): Promise<OperatorKeyAnswer> {
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
      const key = newKey(name);
      const keyHash = operatorKeyHash(pepper, { name, roles, generation, key });
      // Of two at once, the later one finds another generation and rotates after it.
      const rotated = await store.rotate({ name, keyHash, generation, rotatedMs: nowMs() });
      if (rotated === null) continue;
      directory.forget();
      sessions.endOf(name);
      return { name, roles, key };
    }
  }

  /** @throws CodedError OPERATOR_NOT_FOUND, OPERATOR_OF_CONFIGURATION */
  async revoke(name: string): Promise<{ readonly name: string; readonly revokedMs: number }> {
    requireStored(name);
    const { store, directory, sessions } = this.parts;
    const nowMs = this.parts.nowMs();
    const { revokedMs } = await store.revoke(name, nowMs);
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

const OPERATOR_OF_CONFIGURATION: DescribedOperator = {
  name: OF_CONFIGURATION.name,
  roles: OF_CONFIGURATION.roles,
  added: null,
  lastUsedMs: null,
  rotatedMs: null,
  revokedMs: null,
};

const newKey = (name: string): string =>
  formatOperatorKey(name, randomBytes(OPERATOR_KEY_RANDOM_BYTES));

function requireStored(name: string): void {
  if (name !== OF_CONFIGURATION.name) return;
  throw new CodedError('OPERATOR_OF_CONFIGURATION', { name, variable: 'ADMIN_KEY_HASH' });
}

const described = (stored: StoredOperator): DescribedOperator => ({
  name: stored.name,
  roles: rolesOf(stored),
  added: { by: stored.addedBy, ms: stored.createdMs },
  lastUsedMs: stored.lastUsedMs,
  rotatedMs: stored.rotatedMs,
  revokedMs: stored.revokedMs,
});
