/** A builder's own keys. Its keys with the scope `keys` make, rotate and revoke them, and no other caller makes one. */
import type { IssuedKey, RevokedKey } from '@bellwether/bus';
import { sameBytes, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { isHandedOver } from '@bellwether/persistence';
import type { BuilderStore } from '@bellwether/persistence';
import type { Caller } from '../envelope/authenticator';
import { keyIdOf } from './api-key';
import type { KeyDirectory } from './key-directory';
import { invalid } from './key-issue';
import type { KeyIssue, KeyTerms, RotatedKey } from './key-issue';
import { DEFAULT_SCOPES, requireScope } from './scopes';

export interface BuilderKeysParts {
  readonly issue: KeyIssue;
  readonly store: Pick<BuilderStore, 'key' | 'revokeKey'>;
  readonly directory: Pick<KeyDirectory, 'forget'>;
  readonly now: () => number;
}

export type AskedKey = Partial<
  Pick<KeyTerms, 'scopes' | 'ordersPerSecond' | 'dailyOutflowMicroUsdc'>
>;

export class BuilderKeys {
  constructor(private readonly parts: BuilderKeysParts) {}

  /**
   * The exchange decides the orders a second, so no key makes one with more. The builder decides scopes and amounts.
   *
   * @throws CodedError SCOPE_MISSING, VALIDATION_FAILED, CAPACITY_REACHED
   */
  async create(caller: Caller, asked: AskedKey): Promise<IssuedKey> {
    requireScope(caller.scopes, 'keys');
    const { scopes = DEFAULT_SCOPES, ordersPerSecond = caller.ordersPerSecond } = asked;
    if (ordersPerSecond > caller.ordersPerSecond)
      throw invalid('orders_per_second', ordersPerSecond, `at most ${caller.ordersPerSecond}`);
    const { builderId, maxFeeBps } = caller;
    const terms = { builderId, maxFeeBps, scopes, ordersPerSecond, isFirst: false };
    const { dailyOutflowMicroUsdc } = asked;
    return this.parts.issue.create(
      dailyOutflowMicroUsdc === undefined ? terms : { ...terms, dailyOutflowMicroUsdc },
    );
  }

  /**
   * Any key of the builder, including the calling one.
   *
   * @throws CodedError SCOPE_MISSING, KEY_NOT_FOUND; API_KEY_INVALID if the key was taken over before
   */
  async rotate(caller: Caller, keyId: string): Promise<RotatedKey> {
    const id = await this.ownKey(caller, keyId);
    return this.parts.issue.rotate(id, isHandedOver(caller));
  }

  /** The same keys. No operator restores what a builder revoked. @throws CodedError SCOPE_MISSING, KEY_NOT_FOUND */
  async revoke(caller: Caller, keyId: string): Promise<RevokedKey> {
    const id = await this.ownKey(caller, keyId);
    const nowMs = this.parts.now();
    const { revokedMs } = await this.parts.store.revokeKey(id, nowMs, false);
    this.parts.directory.forget(id);
    return { keyId: toHex(id), revokedMs: revokedMs ?? nowMs };
  }

  private async ownKey(caller: Caller, keyId: string): Promise<Uint8Array> {
    requireScope(caller.scopes, 'keys');
    const id = keyIdOf(keyId);
    if (sameBytes(id, caller.keyId)) return id;
    // An operator has seen it: it can replace itself, and no other key.
    if (isHandedOver(caller)) throw new CodedError('KEY_NOT_TAKEN_OVER');
    const key = await this.parts.store.key(id);
    if (key?.builderId !== caller.builderId)
      throw new CodedError('KEY_NOT_FOUND', { key_id: keyId });
    return id;
  }
}
