/**
 * Rate limits of each user. A command is charged after its signature was verified and before it is sequenced. So a
 * forged request costs its victim nothing, a rejected command uses no nonce, and the count is exact for any number of
 * gateways and signers (docs/adr/0019).
 */
import { byteKey } from '@bellwether/codec';
import type { CodedError } from '@bellwether/errors';
import { DEFAULT_MAX_OPEN_ORDERS, signedByNobody } from '@bellwether/exchange';
import type { Command, CommandOf, Exchange } from '@bellwether/exchange';
import { MAX_BUCKETS, RateBuckets, rateLimited } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';

export interface UserRates {
  readonly orders: RateLimit;
  readonly cancels: RateLimit;
  readonly keys: RateLimit;
}

export interface UserLimitsParts {
  readonly exchange: Pick<Exchange, 'nonces' | 'maxOpenOrders' | 'isOpenOrder'>;
  readonly maxBuckets?: number;
}

type Name = 'user_orders' | 'user_repeats' | 'user_cancels' | 'user_keys' | 'user_key_repeats';

type Repeatable = CommandOf<
  'order' | 'full_order' | 'amend' | 'redeem' | 'cancel' | 'cancel_all' | 'cancel_after'
>;

export class UserLimits {
  private readonly exchange: UserLimitsParts['exchange'];
  private readonly buckets: RateBuckets;

  constructor(
    private readonly rates: UserRates,
    { exchange, maxBuckets = MAX_BUCKETS }: UserLimitsParts,
  ) {
    this.exchange = exchange;
    this.buckets = new RateBuckets(maxBuckets);
  }

  /** Null: admitted and charged. Commands that no user signs are not limited: their lane authorizes them. */
  refusal(command: Command, nowMs: number): CodedError | null {
    switch (command.kind) {
      case 'order':
      case 'full_order':
      case 'amend':
      case 'redeem':
        return this.take(this.isRepeat(command) ? 'user_repeats' : 'user_orders', command, nowMs);
      case 'cancel':
      case 'cancel_after':
        return this.take(this.isRepeat(command) ? 'user_repeats' : 'user_cancels', command, nowMs);
      case 'cancel_all':
        if (!this.isRepeat(command)) {
          const limit = this.limitOf(command.user, this.rates.cancels);
          this.buckets.takeAlways(bucketKey('user_cancels', command.user), limit, nowMs);
        }
        return null;
      case 'allow_trading_key':
      case 'revoke_trading_key':
        return this.takeKeys(command, nowMs);
      case 'withdraw': // their own limits are rules of the exchange
      case 'recover':
        return null;
      default:
        return signedByNobody(command);
    }
  }

  /**
   * Texts about trading keys. Anybody may send an owner's text again, and a trading key may end itself: neither uses up
   * the limit of the owner, who must be able to revoke.
   */
  private takeKeys(
    command: CommandOf<'allow_trading_key' | 'revoke_trading_key'>,
    nowMs: number,
  ): CodedError | null {
    const { user, nonce } = command;
    const isByOwner = command.kind === 'allow_trading_key' || command.signedBy === 'owner';
    const isNew = isByOwner && nonce > (this.exchange.nonces(user).trading_key ?? 0);
    const name = isNew ? 'user_keys' : 'user_key_repeats';
    const { keys } = this.rates;
    const { isAdmitted, retryAfterMs } = this.buckets.take(bucketKey(name, user), keys, nowMs);
    return isAdmitted ? null : rateLimited(name, keys, retryAfterMs);
  }

  /**
   * A repeat gets its first answer, another body under the same nonce a refusal. Neither is charged as an order: a
   * client that sends everything again after an outage, or a third party that resends a signed order, must not use up
   * the user's limit. A cancel has no nonce: once its order has ended, it is a repeat or as useless as one.
   */
  private isRepeat(command: Repeatable): boolean {
    if (command.kind === 'cancel') {
      return !this.exchange.isOpenOrder(command.user, command.orderId);
    }
    const nonces = this.exchange.nonces(command.user);
    switch (command.kind) {
      case 'cancel_all':
      case 'cancel_after':
        return command.nonce <= nonces[command.kind];
      default:
        return command.nonce <= nonces.order;
    }
  }

  private take(name: Name, { user }: { user: Uint8Array }, nowMs: number): CodedError | null {
    const { orders, cancels } = this.rates;
    const limit = this.limitOf(user, name === 'user_cancels' ? cancels : orders);
    const { isAdmitted, retryAfterMs } = this.buckets.take(bucketKey(name, user), limit, nowMs);
    return isAdmitted ? null : rateLimited(name, limit, retryAfterMs);
  }

  /**
   * A user with k times the default open-order limit may send k times as many commands. So an operator raises a market
   * maker's limits with one number.
   */
  private limitOf(user: Uint8Array, limit: RateLimit): RateLimit {
    const factor = Math.floor(this.exchange.maxOpenOrders(user) / DEFAULT_MAX_OPEN_ORDERS);
    if (factor <= 1) return limit;
    return { ...limit, requests: limit.requests * factor, burst: limit.burst * factor };
  }
}

const bucketKey = (name: Name, user: Uint8Array): string => `${name} ${byteKey(user)}`;
