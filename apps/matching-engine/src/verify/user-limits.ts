/**
 * Rate limits of each user. A command is charged after its signature was verified and before it is sequenced. So a
 * forged request costs its victim nothing, a rejected command uses no nonce, and the count is exact for any number of
 * gateways and signers (docs/adr/0019).
 */
import type { Standing, UserLimitsView } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import type { CodedError } from '@bellwether/errors';
import { DEFAULT_MAX_OPEN_ORDERS, signedByNobody } from '@bellwether/exchange';
import type { Command, CommandOf, Exchange } from '@bellwether/exchange';
import { MAX_BUCKETS, RateBuckets, rateLimited } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';
import {
  LEAST_EMPTY_CANCEL_ALLS,
  MOST_EMPTY_CANCEL_ALLS,
  OPEN_ORDERS_A_CANCEL_ALL,
} from '../limits';

export interface UserRates {
  readonly orders: RateLimit;
  readonly cancels: RateLimit;
  readonly keys: RateLimit;
}

export interface UserLimitsParts {
  readonly exchange: Pick<
    Exchange,
    'nonces' | 'maxOpenOrders' | 'isOpenOrder' | 'hasOrdersToCancel'
  >;
  readonly maxBuckets?: number;
}

type Name =
  | 'user_orders'
  | 'user_repeats'
  | 'user_cancels'
  | 'user_empty_cancel_alls'
  | 'user_keys'
  | 'user_key_repeats';

interface Charge {
  readonly name: Name;
  readonly user: Uint8Array;
  readonly limit: RateLimit;
  readonly weight: number;
}

/** The reason of a rejection; or the rest of the tightest limit, null if nothing was charged. */
export interface Admission {
  readonly refusal: CodedError | null;
  readonly standing: Standing | null;
}

type Repeatable = CommandOf<
  'order' | 'amend' | 'redeem' | 'challenge' | 'cancel' | 'cancel_all' | 'cancel_after'
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

  /**
   * All are charged, or none is: commands of one request are carried out together or not at all. Commands that no user
   * signs are not limited: their lane authorizes them.
   */
  admit(incoming: readonly { readonly command: Command }[], nowMs: number): Admission {
    const charges = new Map<string, Charge>();
    for (const { command } of incoming) {
      const made = this.chargeOf(command);
      if (made === null) continue;
      const key = `${made.name} ${byteKey(made.user)}`;
      charges.set(key, { ...made, weight: made.weight + (charges.get(key)?.weight ?? 0) });
    }
    const taken: (readonly [string, Charge])[] = [];
    let standing: Standing | null = null;
    for (const [key, charge] of charges) {
      const { name, limit, weight } = charge;
      const { isAdmitted, retryAfterMs, ...left } = this.buckets.take(key, limit, nowMs, weight);
      if (isAdmitted) {
        taken.push([key, charge]);
        standing = tighter(standing, { name, ...limit, ...left });
        continue;
      }
      for (const [other, { limit: its, weight: much }] of taken)
        this.buckets.giveBack(other, its, nowMs, much);
      return { refusal: rateLimited(name, limit, retryAfterMs), standing: null };
    }
    for (const { command } of incoming) this.chargeCancelAll(command, nowMs);
    return { refusal: null, standing };
  }

  /** The rest of each limit now; nothing is charged. */
  ratesOf(user: Uint8Array, nowMs: number): NonNullable<UserLimitsView['rates']> {
    const { orders, cancels, keys } = this.rates;
    const left = (name: Name, limit: RateLimit) => ({
      ...limit,
      remaining: this.buckets.remaining(`${name} ${byteKey(user)}`, limit, nowMs),
    });
    return {
      orders: left('user_orders', this.limitOf(user, orders)),
      cancels: left('user_cancels', this.limitOf(user, cancels)),
      keys: left('user_keys', keys),
    };
  }

  /** Null: nothing, or in any case. */
  private chargeOf(command: Command): Charge | null {
    switch (command.kind) {
      case 'order':
      case 'amend':
      case 'redeem':
      case 'challenge':
        return this.charge(this.isRepeat(command) ? 'user_repeats' : 'user_orders', command);
      case 'cancel':
      case 'cancel_after':
        return this.charge(this.isRepeat(command) ? 'user_repeats' : 'user_cancels', command);
      case 'allow_trading_key':
      case 'revoke_trading_key':
        return this.chargeOfKeys(command);
      case 'cancel_all':
        return this.chargeOfCancelAll(command);
      case 'attest': // by a source, which says one thing of an event
      case 'withdraw': // their own limits are rules of the exchange
      case 'recover':
        return null;
      default:
        return signedByNobody(command);
    }
  }

  /**
   * Always admitted, unless nothing is open: its nonce must be stored, so it writes a record. Orders that are still
   * under way do not count as open; the limit leaves room for some such moments.
   */
  private chargeOfCancelAll(command: CommandOf<'cancel_all'>): Charge | null {
    const { user, marketId } = command;
    if (this.isRepeat(command) || this.exchange.hasOrdersToCancel(user, marketId)) return null;
    const byMoney = Math.ceil(this.exchange.maxOpenOrders(user) / OPEN_ORDERS_A_CANCEL_ALL);
    const requests = Math.max(LEAST_EMPTY_CANCEL_ALLS, Math.min(byMoney, MOST_EMPTY_CANCEL_ALLS));
    const limit = { requests, perMs: 60_000, burst: requests };
    return { name: 'user_empty_cancel_alls', user, limit, weight: 1 };
  }

  private chargeCancelAll(command: Command, nowMs: number): void {
    if (command.kind !== 'cancel_all' || this.isRepeat(command)) return;
    const { name, user, limit } = this.charge('user_cancels', command);
    this.buckets.takeAlways(`${name} ${byteKey(user)}`, limit, nowMs);
  }

  /**
   * Texts about trading keys. Anybody may send an owner's text again, and a trading key may end itself: neither uses up
   * the limit of the owner, who must be able to revoke.
   */
  private chargeOfKeys(command: CommandOf<'allow_trading_key' | 'revoke_trading_key'>): Charge {
    const { user, nonce } = command;
    const isByOwner = command.kind === 'allow_trading_key' || command.signedBy === 'owner';
    const isNew = isByOwner && nonce > this.exchange.nonces(user).trading_key;
    const name = isNew ? 'user_keys' : 'user_key_repeats';
    return { name, user, limit: this.rates.keys, weight: 1 };
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

  private charge(name: Name, { user }: { user: Uint8Array }): Charge {
    const { orders, cancels } = this.rates;
    const limit = this.limitOf(user, name === 'user_cancels' ? cancels : orders);
    return { name, user, limit, weight: 1 };
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

/** The one of which the smaller share is left. */
const tighter = (one: Standing | null, other: Standing): Standing =>
  one === null || other.remaining * one.burst < one.remaining * other.burst ? other : one;
