/** Made of libs/api and docs/api by `node tools/documents.mjs`. Not to be edited. */
import { pathOf } from '../http/caller';
import type { Caller, Credentials, Receipt } from '../http/caller';
import type { CallOptions } from '../http/http-sender';
import { entriesOf } from '../pages';
import type {
  BuilderKeyRequest,
  BuilderRevenue,
  BuilderTradesPage,
  BuilderTradesRequest,
  BuilderUser,
  BuilderUsersPage,
  DepositAddress,
  DepositAddressRequest,
  GetBuilderRevenueQuery,
  IssuedKey,
  ListBuilderUsersQuery,
  ListOwnTradesQuery,
  ListPayoutsQuery,
  OwnBuilder,
  Payout,
  PayoutRequest,
  PayoutsPage,
  RevokedKey,
  RotatedKey,
  Trade,
  TradesPage,
  UserKey,
  UserKeyRequest,
} from './interface';
import * as required from './required-fields';

/** What builders may call. */
export abstract class SignerCalls {
  protected abstract readonly caller: Caller;
  protected abstract readonly keyAlone: Credentials;

  /** Make a user's key. The same `user_id` always has the same key. */
  createUserKey(request: UserKeyRequest, options?: CallOptions): Promise<UserKey> {
    return this.caller.ask(
      { path: '/v1/keys', body: JSON.stringify(request), effect: 'read', credentials: this.keyAlone },
      required.UserKey,
      options,
    );
  }

  /**
   * Read a user's deposit address. On the chain to deposit from the deposit address, on the main
   * chain the proxy wallet. Both are watched from then on.
   */
  depositAddress(request: DepositAddressRequest, options?: CallOptions): Promise<DepositAddress> {
    return this.caller.ask(
      { path: '/v1/deposit/address', body: JSON.stringify(request), effect: 'read', credentials: this.keyAlone },
      required.DepositAddress,
      options,
    );
  }

  /**
   * Make a key of the builder. The calling key needs the scope `keys`. What the new one may do is
   * yours to say; its orders a second are at most those of the calling key. The secrets are shown
   * this once.
   */
  createKey(request: BuilderKeyRequest = {}, options?: CallOptions): Promise<Receipt<IssuedKey>> {
    return this.caller.change(
      { path: '/v1/builder/keys', body: JSON.stringify(request), effect: 'once' },
      required.IssuedKey,
      options,
    );
  }

  /**
   * Replace a credential. Of any key of the builder, the calling one too, which needs the scope
   * `keys`. The credential before works on for 24 hours; the first one, which an operator has seen,
   * can do nothing but this, and ends at once.
   */
  rotateKey(keyId: string, options?: CallOptions): Promise<Receipt<RotatedKey>> {
    return this.caller.change(
      { path: pathOf`/v1/builder/keys/${keyId}/rotate`, body: '{}', effect: 'once' },
      required.RotatedKey,
      options,
    );
  }

  /**
   * Revoke a key. Any key of the builder, the calling one too, which needs the scope `keys`. It
   * ends within 2 seconds, on every signer, for ever.
   */
  revokeKey(keyId: string, options?: CallOptions): Promise<Receipt<RevokedKey>> {
    return this.caller.change(
      { path: pathOf`/v1/builder/keys/${keyId}`, method: 'DELETE', body: '{}', effect: 'read' },
      required.RevokedKey,
      options,
    );
  }

  /**
   * List the trades of a builder's users. Of the users that the calling key has made, with the sums
   * of all fees that match. Newest first.
   */
  trades(request: BuilderTradesRequest = {}, options?: CallOptions): Promise<BuilderTradesPage> {
    return this.caller.ask(
      { path: '/v1/trades', body: JSON.stringify(request), effect: 'read' },
      required.BuilderTradesPage,
      options,
    );
  }

  /** All entries of `trades`, page by page. */
  eachTrade(
    request: BuilderTradesRequest = {},
    options?: CallOptions,
  ): AsyncGenerator<Trade, void> {
    return entriesOf(request, (page) => this.trades(page, options), 'trades');
  }

  /**
   * Read the own name, limits and keys. The scope `read` alone is enough, as for users, revenue and
   * trades of the builder.
   */
  builder(options?: CallOptions): Promise<OwnBuilder> {
    return this.caller.read('/v1/builder', required.OwnBuilder, options);
  }

  /** List the own users. All users of the builder, through whichever of its keys they were made. */
  users(query: ListBuilderUsersQuery = {}, options?: CallOptions): Promise<BuilderUsersPage> {
    return this.caller.read('/v1/builder/users', required.BuilderUsersPage, { ...options, query });
  }

  /** All entries of `users`, page by page. */
  eachUser(
    query: ListBuilderUsersQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<BuilderUser, void> {
    return entriesOf(query, (page) => this.users(page, options), 'users', 'after');
  }

  /**
   * Read the own revenue by day and by market. What all keys of the builder earned, revoked ones
   * too. Moments behind the exchange, as all history is.
   */
  revenue(query: GetBuilderRevenueQuery = {}, options?: CallOptions): Promise<BuilderRevenue> {
    return this.caller.read('/v1/builder/revenue', required.BuilderRevenue, { ...options, query });
  }

  /**
   * List the trades of the own users. Newest first. Of all users of the builder, through whichever
   * of its keys they were made.
   */
  ownTrades(query: ListOwnTradesQuery = {}, options?: CallOptions): Promise<TradesPage> {
    return this.caller.read('/v1/builder/trades', required.TradesPage, { ...options, query });
  }

  /** All entries of `ownTrades`, page by page. */
  eachOwnTrade(query: ListOwnTradesQuery = {}, options?: CallOptions): AsyncGenerator<Trade, void> {
    return entriesOf(query, (page) => this.ownTrades(page, options), 'trades');
  }

  /**
   * Pay out the own revenue. Needs the scope `payout`. To a user it is in the balance at once; to a
   * wallet it goes the way of a withdrawal, and what cannot be paid is revenue again.
   */
  payOut(request: PayoutRequest, options?: CallOptions): Promise<Receipt<Payout>> {
    return this.caller.change(
      { path: '/v1/builder/payout', body: JSON.stringify(request), effect: 'exactly-once' },
      required.Payout,
      options,
    );
  }

  /**
   * List the own payouts. Newest first, and what can be paid out now. The scope `read` alone is
   * enough.
   */
  payouts(query: ListPayoutsQuery = {}, options?: CallOptions): Promise<PayoutsPage> {
    return this.caller.read('/v1/builder/payouts', required.PayoutsPage, { ...options, query });
  }

  /** All entries of `payouts`, page by page. */
  eachPayout(query: ListPayoutsQuery = {}, options?: CallOptions): AsyncGenerator<Payout, void> {
    return entriesOf(query, (page) => this.payouts(page, options), 'payouts');
  }

  /** Read one of the own payouts. The scope `read` alone is enough. */
  payout(reference: string, options?: CallOptions): Promise<Payout> {
    return this.caller.read(pathOf`/v1/builder/payouts/${reference}`, required.Payout, options);
  }
}
