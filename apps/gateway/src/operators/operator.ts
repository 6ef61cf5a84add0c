import type { OperatorRole } from '@bellwether/api';
import { assert } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';

/** Who calls. */
export interface Operator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Of its key: a session ends when the key is replaced. 0: a key of the configuration. */
  readonly generation: number;
  /** Whether its word counts for acts of others: it was itself added by two, or by the configuration. */
  readonly mayConfirm: boolean;
}

const ofConfiguration = (name: string): Operator => ({
  name,
  roles: ['admin'],
  generation: 0,
  mayConfirm: true,
});
/**
 * The operators whose keys are those of `ADMIN_KEY_HASH` and `SECOND_ADMIN_KEY_HASH`: two people, so that there are always
 * two who may confirm. Nobody else may have the names, and no call removes them.
 */
export const OF_CONFIGURATION = [ofConfiguration('admin'), ofConfiguration('admin-2')] as const;

export const configured = (name: string): Operator | undefined =>
  OF_CONFIGURATION.find((one) => one.name === name);

/** Of an operator's page. Times in milliseconds of the monotonic clock. */
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
  /** The role that the call asks for. */
  readonly role: OperatorRole;
}

const acting = new WeakMap<FastifyRequest, Acting>();

export const noteActing = (request: FastifyRequest, who: Acting): void => {
  acting.set(request, who);
};

/** Undefined: nobody was known. */
export const actingIn = (request: FastifyRequest): Acting | undefined => acting.get(request);

export function actorOf(request: FastifyRequest): Acting {
  const who = acting.get(request);
  assert(who !== undefined, 'a handler ran before its request was authenticated');
  return who;
}
