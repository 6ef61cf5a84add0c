/**
 * Makes API keys. A credential is shown only in the answer that creates it: of an API key only an HMAC is stored, and the
 * secret is derived again whenever needed.
 */
import { randomBytes } from 'node:crypto';
import type { IssuedKey } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import type { ApiKey, BuilderStore } from '@bellwether/persistence';
import {
  DEFAULT_DAILY_OUTFLOW_MICRO_USDC,
  MAX_KEYS_EVER_PER_BUILDER,
  MAX_KEYS_PER_BUILDER,
  ROTATION_OVERLAP_SECONDS,
} from '../limits';
import { API_KEY_RANDOM_BYTES, KEY_ID_BYTES, formatApiKey } from './api-key';
import { apiKeyHash, hmacSecret } from './derivation';
import type { KeyDirectory } from './key-directory';
import type { Masters } from './masters';
import { SCOPES, isScope } from './scopes';

export interface KeyIssueParts {
  readonly masters: Pick<Masters, 'hmac' | 'apiKeyPepper'>;
  readonly store: Pick<BuilderStore, 'createKey' | 'keys' | 'rotateKey'>;
  readonly directory: Pick<KeyDirectory, 'forget'>;
  readonly now: () => number;
}

/** What a key may do. */
export interface KeyTerms extends Pick<
  ApiKey,
  'builderId' | 'maxFeeBps' | 'scopes' | 'ordersPerSecond' | 'isFirst'
> {
  /** Undefined: the default cap, if it may withdraw. */
  readonly dailyOutflowMicroUsdc?: number;
}

/** The key id stays. The previous key and secret work until `previousValidUntilMs` (Unix time). */
export interface RotatedKey extends IssuedKey {
  readonly previousValidUntilMs: number;
}

export class KeyIssue {
  constructor(
    private readonly options: { readonly network: Network },
    private readonly parts: KeyIssueParts,
  ) {}

  /** Throws `VALIDATION_FAILED`, `CAPACITY_REACHED`, `BUILDER_HAS_KEYS`. */
  async create({ dailyOutflowMicroUsdc, ...terms }: KeyTerms): Promise<IssuedKey> {
    const { builderId, scopes } = terms;
    const unknown = scopes.find((scope) => !isScope(scope));
    if (unknown !== undefined) throw invalid('scopes', unknown, `one of ${SCOPES.join(', ')}`);
    const outflow = outflowOf(scopes, dailyOutflowMicroUsdc);
    await this.requireRoomFor(builderId);
    const keyId = new Uint8Array(randomBytes(KEY_ID_BYTES));
    const apiKey = this.newApiKey(keyId);
    const key = await this.parts.store.createKey({
      ...terms,
      keyId,
      apiKeyHash: this.hashOf(apiKey),
      scopes: [...new Set(scopes)],
      dailyOutflowMicroUsdc: outflow,
      createdMs: this.parts.now(),
    });
    return this.issued(key, apiKey);
  }

  /**
   * A new API key and secret under the same key id. The previous credential stays valid until `previousValidUntilMs`,
   * but one that an operator has seen ends now (`isTakingOver`). The one before it ends now, so a second rotation
   * within the overlap ends the oldest.
   */
  async rotate(keyId: Uint8Array, isTakingOver: boolean): Promise<RotatedKey> {
    const apiKey = this.newApiKey(keyId);
    const rotatedMs = this.parts.now();
    const key = await this.parts.store.rotateKey({
      keyId,
      apiKeyHash: this.hashOf(apiKey),
      rotatedMs,
      previousValidUntilMs: rotatedMs + ROTATION_OVERLAP_SECONDS * 1_000,
      isTakingOver,
    });
    this.parts.directory.forget(keyId);
    return {
      ...this.issued(key, apiKey),
      previousValidUntilMs: key.previousValidUntilMs ?? rotatedMs,
    };
  }

  private async requireRoomFor(builderId: string): Promise<void> {
    const keys = await this.parts.store.keys(builderId);
    if (keys.length >= MAX_KEYS_EVER_PER_BUILDER)
      throw new CodedError('CAPACITY_REACHED', { limit: MAX_KEYS_EVER_PER_BUILDER, what: 'keys' });
    const active = keys.filter((key) => key.revokedMs === null).length;
    if (active < MAX_KEYS_PER_BUILDER) return;
    throw new CodedError('CAPACITY_REACHED', { limit: MAX_KEYS_PER_BUILDER, what: 'active keys' });
  }

  private hashOf(apiKey: string): Uint8Array {
    return apiKeyHash(this.parts.masters.apiKeyPepper, apiKey);
  }

  private newApiKey(keyId: Uint8Array): string {
    const { network } = this.options;
    return formatApiKey({ network, keyId, random: randomBytes(API_KEY_RANDOM_BYTES) });
  }

  private issued(key: ApiKey, apiKey: string): IssuedKey {
    const secret = hmacSecret(this.parts.masters.hmac, key.keyId, key.generation);
    const base64 = Buffer.from(secret).toString('base64');
    secret.fill(0);
    return { keyId: toHex(key.keyId), builderId: key.builderId, apiKey, secret: base64 };
  }
}

/** Without the scope nothing can be withdrawn, so a cap beside it is a mistake. */
function outflowOf(scopes: readonly string[], wanted: number | undefined): number {
  if (scopes.includes('withdraw')) return wanted ?? DEFAULT_DAILY_OUTFLOW_MICRO_USDC;
  if (wanted === undefined) return 0;
  throw invalid('daily_outflow_micro_usdc', wanted, 'absent, or beside the scope `withdraw`');
}

export const invalid = (field: string, value: string | number, expected: string): CodedError =>
  new CodedError('VALIDATION_FAILED', {
    field,
    value: typeof value === 'string' ? value.slice(0, 64) : value,
    expected,
  });
