/** A builder's own data: its keys, its users, its revenue. */
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { keyAnswer } from './api-key';
import { count, market, micro, named, seconds, time, user, words } from './fields';
import { from } from './inside';
import { endAfter } from './page';

const ownKeyAnswer = named(
  'OwnApiKey',
  keyAnswer.omit({ builder_id: true, builder_name: true }).extend({
    orders_left: count(
      'Orders that it may send at once, at the signer that answers; null: it was revoked, or nothing limits it',
      4_000,
    ).nullable(),
  }),
  "One of the builder's keys, without what is secret of it.",
);

export const ownBuilderAnswer = named(
  'OwnBuilder',
  z.strictObject({
    builder_id: words('The builder', EXAMPLE.builderId),
    name: words('Its name', 'Acme Markets'),
    max_fee_bps: count('The highest `fee_bps` its orders may carry, in basis points', 100),
    user_count: count('Its users, each once, through whichever key it was made', 1),
    key_id: words('The key of this call', EXAMPLE.keyId),
    keys: z
      .array(ownKeyAnswer)
      .meta({ description: 'All its keys, oldest first, revoked ones too' }),
  }),
  'The builder of the calling key.',
);

export const builderUsersAnswer = named(
  'BuilderUsersPage',
  z.strictObject({
    users: z
      .array(
        named(
          'BuilderUser',
          z.strictObject({
            user_id: words(
              "The builder's own name for the user; null: it was made without one",
              'alice',
            ).nullable(),
            public_key: from('user', user()),
            linked_at: time('When it was made first'),
          }),
          'A user of the calling builder.',
        ),
      )
      .meta({ description: 'In the order of their keys' }),
    ...endAfter(EXAMPLE.user),
  }),
  "A page of a builder's users.",
);

const revenueFields = {
  builder_fees: from('builderFee', micro('Builder fees', 50_000)),
  fills: count('Fills that earned them: each side of a trade is one', 2),
  contracts: count('Contracts of these fills', 20),
};

const DAY_SECONDS = 86_400;

/** Since 1970; `toDay` is not one of them. */
interface Days {
  readonly fromDay: number;
  readonly toDay: number;
}

export const builderRevenueAnswer = named(
  'BuilderRevenue',
  z.strictObject({
    interval: from(() => '1d', words('How long a bucket is', '1d')),
    from: from(
      ({ fromDay }: Days) => fromDay * DAY_SECONDS,
      seconds('The beginning of the first day', EXAMPLE.time),
    ),
    to: from(
      ({ toDay }: Days) => toDay * DAY_SECONDS,
      seconds('The end of the last day', EXAMPLE.time + DAY_SECONDS),
    ),
    total: z.strictObject(revenueFields).meta({
      description: 'Over all days: exactly what the ledger has in the accounts of the keys',
    }),
    days: z
      .array(
        z.strictObject({
          time: from('timeSeconds', seconds('The beginning of the UTC day')),
          ...revenueFields,
        }),
      )
      .meta({ description: 'Days with fills, oldest first' }),
    markets: z
      .array(z.strictObject({ market_id: market(), ...revenueFields }))
      .meta({ description: 'The hundred markets that earned most' }),
    other_markets: z
      .strictObject({ count: count('How many there are', 0), ...revenueFields })
      .meta({ description: 'All other markets together' }),
  }),
  "A builder's revenue: what all of its keys earned.",
);
