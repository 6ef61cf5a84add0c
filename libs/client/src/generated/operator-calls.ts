/** Made of libs/api and docs/api by `node tools/documents.mjs`. Not to be edited. */
import { pathOf } from '../http/caller';
import type { Caller, Receipt } from '../http/caller';
import type { CallOptions } from '../http/http-sender';
import { entriesOf } from '../pages';
import type { ResolveEventRequest } from '../requests';
import type {
  AddOperatorRequest,
  AddedOperator,
  Alarm,
  AlarmsPage,
  ApiKey,
  ApiKeysPage,
  AuditEntry,
  AuditPage,
  BridgeExecutor,
  BridgeExecutorRequest,
  Builder,
  BuildersPage,
  CaseChange,
  Confirmation,
  ConfirmationsPage,
  CreateBuilderRequest,
  CreateEventRequest,
  CreateKeyRequest,
  CreatedEvent,
  CreditRequest,
  Credited,
  DailyCap,
  DailyCapRequest,
  DecideRequest,
  DisputeFund,
  EndedSession,
  FeeSchedule,
  FeesRequest,
  FillFundRequest,
  IssuedKey,
  KnownUser,
  KnownUsersPage,
  ListAlarmsQuery,
  ListAllWithdrawalsQuery,
  ListAuditQuery,
  ListBuildersQuery,
  ListConfirmationsQuery,
  ListKeysQuery,
  ListQueuesQuery,
  ListTreasuryPayoutsQuery,
  ListUsersQuery,
  ListedBuilder,
  MadeGood,
  MakeGoodRequest,
  MarketStatusChange,
  ModeChange,
  ModeRequest,
  OperatorKey,
  OperatorSession,
  OperatorsList,
  ProposeEventRequest,
  ProposeMarketRequest,
  ProposedResult,
  QueuedDeposit,
  QueuesPage,
  RejectedDeposit,
  ReleasedDeposit,
  ResolutionRulesChange,
  ResolutionRulesRequest,
  ResolveMarketRequest,
  ResolvedEvent,
  ResolvedMarket,
  RestoredKey,
  RevokedKey,
  RevokedOperator,
  Series,
  SeriesRequest,
  SourceChange,
  SourceRequest,
  StepOverRequest,
  SteppedBlock,
  TierCacheRequest,
  TierChange,
  TierRead,
  Treasury,
  TreasuryPayout,
  TreasuryPayoutRequest,
  TreasuryPayoutsPage,
  UserLimits,
  UserLimitsRequest,
  UserTierRequest,
  WhoAmI,
  WithdrawCaseRequest,
  Withdrawal,
  WithdrawalsPage,
  WithdrawalsPaused,
} from './interface';
import * as required from './required-fields';

/** What operators may call. */
export abstract class OperatorCalls {
  protected abstract readonly caller: Caller;

  /**
   * Make an event and its markets. With an `event_id` it is made once, however often it is sent;
   * without one each call makes another.
   */
  createEvent(request: CreateEventRequest, options?: CallOptions): Promise<Receipt<CreatedEvent>> {
    const effect = request.event_id === undefined ? 'once' : 'exactly-once';
    return this.caller.change(
      { path: '/admin/events', body: JSON.stringify(request), effect, isWrapped: true },
      required.CreatedEvent,
      options,
    );
  }

  /** Pause a market. It takes cancels and no orders until it is resumed. */
  pauseMarket(marketId: string, options?: CallOptions): Promise<Receipt<MarketStatusChange>> {
    return this.caller.change(
      { path: pathOf`/admin/markets/${marketId}/pause`, body: '{}', effect: 'read', isWrapped: true },
      required.MarketStatusChange,
      options,
    );
  }

  /** Resume a paused market. */
  resumeMarket(marketId: string, options?: CallOptions): Promise<Receipt<MarketStatusChange>> {
    return this.caller.change(
      { path: pathOf`/admin/markets/${marketId}/resume`, body: '{}', effect: 'read', isWrapped: true },
      required.MarketStatusChange,
      options,
    );
  }

  /** Close a market. Its orders are cancelled; it waits for its resolution. */
  closeMarket(marketId: string, options?: CallOptions): Promise<Receipt<MarketStatusChange>> {
    return this.caller.change(
      { path: pathOf`/admin/markets/${marketId}/close`, body: '{}', effect: 'read', isWrapped: true },
      required.MarketStatusChange,
      options,
    );
  }

  /**
   * Resolve a market. Holders are paid in the same command. With `dry_run=true` nothing is done,
   * and the answer says what would be paid.
   */
  resolveMarket(
    marketId: string,
    request: ResolveMarketRequest,
    options?: CallOptions,
  ): Promise<Receipt<ResolvedMarket>> {
    return this.caller.change(
      { path: pathOf`/admin/markets/${marketId}/resolve`, body: JSON.stringify(request), effect: 'exactly-once', isWrapped: true },
      required.ResolvedMarket,
      options,
    );
  }

  /** Resolve a market. What it would do: nothing is done. */
  previewResolveMarket(
    marketId: string,
    request: ResolveMarketRequest,
    options?: CallOptions,
  ): Promise<ResolvedMarket> {
    return this.caller.ask(
      { path: pathOf`/admin/markets/${marketId}/resolve?dry_run=true`, body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.ResolvedMarket,
      options,
    );
  }

  /**
   * Resolve an event. All of its markets at once. With `dry_run=true` nothing is done, and the
   * answer says what would be paid.
   */
  resolveEvent(
    eventId: string,
    request: ResolveEventRequest,
    options?: CallOptions,
  ): Promise<Receipt<ResolvedEvent>> {
    return this.caller.change(
      { path: pathOf`/admin/events/${eventId}/resolve`, body: JSON.stringify(request), effect: 'exactly-once', isWrapped: true },
      required.ResolvedEvent,
      options,
    );
  }

  /** Resolve an event. What it would do: nothing is done. */
  previewResolveEvent(
    eventId: string,
    request: ResolveEventRequest,
    options?: CallOptions,
  ): Promise<ResolvedEvent> {
    return this.caller.ask(
      { path: pathOf`/admin/events/${eventId}/resolve?dry_run=true`, body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.ResolvedEvent,
      options,
    );
  }

  /** Set how results come about, by category. Events that exist keep their rules. */
  setResolutionRules(
    request: ResolutionRulesRequest,
    options?: CallOptions,
  ): Promise<Receipt<ResolutionRulesChange>> {
    return this.caller.change(
      { path: '/admin/resolution-rules', method: 'PUT', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.ResolutionRulesChange,
      options,
    );
  }

  /**
   * Add a source of results, change its words, or retire it. A key stays that of its name for ever.
   * Two operators agree on it; one alone may retire a key, which only keeps new events from naming
   * it.
   */
  setSource(request: SourceRequest, options?: CallOptions): Promise<Receipt<SourceChange>> {
    return this.caller.change(
      { path: '/admin/sources', method: 'PUT', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.SourceChange,
      options,
    );
  }

  /**
   * Propose the result of a market. Nobody trades it from then on; it is paid when nobody has
   * challenged it in time. A proposal that nobody has challenged is corrected by another one. Of
   * outcomes that exclude each other, a market by itself may only be out: `no`. With `dry_run=true`
   * nothing is done, and the answer says what would be paid. Where a second operator confirms
   * dangerous acts, this is one if it may be challenged for less than an hour.
   */
  proposeMarket(
    marketId: string,
    request: ProposeMarketRequest,
    options?: CallOptions,
  ): Promise<Receipt<ProposedResult>> {
    return this.caller.change(
      { path: pathOf`/admin/markets/${marketId}/propose`, body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.ProposedResult,
      options,
    );
  }

  /** Propose the result of a market. What it would do: nothing is done. */
  previewProposeMarket(
    marketId: string,
    request: ProposeMarketRequest,
    options?: CallOptions,
  ): Promise<ProposedResult> {
    return this.caller.ask(
      { path: pathOf`/admin/markets/${marketId}/propose?dry_run=true`, body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.ProposedResult,
      options,
    );
  }

  /**
   * Propose the result of an event. Of one whose outcomes exclude each other: all of its markets at
   * once. With `dry_run=true` nothing is done, and the answer says what would be paid. Where a
   * second operator confirms dangerous acts, this is one if it may be challenged for less than an
   * hour.
   */
  proposeEvent(
    eventId: string,
    request: ProposeEventRequest,
    options?: CallOptions,
  ): Promise<Receipt<ProposedResult>> {
    return this.caller.change(
      { path: pathOf`/admin/events/${eventId}/propose`, body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.ProposedResult,
      options,
    );
  }

  /** Propose the result of an event. What it would do: nothing is done. */
  previewProposeEvent(
    eventId: string,
    request: ProposeEventRequest,
    options?: CallOptions,
  ): Promise<ProposedResult> {
    return this.caller.ask(
      { path: pathOf`/admin/events/${eventId}/propose?dry_run=true`, body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.ProposedResult,
      options,
    );
  }

  /**
   * Decide a disputed result. Where the rules of the event say so, who proposed it may not.
   * `overturn` begins a second round with a new window, and is paid at once in the second. It is a
   * dangerous act, which a second operator confirms where that is required.
   */
  decideCase(
    caseId: number,
    request: DecideRequest,
    options?: CallOptions,
  ): Promise<Receipt<CaseChange>> {
    return this.caller.change(
      { path: pathOf`/admin/cases/${caseId}/decide`, body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.CaseChange,
      options,
    );
  }

  /**
   * Take back a proposed result. Of a case that nobody has challenged. Its markets are paused, or
   * closed if they have expired.
   */
  withdrawCase(
    caseId: number,
    request: WithdrawCaseRequest,
    options?: CallOptions,
  ): Promise<Receipt<CaseChange>> {
    return this.caller.change(
      { path: pathOf`/admin/cases/${caseId}/withdraw`, body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.CaseChange,
      options,
    );
  }

  /**
   * Give protocol fees to the dispute fund. It pays rewards of challenges, and nothing takes from
   * it.
   */
  fillDisputeFund(request: FillFundRequest, options?: CallOptions): Promise<Receipt<DisputeFund>> {
    return this.caller.change(
      { path: '/admin/dispute-fund', body: JSON.stringify(request), effect: 'exactly-once', isWrapped: true },
      required.DisputeFund,
      options,
    );
  }

  /**
   * Give protocol fees to a user. So a wrong result that was paid is made good from nobody else.
   * Two operators agree on it.
   */
  makeGood(
    user: string,
    request: MakeGoodRequest,
    options?: CallOptions,
  ): Promise<Receipt<MadeGood>> {
    return this.caller.change(
      { path: pathOf`/admin/users/${user}/make-good`, body: JSON.stringify(request), effect: 'exactly-once', isWrapped: true },
      required.MadeGood,
      options,
    );
  }

  /**
   * Have events made, one each period. Another one of the same id takes its place: events that are
   * made stay. With `ends_at` in the past no more are made.
   */
  setSeries(request: SeriesRequest, options?: CallOptions): Promise<Receipt<Series>> {
    return this.caller.change(
      { path: '/admin/series', method: 'PUT', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.Series,
      options,
    );
  }

  /** Give a user test money. On the test network alone. Each `reference` is credited once. */
  credit(request: CreditRequest, options?: CallOptions): Promise<Receipt<Credited>> {
    return this.caller.change(
      { path: '/admin/credit', body: JSON.stringify(request), effect: 'exactly-once', isWrapped: true },
      required.Credited,
      options,
    );
  }

  /** Set the mode of the exchange. */
  setMode(request: ModeRequest, options?: CallOptions): Promise<Receipt<ModeChange>> {
    return this.caller.change(
      { path: '/admin/mode', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.ModeChange,
      options,
    );
  }

  /** Set the schedule of fees. Markets that exist keep their rates. */
  setFees(request: FeesRequest, options?: CallOptions): Promise<Receipt<FeeSchedule>> {
    return this.caller.change(
      { path: '/admin/fees', method: 'PUT', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.FeeSchedule,
      options,
    );
  }

  /** Set a user's limits. */
  setUserLimits(
    user: string,
    request: UserLimitsRequest,
    options?: CallOptions,
  ): Promise<Receipt<UserLimits>> {
    return this.caller.change(
      { path: pathOf`/admin/users/${user}/limits`, method: 'PUT', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.UserLimits,
      options,
    );
  }

  /** Make a builder. Each call makes another one. */
  createBuilder(request: CreateBuilderRequest, options?: CallOptions): Promise<Receipt<Builder>> {
    return this.caller.change(
      { path: '/admin/builders', body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.Builder,
      options,
    );
  }

  /**
   * Issue the first API key of a builder. The secrets are shown this once, and can do nothing but
   * be replaced by the builder: `POST /v1/builder/keys/{key_id}/rotate` at the signer. It has the
   * scope `keys` too: all other keys the builder makes, and no operator.
   */
  createKey(request: CreateKeyRequest, options?: CallOptions): Promise<Receipt<IssuedKey>> {
    return this.caller.change(
      { path: '/admin/keys', body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.IssuedKey,
      options,
    );
  }

  /** Stop an API key. It ends within 2 seconds, on every signer, until it is restored. */
  revokeKey(keyId: string, options?: CallOptions): Promise<Receipt<RevokedKey>> {
    return this.caller.change(
      { path: pathOf`/admin/keys/${keyId}`, method: 'DELETE', body: '{}', effect: 'read', isWrapped: true },
      required.RevokedKey,
      options,
    );
  }

  /**
   * Let a stopped API key work again. One that an operator has revoked, with the credential that
   * its builder has. What the builder has revoked stays so.
   */
  restoreKey(keyId: string, options?: CallOptions): Promise<Receipt<RestoredKey>> {
    return this.caller.change(
      { path: pathOf`/admin/keys/${keyId}/restore`, body: '{}', effect: 'read', isWrapped: true },
      required.RestoredKey,
      options,
    );
  }

  /** List API keys. Oldest first. */
  keys(query: ListKeysQuery = {}, options?: CallOptions): Promise<ApiKeysPage> {
    return this.caller.read(
      '/admin/keys',
      required.ApiKeysPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `keys`, page by page. */
  eachKey(query: ListKeysQuery = {}, options?: CallOptions): AsyncGenerator<ApiKey, void> {
    return entriesOf(query, (page) => this.keys(page, options), 'keys', 'after');
  }

  /** List the builders. Oldest first. */
  builders(query: ListBuildersQuery = {}, options?: CallOptions): Promise<BuildersPage> {
    return this.caller.read(
      '/admin/builders',
      required.BuildersPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `builders`, page by page. */
  eachBuilder(
    query: ListBuildersQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedBuilder, void> {
    return entriesOf(query, (page) => this.builders(page, options), 'builders', 'after');
  }

  /** Set a user's tier. A transaction on the main chain: the answer comes when it is final. */
  setTier(request: UserTierRequest, options?: CallOptions): Promise<Receipt<TierChange>> {
    return this.caller.change(
      { path: '/admin/bridge/user-tier', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.TierChange,
      options,
    );
  }

  /** Read a user's tier again. In place of the value that is cached for a minute. */
  refreshTier(request: TierCacheRequest, options?: CallOptions): Promise<Receipt<TierRead>> {
    return this.caller.change(
      { path: '/admin/bridge/invalidate-tier-cache', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.TierRead,
      options,
    );
  }

  /** Switch the bridge. Off: new deposits are queued. */
  setBridgeExecutor(
    request: BridgeExecutorRequest,
    options?: CallOptions,
  ): Promise<Receipt<BridgeExecutor>> {
    return this.caller.change(
      { path: '/admin/bridge/executor', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.BridgeExecutor,
      options,
    );
  }

  /** Set the daily cap of the bridge. */
  setDailyCap(request: DailyCapRequest, options?: CallOptions): Promise<Receipt<DailyCap>> {
    return this.caller.change(
      { path: '/admin/bridge/daily-cap', method: 'PUT', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.DailyCap,
      options,
    );
  }

  /**
   * Let the scan of a chain step over a block that it cannot read. Nothing in it is read for
   * deposits. What it held is recorded, and balances that it changed are found by comparing them.
   * The same request again shows what became of it.
   */
  stepOverBlock(request: StepOverRequest, options?: CallOptions): Promise<Receipt<SteppedBlock>> {
    return this.caller.change(
      { path: '/admin/scan/step-over', body: JSON.stringify(request), effect: 'read', isWrapped: true },
      required.SteppedBlock,
      options,
    );
  }

  /** List deposits of a phase. */
  queues(query: ListQueuesQuery = {}, options?: CallOptions): Promise<QueuesPage> {
    return this.caller.read(
      '/admin/queues',
      required.QueuesPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `queues`, page by page. */
  eachQueueDeposit(
    query: ListQueuesQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<QueuedDeposit, void> {
    return entriesOf(query, (page) => this.queues(page, options), 'deposits');
  }

  /** Let a queued deposit pass the daily cap. */
  releaseDeposit(depositId: string, options?: CallOptions): Promise<Receipt<ReleasedDeposit>> {
    return this.caller.change(
      { path: pathOf`/admin/queues/${depositId}/release`, body: '{}', effect: 'exactly-once', isWrapped: true },
      required.ReleasedDeposit,
      options,
    );
  }

  /**
   * Take a deposit out of the queue. It ends `rejected` and stays at its address, for its user, or
   * its builder, to recover.
   */
  rejectDeposit(depositId: string, options?: CallOptions): Promise<Receipt<RejectedDeposit>> {
    return this.caller.change(
      { path: pathOf`/admin/queues/${depositId}/reject`, body: '{}', effect: 'exactly-once', isWrapped: true },
      required.RejectedDeposit,
      options,
    );
  }

  /** Take no more withdrawals. What was accepted before is paid all the same. */
  pauseWithdrawals(options?: CallOptions): Promise<Receipt<WithdrawalsPaused>> {
    return this.caller.change(
      { path: '/admin/withdrawals/pause', body: '{}', effect: 'read', isWrapped: true },
      required.WithdrawalsPaused,
      options,
    );
  }

  /** Take withdrawals again. */
  resumeWithdrawals(options?: CallOptions): Promise<Receipt<WithdrawalsPaused>> {
    return this.caller.change(
      { path: '/admin/withdrawals/resume', body: '{}', effect: 'read', isWrapped: true },
      required.WithdrawalsPaused,
      options,
    );
  }

  /** Read what the exchange earned and can be paid out. */
  treasury(options?: CallOptions): Promise<Treasury> {
    return this.caller.read('/admin/treasury', required.Treasury, { ...options, isWrapped: true });
  }

  /**
   * Pay out what the exchange earned. To a wallet it goes the way of a withdrawal; to a user it is
   * in the balance at once. It is paid once for each source and reference.
   */
  payTreasury(
    request: TreasuryPayoutRequest,
    options?: CallOptions,
  ): Promise<Receipt<TreasuryPayout>> {
    return this.caller.change(
      { path: '/admin/treasury/payout', body: JSON.stringify(request), effect: 'exactly-once', isWrapped: true },
      required.TreasuryPayout,
      options,
    );
  }

  /** List payouts of what the exchange earned. Newest first. */
  treasuryPayouts(
    query: ListTreasuryPayoutsQuery = {},
    options?: CallOptions,
  ): Promise<TreasuryPayoutsPage> {
    return this.caller.read(
      '/admin/treasury/payouts',
      required.TreasuryPayoutsPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `treasuryPayouts`, page by page. */
  eachTreasuryPayout(
    query: ListTreasuryPayoutsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<TreasuryPayout, void> {
    return entriesOf(query, (page) => this.treasuryPayouts(page, options), 'payouts');
  }

  /** List what operators did. Newest first. */
  audit(query: ListAuditQuery = {}, options?: CallOptions): Promise<AuditPage> {
    return this.caller.read(
      '/admin/audit',
      required.AuditPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `audit`, page by page. */
  eachAuditEntry(
    query: ListAuditQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<AuditEntry, void> {
    return entriesOf(query, (page) => this.audit(page, options), 'entries');
  }

  /**
   * List the users who ever had money. Newest first; or the one with an address. Moments behind the
   * exchange.
   */
  users(query: ListUsersQuery = {}, options?: CallOptions): Promise<KnownUsersPage> {
    return this.caller.read(
      '/admin/users',
      required.KnownUsersPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `users`, page by page. */
  eachUser(query: ListUsersQuery = {}, options?: CallOptions): AsyncGenerator<KnownUser, void> {
    return entriesOf(query, (page) => this.users(page, options), 'users');
  }

  /** List the withdrawals of all users. Newest first. */
  withdrawals(
    query: ListAllWithdrawalsQuery = {},
    options?: CallOptions,
  ): Promise<WithdrawalsPage> {
    return this.caller.read(
      '/admin/withdrawals',
      required.WithdrawalsPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `withdrawals`, page by page. */
  eachWithdrawal(
    query: ListAllWithdrawalsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Withdrawal, void> {
    return entriesOf(query, (page) => this.withdrawals(page, options), 'withdrawals');
  }

  /**
   * List what people have to look at. Alarms of the funding apps. The same one again is counted,
   * and comes first. Of an app the last thousand are stored.
   */
  alarms(query: ListAlarmsQuery = {}, options?: CallOptions): Promise<AlarmsPage> {
    return this.caller.read(
      '/admin/alarms',
      required.AlarmsPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `alarms`, page by page. */
  eachAlarm(query: ListAlarmsQuery = {}, options?: CallOptions): AsyncGenerator<Alarm, void> {
    return entriesOf(query, (page) => this.alarms(page, options), 'alarms');
  }

  /**
   * Log in. With `X-Admin-Key`, this once. Calls after it carry the cookie, and those that change
   * something `X-CSRF-Token`. A session ends after 15 minutes without a call, and after 12 hours.
   */
  beginSession(options?: CallOptions): Promise<Receipt<OperatorSession>> {
    return this.caller.change(
      { path: '/admin/session', body: '{}', effect: 'once', isWrapped: true },
      required.OperatorSession,
      options,
    );
  }

  /** Who the caller is. */
  whoAmI(options?: CallOptions): Promise<WhoAmI> {
    return this.caller.read('/admin/session', required.WhoAmI, { ...options, isWrapped: true });
  }

  /** Log out. */
  endSession(options?: CallOptions): Promise<Receipt<EndedSession>> {
    return this.caller.change(
      { path: '/admin/session', method: 'DELETE', body: '{}', effect: 'read', isWrapped: true },
      required.EndedSession,
      options,
    );
  }

  /** List the operators. With the one whose key is in the configuration, whom only it changes. */
  operators(options?: CallOptions): Promise<OperatorsList> {
    return this.caller.read(
      '/admin/operators',
      required.OperatorsList,
      { ...options, isWrapped: true },
    );
  }

  /**
   * Add an operator. Who is added makes the key `bw_operator_<name>_<64 characters of hex>` and
   * gives its SHA-256 alone: both who add compare it with the person. A name is given once, for
   * ever.
   */
  addOperator(request: AddOperatorRequest, options?: CallOptions): Promise<Receipt<AddedOperator>> {
    return this.caller.change(
      { path: '/admin/operators', body: JSON.stringify(request), effect: 'once', isWrapped: true },
      required.AddedOperator,
      options,
    );
  }

  /**
   * Replace the own key. The one before ends at once, and so do its sessions. Nobody replaces the
   * key of another: who has both could confirm the own acts. Revoke it, and add the person anew.
   */
  rotateOperator(name: string, options?: CallOptions): Promise<Receipt<OperatorKey>> {
    return this.caller.change(
      { path: pathOf`/admin/operators/${name}/rotate`, body: '{}', effect: 'once', isWrapped: true },
      required.OperatorKey,
      options,
    );
  }

  /**
   * Revoke an operator. Key and sessions end within 2 seconds, on every gateway. One alone may
   * revoke one other a day; more take a second operator.
   */
  revokeOperator(name: string, options?: CallOptions): Promise<Receipt<RevokedOperator>> {
    return this.caller.change(
      { path: pathOf`/admin/operators/${name}`, method: 'DELETE', body: '{}', effect: 'read', isWrapped: true },
      required.RevokedOperator,
      options,
    );
  }

  /** List acts that wait for another operator. Newest first. */
  confirmations(
    query: ListConfirmationsQuery = {},
    options?: CallOptions,
  ): Promise<ConfirmationsPage> {
    return this.caller.read(
      '/admin/confirmations',
      required.ConfirmationsPage,
      { ...options, query, isWrapped: true },
    );
  }

  /** All entries of `confirmations`, page by page. */
  eachConfirmation(
    query: ListConfirmationsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Confirmation, void> {
    return entriesOf(query, (page) => this.confirmations(page, options), 'confirmations');
  }

  /**
   * Confirm an act of another operator. With the role that the act asks for. Nothing happens yet:
   * who asked sends the same request again, and it is carried out, once.
   */
  confirmAct(confirmationId: number, options?: CallOptions): Promise<Receipt<Confirmation>> {
    return this.caller.change(
      { path: pathOf`/admin/confirmations/${confirmationId}/confirm`, body: '{}', effect: 'read', isWrapped: true },
      required.Confirmation,
      options,
    );
  }

  /** Reject an act of another operator, or take back an own one. */
  rejectAct(confirmationId: number, options?: CallOptions): Promise<Receipt<Confirmation>> {
    return this.caller.change(
      { path: pathOf`/admin/confirmations/${confirmationId}/reject`, body: '{}', effect: 'read', isWrapped: true },
      required.Confirmation,
      options,
    );
  }
}
