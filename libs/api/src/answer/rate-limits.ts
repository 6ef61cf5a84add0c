import type { AsOf } from '@bellwether/exchange';
import { z } from 'zod';
import { count, named, placeFields, user } from './fields';
import type { Answer } from './fields';
import { presentPlace, presentUser } from './units';

/** A rate limit as a domain value: `requests` in `perMs`, and a `burst` after an idle time. */
export interface RateLimitTerms {
  readonly requests: number;
  readonly perMs: number;
  readonly burst: number;
}

export interface RateLimitsShown {
  readonly address: RateLimitTerms;
  readonly userOrders: RateLimitTerms;
  readonly userCancels: RateLimitTerms;
  readonly userKeys: RateLimitTerms;
}

const rateLimit = (of: string, requests: number, burst: number, perSeconds = 1) =>
  z
    .strictObject({
      requests: count('How many on average', requests),
      per_seconds: count('In how many seconds', perSeconds),
      burst: count('How many at once, after a rest', burst),
    })
    .meta({ description: of });

export const rateLimitsAnswer = named(
  'RateLimits',
  z.strictObject({
    address: rateLimit('Requests of an address, in each of its lanes', 2_000, 4_000),
    user_orders: rateLimit(
      'Orders of a user; as many repeats of answered ones beside them',
      40,
      120,
    ),
    user_cancels: rateLimit('Cancels of a user', 80, 120),
    user_keys: rateLimit('Texts of a user about its trading keys', 20, 40, 60),
  }),
  'How often things may be done. A builder key has its own.',
);
export type RateLimitsAnswer = Answer<typeof rateLimitsAnswer>;

const MS_PER_SECOND = 1_000;

const presentRateLimit = ({ requests, perMs, burst }: RateLimitTerms) => ({
  requests,
  per_seconds: perMs / MS_PER_SECOND,
  burst,
});

/** Null if limits are switched off. */
export const presentRateLimits = (limits: RateLimitsShown | null): RateLimitsAnswer | null =>
  limits && {
    address: presentRateLimit(limits.address),
    user_orders: presentRateLimit(limits.userOrders),
    user_cancels: presentRateLimit(limits.userCancels),
    user_keys: presentRateLimit(limits.userKeys),
  };

export interface RateLimitNow extends RateLimitTerms {
  readonly remaining: number;
}

const rateNow = (of: string, requests: number, burst: number, perSeconds = 1) =>
  rateLimit(of, requests, burst, perSeconds)
    .extend({ remaining: count('How many at once, now', burst) })
    .meta({ description: of });

export const userAllowanceAnswer = named(
  'UserAllowance',
  z.strictObject({
    public_key: user(),
    max_open_orders: count('How many orders may be open', 10_000),
    rates: z
      .strictObject({
        orders: rateNow('Orders, changes and redemptions; operations of a batch each', 400, 1_200),
        cancels: rateNow('Cancels', 800, 1_200),
        keys: rateNow('Texts about trading keys', 20, 40, 60),
      })
      .nullable()
      .meta({ description: 'Null if this exchange limits nobody' }),
    ...placeFields,
  }),
  'How much a user may do, and how much of it is left. An operator raises all of it for a market maker with one number.',
);
export type UserAllowanceAnswer = Answer<typeof userAllowanceAnswer>;

const presentRateNow = ({ remaining, ...limit }: RateLimitNow) => ({
  ...presentRateLimit(limit),
  remaining,
});

export const presentUserAllowance = (
  publicKey: Uint8Array,
  limits: {
    readonly maxOpenOrders: number;
    readonly rates: Readonly<Record<'orders' | 'cancels' | 'keys', RateLimitNow>> | null;
  },
  asOf: AsOf,
): UserAllowanceAnswer => ({
  public_key: presentUser(publicKey),
  max_open_orders: limits.maxOpenOrders,
  rates: limits.rates && {
    orders: presentRateNow(limits.rates.orders),
    cancels: presentRateNow(limits.rates.cancels),
    keys: presentRateNow(limits.rates.keys),
  },
  ...presentPlace(asOf),
});
