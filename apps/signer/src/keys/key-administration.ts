/**
 * What operators may do about builders' API keys: issue the first one, stop keys and restore them, and list them. A
 * credential that trades or withdraws gives access to users' money, so no operator gets one: the first credential of a
 * builder can only be replaced, and the builder's own keys make all others (`builder-keys.ts`).
 */
import { randomBytes } from 'node:crypto';
import type {
  BuildersPage,
  IssuedKey,
  KeyDescription,
  KeysPage,
  NewBuilder,
  RevokedKey,
  SignerKeyRequest,
} from '@bellwether/bus';
import { MAX_BUILDERS_PAGE, MAX_KEYS_PAGE } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { MAX_BUILDER_FEE_BPS } from '@bellwether/exchange';
import type { ApiKey, BuilderStore } from '@bellwether/persistence';
import { DEFAULT_ORDERS_PER_SECOND } from '../limits';
import { keyIdOf } from './api-key';
import type { KeyDirectory } from './key-directory';
import type { KeyIssue } from './key-issue';
import { invalid } from './key-issue';
import { DEFAULT_SCOPES } from './scopes';
import { textFault } from './text-fault';

export interface KeyAdministrationParts {
  readonly issue: KeyIssue;
  readonly store: Pick<
    BuilderStore,
    'createBuilder' | 'builder' | 'list' | 'keys' | 'revokeKey' | 'restoreKey'
  >;
  readonly directory: KeyDirectory;
  readonly now: () => number;
}

const BUILDER_ID_RANDOM_BYTES = 16;

export class KeyAdministration {
  constructor(private readonly parts: KeyAdministrationParts) {}

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
   * The first key of a builder, which may make others. Throws `BUILDER_NOT_FOUND`, `BUILDER_HAS_KEYS`, `VALIDATION_FAILED`
   * for an unknown scope or an outflow cap without the scope.
   */
  async createKey(request: SignerKeyRequest<'create_key'>): Promise<IssuedKey> {
    const { builderId, scopes = DEFAULT_SCOPES, ordersPerSecond, ...outflow } = request;
    const builder = await this.parts.store.builder(builderId);
    if (builder === null) throw new CodedError('BUILDER_NOT_FOUND', { builder_id: builderId });
    return this.parts.issue.create({
      ...outflow,
      builderId,
      maxFeeBps: builder.maxFeeBps,
      scopes: [...scopes, 'keys'],
      ordersPerSecond: ordersPerSecond ?? DEFAULT_ORDERS_PER_SECOND,
      isFirst: true,
    });
  }

  /** Ends every generation: here now, on other signers within `KEY_FRESH_MS`. `restoreKey` undoes it. */
  async revokeKey(request: SignerKeyRequest<'revoke_key'>): Promise<RevokedKey> {
    const keyId = keyIdOf(request.keyId);
    const nowMs = this.parts.now();
    const key = await this.parts.store.revokeKey(keyId, nowMs, true);
    this.parts.directory.forget(keyId);
    return { keyId: request.keyId, revokedMs: key.revokedMs ?? nowMs };
  }

  /** What an operator revoked works again, with the credential that its builder has. Throws `KEY_NOT_FOUND` for others. */
  async restoreKey({ keyId }: SignerKeyRequest<'restore_key'>): Promise<{ keyId: string }> {
    const id = keyIdOf(keyId);
    await this.parts.store.restoreKey(id);
    this.parts.directory.forget(id);
    return { keyId };
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
