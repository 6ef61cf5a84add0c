/**
 * Creates, rotates, revokes and lists builders' API keys. A credential is shown only in the answer that creates it: of
 * an API key only an HMAC is stored, and the secret is derived again whenever needed.
 */
import { randomBytes } from 'node:crypto';
import type {
  BuildersPage,
  IssuedKey,
  KeyDescription,
  KeysPage,
  NewBuilder,
  RevokedKey,
  RotatedKey,
  SignerKeyRequest,
} from '@bellwether/bus';
import { MAX_BUILDERS_PAGE, MAX_KEYS_PAGE } from '@bellwether/bus';
import { fromHex, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { MAX_BUILDER_FEE_BPS, type Network } from '@bellwether/exchange';
import type { ApiKey, BuilderStore } from '@bellwether/persistence';
import {
  DEFAULT_DAILY_OUTFLOW_MICRO_USDC,
  DEFAULT_ORDERS_PER_SECOND,
  MAX_KEYS_PER_BUILDER,
  ROTATION_OVERLAP_SECONDS,
} from '../limits';
import { API_KEY_RANDOM_BYTES, KEY_ID_BYTES, formatApiKey } from './api-key';
import { apiKeyHash, hmacSecret } from './derivation';
import type { KeyDirectory } from './key-directory';
import type { Masters } from './masters';
import { DEFAULT_SCOPES, SCOPES, isScope } from './scopes';
import { textFault } from './text-fault';

export interface KeyAdministrationParts {
  readonly masters: Pick<Masters, 'hmac' | 'apiKeyPepper'>;
  readonly store: Pick<
    BuilderStore,
    'createBuilder' | 'builder' | 'list' | 'createKey' | 'keys' | 'rotateKey' | 'revokeKey'
  >;
  readonly directory: KeyDirectory;
  readonly now: () => number;
}

const BUILDER_ID_RANDOM_BYTES = 16;

export class KeyAdministration {
  private readonly network: Network;

  constructor(
    options: { network: Network },
    private readonly parts: KeyAdministrationParts,
  ) {
    this.network = options.network;
  }

  async createBuilder(request: SignerKeyRequest<'create_builder'>): Promise<NewBuilder> {
    const fault = textFault(request.name);
    if (fault !== null) throw invalid('name', request.name, fault);
    const builder = {
      builderId: `builder_${toHex(randomBytes(BUILDER_ID_RANDOM_BYTES))}`,
      name: request.name,
      maxFeeBps: request.maxFeeBps ?? MAX_BUILDER_FEE_BPS,
    };
    await this.parts.store.createBuilder({ ...builder, createdMs: this.parts.now() });
    return builder;
  }

  /**
   * Throws `BUILDER_NOT_FOUND`, `VALIDATION_FAILED` for an unknown scope or an outflow cap without the scope,
   * `CAPACITY_REACHED`.
   */
  async createKey(request: SignerKeyRequest<'create_key'>): Promise<IssuedKey> {
    const { builderId, scopes = DEFAULT_SCOPES } = request;
    const unknown = scopes.find((scope) => !isScope(scope));
    if (unknown !== undefined) throw invalid('scopes', unknown, `one of ${SCOPES.join(', ')}`);
    const dailyOutflowMicroUsdc = outflowOf(scopes, request.dailyOutflowMicroUsdc);
    const builder = await this.parts.store.builder(builderId);
    if (builder === null) throw new CodedError('BUILDER_NOT_FOUND', { builder_id: builderId });
    await this.requireRoomFor(builderId);

    const keyId = new Uint8Array(randomBytes(KEY_ID_BYTES));
    const apiKey = this.newApiKey(keyId);
    const key = await this.parts.store.createKey({
      keyId,
      builderId,
      apiKeyHash: apiKeyHash(this.parts.masters.apiKeyPepper, apiKey),
      scopes: [...new Set(scopes)],
      maxFeeBps: builder.maxFeeBps,
      ordersPerSecond: request.ordersPerSecond ?? DEFAULT_ORDERS_PER_SECOND,
      dailyOutflowMicroUsdc,
      createdMs: this.parts.now(),
    });
    return this.issued(key, apiKey);
  }

  /**
   * A new API key and secret under the same key id. The previous credential stays valid until `previousValidUntilMs`.
   * One that was the previous before ends now, so rotating twice within the overlap ends the oldest.
   */
  async rotateKey(request: SignerKeyRequest<'rotate_key'>): Promise<RotatedKey> {
    const keyId = keyIdOf(request.keyId);
    const apiKey = this.newApiKey(keyId);
    const nowMs = this.parts.now();
    const previousValidUntilMs = nowMs + ROTATION_OVERLAP_SECONDS * 1_000;
    const key = await this.parts.store.rotateKey({
      keyId,
      apiKeyHash: apiKeyHash(this.parts.masters.apiKeyPepper, apiKey),
      rotatedMs: nowMs,
      previousValidUntilMs,
    });
    this.parts.directory.forget(keyId);
    return { ...this.issued(key, apiKey), previousValidUntilMs };
  }

  /** Every generation ends: here now, on other signers within `KEY_FRESH_MS`. */
  async revokeKey(request: SignerKeyRequest<'revoke_key'>): Promise<RevokedKey> {
    const keyId = keyIdOf(request.keyId);
    const nowMs = this.parts.now();
    const key = await this.parts.store.revokeKey(keyId, nowMs);
    this.parts.directory.forget(keyId);
    return { keyId: request.keyId, revokedMs: key.revokedMs ?? nowMs };
  }

  /** Oldest first. `after` is the key id that ended the page before. */
  async listKeys(request: SignerKeyRequest<'list_keys'>): Promise<KeysPage> {
    const all = await this.parts.store.keys(request.builderId);
    const start = request.after === undefined ? 0 : this.indexAfter(all, request.after);
    const page = all.slice(start, start + (request.limit ?? MAX_KEYS_PAGE));
    const names = await this.namesOf(page);
    const last = page.at(-1);
    const isEnd = start + page.length >= all.length || last === undefined;
    return {
      keys: page.map((key) => description(key, names.get(key.builderId) ?? '')),
      next: isEnd ? null : toHex(last.keyId),
    };
  }

  /** Oldest first. `after` is the builder that ended the page before. */
  async listBuilders(request: SignerKeyRequest<'list_builders'>): Promise<BuildersPage> {
    const { limit = MAX_BUILDERS_PAGE } = request;
    const { items, hasMore } = await this.parts.store.list({ ...request, limit });
    return { builders: items, next: hasMore ? (items.at(-1)?.builderId ?? null) : null };
  }

  private indexAfter(keys: readonly ApiKey[], after: string): number {
    const index = keys.findIndex((key) => toHex(key.keyId) === after);
    if (index === -1) throw new CodedError('INVALID_CURSOR', { field: 'after', value: after });
    return index + 1;
  }

  private async namesOf(keys: readonly ApiKey[]): Promise<ReadonlyMap<string, string>> {
    const builderIds = [...new Set(keys.map((key) => key.builderId))];
    const builders = await Promise.all(builderIds.map((id) => this.parts.store.builder(id)));
    return new Map(
      builders.flatMap((builder) => (builder === null ? [] : [[builder.builderId, builder.name]])),
    );
  }

  private async requireRoomFor(builderId: string): Promise<void> {
    const keys = await this.parts.store.keys(builderId);
    const active = keys.filter((key) => key.revokedMs === null).length;
    if (active < MAX_KEYS_PER_BUILDER) return;
    throw new CodedError('CAPACITY_REACHED', { limit: MAX_KEYS_PER_BUILDER, what: 'active keys' });
  }

  private newApiKey(keyId: Uint8Array): string {
    return formatApiKey({
      network: this.network,
      keyId,
      random: randomBytes(API_KEY_RANDOM_BYTES),
    });
  }

  private issued(key: ApiKey, apiKey: string): IssuedKey {
    const secret = hmacSecret(this.parts.masters.hmac, key.keyId, key.generation);
    const base64 = Buffer.from(secret).toString('base64');
    secret.fill(0);
    return { keyId: toHex(key.keyId), builderId: key.builderId, apiKey, secret: base64 };
  }
}

/** Without the scope nothing can leave, so a cap beside it is a mistake. */
function outflowOf(scopes: readonly string[], wanted: number | undefined): number {
  if (scopes.includes('withdraw')) return wanted ?? DEFAULT_DAILY_OUTFLOW_MICRO_USDC;
  if (wanted === undefined) return 0;
  throw invalid('daily_outflow_micro_usdc', wanted, 'absent, or beside the scope `withdraw`');
}

const description = (key: ApiKey, builderName: string): KeyDescription => ({
  keyId: toHex(key.keyId),
  builderId: key.builderId,
  builderName,
  scopes: key.scopes,
  maxFeeBps: key.maxFeeBps,
  ordersPerSecond: key.ordersPerSecond,
  dailyOutflowMicroUsdc: key.dailyOutflowMicroUsdc,
  generation: key.generation,
  userCount: key.userCount,
  createdMs: key.createdMs,
  lastUsedMs: key.lastUsedMs,
  rotatedMs: key.rotatedMs,
  revokedMs: key.revokedMs,
});

function keyIdOf(hex: string): Uint8Array {
  const keyId = fromHex(hex, KEY_ID_BYTES);
  if (keyId === undefined) throw new CodedError('KEY_NOT_FOUND', { key_id: hex.slice(0, 64) });
  return keyId;
}

const invalid = (field: string, value: string | number, expected: string): CodedError =>
  new CodedError('VALIDATION_FAILED', {
    field,
    value: typeof value === 'string' ? value.slice(0, 64) : value,
    expected,
  });
