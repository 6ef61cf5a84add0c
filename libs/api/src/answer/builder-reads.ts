/** A builder's own data: its keys, its users, its revenue. */
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { keyAnswer, presentKey } from './api-key';
import type { DescribedKey } from './api-key';
import { count, flag, market, micro, named, time, user, words } from './fields';
import type { Answer } from './fields';
import { presentMarketId, presentUser, unixSecondsOf } from './units';

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

export const presentOwnBuilder = (builder: {
  readonly builderId: string;
  readonly name: string;
  readonly maxFeeBps: number;
  readonly userCount: number;
  readonly keyId: string;
  readonly keys: readonly (Omit<DescribedKey, 'builderName'> & {
    readonly ordersLeft: number | null;
  })[];
}): Answer<typeof ownBuilderAnswer> => ({
  builder_id: builder.builderId,
  name: builder.name,
  max_fee_bps: builder.maxFeeBps,
  user_count: builder.userCount,
  key_id: builder.keyId,
  keys: builder.keys.map((key) => {
    const { builder_id: _, builder_name: __, ...own } = presentKey({ ...key, builderName: '' });
    return { ...own, orders_left: key.ordersLeft };
  }),
});

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
            public_key: user(),
            linked_at: time('When it was made first'),
          }),
          'A user of the calling builder.',
        ),
      )
      .meta({ description: 'In the order of their keys' }),
    next_cursor: words(
      'Goes into `after` of the next page; null where nothing follows',
      EXAMPLE.user,
    ).nullable(),
    has_more: flag('Whether something follows this page', true),
  }),
  "A page of a builder's users.",
);

/** @param users one more than the page shows, if more follow */
export function presentBuilderUsers(
  users: readonly {
    readonly user: Uint8Array;
    readonly userId: string | null;
    readonly linkedMs: number;
  }[],
  limit: number,
): Answer<typeof builderUsersAnswer> {
  const shown = users.slice(0, limit).map((one) => ({
    user_id: one.userId,
    public_key: presentUser(one.user),
    linked_at: unixSecondsOf(one.linkedMs),
  }));
  const hasMore = users.length > limit;
  return {
    users: shown,
    next_cursor: hasMore ? (shown.at(-1)?.public_key ?? null) : null,
    has_more: hasMore,
  };
}

const revenueFields = {
  builder_fees: micro('Builder fees', 50_000),
  fills: count('Fills that earned them: each side of a trade is one', 2),
  contracts: count('Contracts of these fills', 20),
};

export const builderRevenueAnswer = named(
  'BuilderRevenue',
  z.strictObject({
    interval: words('How long a bucket is', '1d'),
    from: time('The beginning of the first day', EXAMPLE.time),
    to: time('The end of the last day', EXAMPLE.time + 86_400),
    total: z.strictObject(revenueFields).meta({
      description: 'Over all days: exactly what the ledger has in the accounts of the keys',
    }),
    days: z
      .array(z.strictObject({ time: time('The beginning of the UTC day'), ...revenueFields }))
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

interface Revenue {
  readonly builderFee: number;
  readonly fills: number;
  readonly contracts: number;
}

const presentRevenue = ({ builderFee, fills, contracts }: Revenue) => ({
  builder_fees: builderFee,
  fills,
  contracts,
});

export const presentBuilderRevenue = (
  revenue: {
    readonly total: Revenue;
    readonly days: readonly (Revenue & { readonly timeSeconds: number })[];
    readonly markets: readonly (Revenue & { readonly marketId: Uint8Array })[];
    readonly otherMarkets: Revenue & { readonly count: number };
  },
  range: { readonly fromDay: number; readonly toDay: number },
): Answer<typeof builderRevenueAnswer> => ({
  interval: '1d',
  from: range.fromDay * DAY_SECONDS,
  to: range.toDay * DAY_SECONDS,
  total: presentRevenue(revenue.total),
  days: revenue.days.map((day) => ({ time: day.timeSeconds, ...presentRevenue(day) })),
  markets: revenue.markets.map((one) => ({
    market_id: presentMarketId(one.marketId),
    ...presentRevenue(one),
  })),
  other_markets: { count: revenue.otherMarkets.count, ...presentRevenue(revenue.otherMarkets) },
});

const DAY_SECONDS = 86_400;
