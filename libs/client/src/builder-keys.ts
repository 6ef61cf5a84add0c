import type { BuilderKeyRequest, IssuedKey, RevokedKey, RotatedKey } from './generated/interface';
import { BuilderReads } from './builder-reads';
import type { Change, Receipt } from './http/caller';
import { pathOf } from './http/caller';
import type { CallOptions } from './http/http-sender';

/**
 * A builder's own keys. An operator issues the first one, whose credential can do nothing but be replaced (`rotateKey`);
 * all others are made here. The calling key needs the scope `keys`: keep it where orders are not sent from.
 */
export class BuilderKeys extends BuilderReads {
  /** Only this answer shows the credentials. */
  createKey(key: BuilderKeyRequest = {}, options?: CallOptions): Promise<Receipt<IssuedKey>> {
    return this.changeKeys({ path: '/v1/builder/keys', body: JSON.stringify(key) }, options);
  }

  /** The credential before works on for 24 hours; one that an operator has seen ends at once. */
  rotateKey(keyId: string, options?: CallOptions): Promise<Receipt<RotatedKey>> {
    const path = pathOf`/v1/builder/keys/${keyId}/rotate`;
    return this.changeKeys<RotatedKey>({ path, body: '{}' }, options);
  }

  /** For ever, within 2 seconds. */
  revokeKey(keyId: string, options?: CallOptions): Promise<Receipt<RevokedKey>> {
    const path = pathOf`/v1/builder/keys/${keyId}`;
    const change = { path, method: 'DELETE', body: '{}', effect: 'read' } as const;
    return this.caller.change<RevokedKey>(change, ['revoked_at'], options);
  }

  private changeKeys<K extends IssuedKey>(
    change: Pick<Change, 'path' | 'body'>,
    options: CallOptions | undefined,
  ): Promise<Receipt<K>> {
    return this.caller.change<K>({ ...change, effect: 'once' }, ['key_id', 'secret'], options);
  }
}
