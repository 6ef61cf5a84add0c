import type { OperatorRole } from '@bellwether/api';
import { assert } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';

/** The caller of an admin endpoint. */
export interface Operator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** The generation of its key: a session ends when the key is replaced. 0: a key of the configuration. */
  readonly generation: number;
  /** True if it may confirm others' acts: two operators added it, or the configuration has it. */
  readonly mayConfirm: boolean;
}

const ofConfiguration = (name: string): Operator => ({
  name,
  roles: ['admin'],
  generation: 0,
  mayConfirm: true,
});
/**
 * The operators whose keys are those of `ADMIN_KEY_HASH` and `SECOND_ADMIN_KEY_HASH`: two people, so that there are
 * always two who may confirm. No other operator may have the names, and no call removes them.
 */
export const OF_CONFIGURATION = [ofConfiguration('admin'), ofConfiguration('admin-2')] as const;

export const configured = (name: string): Operator | undefined =>
  OF_CONFIGURATION.find((one) => one.name === name);

/** A session of an operator's page. Times are milliseconds of the monotonic clock. */
export interface Session {
  readonly operator: Operator;
  readonly csrfToken: string;
  readonly beganMs: number;
  usedMs: number;
}

export interface Acting {
  readonly operator: Operator;
  /** Null: the call came with a key. */
  readonly session: Session | null;
  /** The role that the call needs. */
  readonly role: OperatorRole;
}

const acting = new WeakMap<FastifyRequest, Acting>();

export const noteActing = (request: FastifyRequest, who: Acting): void => {
  acting.set(request, who);
};

/** Undefined: the caller was not identified. */
export const actingIn = (request: FastifyRequest): Acting | undefined => acting.get(request);

export function actorOf(request: FastifyRequest): Acting {
  const who = acting.get(request);
  assert(who !== undefined, 'a handler ran before its request was authenticated');
  return who;
}
