import { z } from 'zod';
import { count, named, placeFields, user } from './fields';
import { from } from './inside';

const MS_PER_SECOND = 1_000;

const rateLimit = (of: string, requests: number, burst: number, perSeconds = 1) =>
  z
    .strictObject({
      requests: count('How many on average', requests),
      per_seconds: from(
        ({ perMs }: { readonly perMs: number }) => perMs / MS_PER_SECOND,
        count('In how many seconds', perSeconds),
      ),
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

const rateNow = (of: string, requests: number, burst: number, perSeconds = 1) =>
  rateLimit(of, requests, burst, perSeconds)
    .extend({ remaining: count('How many at once, now', burst) })
    .meta({ description: of });

export const userAllowanceAnswer = named(
  'UserAllowance',
  z.strictObject({
    public_key: from('user', user()),
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
