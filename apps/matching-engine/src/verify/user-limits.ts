/**
 * How often a user may trade. Charged after its signature holds and before its command is sequenced, so a forged
 * request costs its victim nothing, what is refused here uses up no nonce, and the count is exact however many gateways
 * and signers there are. docs/adr/0019.
 */
import { byteKey } from '@bellwether/codec';
import type { CodedError } from '@bellwether/errors';
import { DEFAULT_MAX_OPEN_ORDERS } from '@bellwether/exchange';
import type { Command, CommandOf, Exchange } from '@bellwether/exchange';
import { MAX_BUCKETS, RateBuckets, rateLimited } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';

export interface UserRates {
  readonly orders: RateLimit;
  readonly cancels: RateLimit;
}

export interface UserLimitsParts {
  readonly exchange: Pick<Exchange, 'nonces' | 'maxOpenOrders'>;
  readonly maxBuckets?: number;
}

type Name = 'user_orders' | 'user_repeats' | 'user_cancels';

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

  /** Null: admitted, and charged. What nobody signs is not limited: its lane is its authority. */
  refusal(command: Command, nowMs: number): CodedError | null {
    switch (command.kind) {
      case 'order':
        return this.take(this.isRepeat(command) ? 'user_repeats' : 'user_orders', command, nowMs);
      case 'cancel':
        return this.take('user_cancels', command, nowMs);
      case 'cancel_all':
        if (!this.isRepeat(command)) {
          const limit = this.limitOf(command.user, this.rates.cancels);
          this.buckets.takeAlways(bucketKey('user_cancels', command.user), limit, nowMs);
        }
        return null;
      default:
        return null;
    }
  }

  /**
   * The same body again gets its first answer, another one a refusal. Neither is charged as an order: whoever sends
   * everything again after an outage, or came by a signed order of somebody else, uses up no room for new ones.
   */
  private isRepeat({ kind, user, nonce }: CommandOf<'order'> | CommandOf<'cancel_all'>): boolean {
    return nonce <= this.exchange.nonces(user)[kind];
  }

  private take(name: Name, { user }: { user: Uint8Array }, nowMs: number): CodedError | null {
    const { orders, cancels } = this.rates;
    const limit = this.limitOf(user, name === 'user_cancels' ? cancels : orders);
    const { isAdmitted, retryAfterMs } = this.buckets.take(bucketKey(name, user), limit, nowMs);
    return isAdmitted ? null : rateLimited(name, limit, retryAfterMs);
  }

  /** Who may have k times the open orders may send k times as many: an operator raises a market maker by one number. */
  private limitOf(user: Uint8Array, limit: RateLimit): RateLimit {
    const factor = Math.floor(this.exchange.maxOpenOrders(user) / DEFAULT_MAX_OPEN_ORDERS);
    if (factor <= 1) return limit;
    return { ...limit, requests: limit.requests * factor, burst: limit.burst * factor };
  }
}

const bucketKey = (name: Name, user: Uint8Array): string => `${name} ${byteKey(user)}`;
