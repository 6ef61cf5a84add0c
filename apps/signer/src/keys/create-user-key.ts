/**
 * `POST /v1/keys`: the key of a builder's user. The same user id gives the same key, for each of the builder's API keys
 * and any number of requests.
 */
import { carriedOut } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import type { CallLimit } from '@bellwether/runtime';
import type { Caller } from '../envelope/authenticator';
import type { DelegatedKeys } from './delegated-keys';
import { requireMoreThanRead } from './scopes';
import type { UserLinks } from './user-links';

export interface CreateUserKeyParts {
  readonly keys: DelegatedKeys;
  readonly links: UserLinks;
  readonly engine: Pick<EngineClient, 'send'>;
  /** New users of each builder. A user that another of its keys has made is not new. */
  readonly newUsers: Pick<CallLimit, 'charge'>;
  readonly now: () => number;
}

export class CreateUserKey {
  constructor(private readonly parts: CreateUserKeyParts) {}

  /**
   * The user's 32-byte public key. The engine registers it before the link is written, so every linked user can trade.
   * A user who is linked already costs the engine nothing, so repeats leave no trace in the journal. Throws
   * `CAPACITY_REACHED`, `RATE_LIMITED`, `ENGINE_UNAVAILABLE`, `OUTCOME_UNKNOWN`, `SIGNER_UNAVAILABLE`: all of them may be
   * retried. Throws `SCOPE_MISSING` for a key that only reads.
   */
  async run(caller: Caller, userId: string, requestId: string): Promise<Uint8Array> {
    const { builderId, keyId } = caller;
    requireMoreThanRead(caller.scopes);
    const user = this.parts.keys.publicKeyOf({ builderId, userId });
    if (await this.parts.links.isLinked(user, keyId)) return user;
    if (!(await this.parts.links.isUserOf(user, builderId))) this.parts.newUsers.charge(builderId);
    await this.register(user, builderId, requestId);
    await this.parts.links.link({ user, keyId, builderId, userId, linkedMs: this.parts.now() });
    return user;
  }

  private async register(user: Uint8Array, builderId: string, requestId: string): Promise<void> {
    const command = { kind: 'register_delegate', user, builderId } as const;
    carriedOut(
      await this.parts.engine.send('builder', command, { requestId }),
      'delegate_registered',
    );
  }
}
