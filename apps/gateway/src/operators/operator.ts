import type { OperatorRole } from '@bellwether/api';
import { assert } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';

/** Who calls. */
export interface Operator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Of its key: a session ends when the key is replaced. 0: the key of the configuration. */
  readonly generation: number;
}

/** The operator whose key is the one of `ADMIN_KEY_HASH`. Nobody else may have the name. */
export const OF_CONFIGURATION: Operator = { name: 'admin', roles: ['admin'], generation: 0 };

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
