import type {
  ApiKeysPage,
  AuditEntry,
  AuditPage,
  BridgeExecutor,
  Builder,
  CreateBuilderRequest,
  CreateEventRequest,
  CreateKeyRequest,
  CreatedEvent,
  CreditRequest,
  Credited,
  DailyCap,
  FeeCategory,
  FeeSchedule,
  IssuedKey,
  ListAuditQuery,
  ListKeysQuery,
  ListQueuesQuery,
  MarketStatusChange,
  ModeChange,
  ModeRequest,
  QueuesPage,
  RejectedDeposit,
  ReleasedDeposit,
  ResolveMarketRequest,
  ResolvedEvent,
  ResolvedMarket,
  RestoredKey,
  RevokedKey,
  SteppedBlock,
  TierChange,
  TierRead,
  UserLimits,
  UserTierRequest,
  WithdrawalsPaused,
} from './generated/interface';
import type { ResolveEventRequest } from './requests';
import { SET } from './admin-calls';
import type { Sent } from './admin-calls';
import { pathOf } from './http/caller';
import type { CallOptions } from './http/http-sender';
import { OperatorsLists } from './operators-lists';
import { entriesOf } from './pages';

/** The operator's endpoints. A request that would act twice is not repeated once it may have been carried out. */
export class AdminClient extends OperatorsLists {
  /** Safe to retry with an `event_id`; without one each call creates another event. */
  createEvent(event: CreateEventRequest, options?: CallOptions): Sent<CreatedEvent> {
    const effect = event.event_id === undefined ? 'once' : 'exactly-once';
    return this.post('/admin/events', { body: event, effect }, ['event_id', 'outcomes'], options);
  }

  pauseMarket(marketId: string, options?: CallOptions): Sent<MarketStatusChange> {
    return this.set(pathOf`/admin/markets/${marketId}/pause`, {}, ['status'], options);
  }

  resumeMarket(marketId: string, options?: CallOptions): Sent<MarketStatusChange> {
    return this.set(pathOf`/admin/markets/${marketId}/resume`, {}, ['status'], options);
  }

  closeMarket(marketId: string, options?: CallOptions): Sent<MarketStatusChange> {
    return this.set(pathOf`/admin/markets/${marketId}/close`, {}, ['status'], options);
  }

  resolveMarket(
    marketId: string,
    resolution: ResolveMarketRequest,
    options?: CallOptions,
  ): Sent<ResolvedMarket> {
    const path = pathOf`/admin/markets/${marketId}/resolve`;
    return this.post(path, { body: resolution, effect: 'exactly-once' }, ['outcome'], options);
  }

  resolveEvent(
    eventId: string,
    resolution: ResolveEventRequest,
    options?: CallOptions,
  ): Sent<ResolvedEvent> {
    const path = pathOf`/admin/events/${eventId}/resolve`;
    return this.post(path, { body: resolution, effect: 'exactly-once' }, ['markets'], options);
  }

  /** The payments of `resolveMarket`. Nothing is done. */
  async previewMarketResolution(
    marketId: string,
    resolution: ResolveMarketRequest,
    options?: CallOptions,
  ): Promise<ResolvedMarket> {
    const path = `${pathOf`/admin/markets/${marketId}/resolve`}?dry_run=true`;
    const fields = ['dry_run', 'paid_micro_usdc'] as const;
    return (await this.set<ResolvedMarket>(path, resolution, fields, options)).answer;
  }

  /** The payments of `resolveEvent`. Nothing is done. */
  async previewEventResolution(
    eventId: string,
    resolution: ResolveEventRequest,
    options?: CallOptions,
  ): Promise<ResolvedEvent> {
    const path = `${pathOf`/admin/events/${eventId}/resolve`}?dry_run=true`;
    const fields = ['event_id', 'markets'] as const;
    return (await this.set<ResolvedEvent>(path, resolution, fields, options)).answer;
  }

  /** Test money; each `reference` is credited once. */
  credit(credit: CreditRequest, options?: CallOptions): Sent<Credited> {
    const sent = { body: credit, effect: 'exactly-once' } as const;
    return this.post('/admin/credit', sent, ['available'], options);
  }

  setMode(mode: ModeRequest['mode'], options?: CallOptions): Sent<ModeChange> {
    return this.set('/admin/mode', { mode }, ['mode'], options);
  }

  /** Replaces the whole schedule. */
  setFees(categories: readonly FeeCategory[], options?: CallOptions): Sent<FeeSchedule> {
    return this.put('/admin/fees', { categories }, ['categories'], options);
  }

  /** @param limit whatever the user's funds; null: the funds decide */
  setMaxOpenOrders(user: string, limit: number | null, options?: CallOptions): Sent<UserLimits> {
    const path = pathOf`/admin/users/${user}/limits`;
    return this.put(path, { max_open_orders: limit }, ['max_open_orders'], options);
  }

  createBuilder(builder: CreateBuilderRequest, options?: CallOptions): Sent<Builder> {
    const sent = { body: builder, effect: 'once' } as const;
    return this.post('/admin/builders', sent, ['builder_id'], options);
  }

  /** The first key of a builder, who replaces its credentials: `BuilderClient.rotateKey`. Only this answer shows them. */
  createKey(key: CreateKeyRequest, options?: CallOptions): Sent<IssuedKey> {
    const sent = { body: key, effect: 'once' } as const;
    return this.post('/admin/keys', sent, ['key_id', 'secret'], options);
  }

  revokeKey(keyId: string, options?: CallOptions): Sent<RevokedKey> {
    const path = pathOf`/admin/keys/${keyId}`;
    const change = { path, method: 'DELETE', body: '{}', effect: SET, isWrapped: true } as const;
    return this.caller.change(change, ['revoked_at'], options);
  }

  /** Undoes an operator's revocation; the builder's credential works again. */
  restoreKey(keyId: string, options?: CallOptions): Sent<RestoredKey> {
    return this.set(pathOf`/admin/keys/${keyId}/restore`, {}, ['key_id'], options);
  }

  /** Oldest first; `next_cursor` goes into `after`. */
  keys(query: ListKeysQuery = {}, options?: CallOptions): Promise<ApiKeysPage> {
    const asked = { ...options, query: { ...query }, isWrapped: true };
    return this.caller.read('/admin/keys', ['keys'], asked);
  }

  /** Operators' actions, newest first. */
  audit(query: ListAuditQuery = {}, options?: CallOptions): Promise<AuditPage> {
    const asked = { ...options, query: { ...query }, isWrapped: true };
    return this.caller.read('/admin/audit', ['entries'], asked);
  }

  eachAuditEntry(
    query: ListAuditQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<AuditEntry, void> {
    const read = (before?: string) =>
      this.audit(before === undefined ? query : { ...query, before }, options);
    return entriesOf(read, ({ entries }) => entries, query.before);
  }

  setTier(request: UserTierRequest, options?: CallOptions): Sent<TierChange> {
    return this.set('/admin/bridge/user-tier', request, ['tier'], options);
  }

  refreshTier(user: string, options?: CallOptions): Sent<TierRead> {
    return this.set('/admin/bridge/invalidate-tier-cache', { user }, ['tier'], options);
  }

  /** Off: new deposits are queued. */
  setBridgeExecutor(enabled: boolean, options?: CallOptions): Sent<BridgeExecutor> {
    return this.set('/admin/bridge/executor', { enabled }, ['enabled'], options);
  }

  setDailyCap(microUsdc: number, options?: CallOptions): Sent<DailyCap> {
    return this.put('/admin/bridge/daily-cap', { micro_usdc: microUsdc }, ['used'], options);
  }

  /** The scan skips that block. Repeating the call returns the state of the skip. */
  stepOverBlock(
    block: { readonly chain: 'ext' | 'main'; readonly slot: number },
    options?: CallOptions,
  ): Sent<SteppedBlock> {
    return this.set('/admin/scan/step-over', block, ['slot'], options);
  }

  queues(query: ListQueuesQuery = {}, options?: CallOptions): Promise<QueuesPage> {
    const asked = { ...options, query: { ...query }, isWrapped: true };
    return this.caller.read('/admin/queues', ['deposits', 'daily_cap'], asked);
  }

  /** Releases a queued deposit from the daily cap. */
  releaseDeposit(depositId: string, options?: CallOptions): Sent<ReleasedDeposit> {
    const path = pathOf`/admin/queues/${depositId}/release`;
    return this.post(path, { body: {}, effect: 'exactly-once' }, ['deposit_id'], options);
  }

  /** Rejects a queued deposit: its user can then recover it. */
  rejectDeposit(depositId: string, options?: CallOptions): Sent<RejectedDeposit> {
    const path = pathOf`/admin/queues/${depositId}/reject`;
    return this.post(path, { body: {}, effect: 'exactly-once' }, ['deposit_id'], options);
  }

  pauseWithdrawals(options?: CallOptions): Sent<WithdrawalsPaused> {
    return this.set('/admin/withdrawals/pause', {}, ['paused'], options);
  }

  resumeWithdrawals(options?: CallOptions): Sent<WithdrawalsPaused> {
    return this.set('/admin/withdrawals/resume', {}, ['paused'], options);
  }
}
