/** The operators' lists: users, builders, alarms. */
import { toBase58 } from '@bellwether/codec';
import { z } from 'zod';
import { pageEnd } from '../cursor';
import { EXAMPLE } from '../examples';
import { ALARM_RUNBOOKS } from './alarm-runbooks';
import { builderAnswer } from './api-key';
import { address, count, micro, named, orNull, pageFields, time, user, words } from './fields';
import type { Answer } from './fields';
import { presentUser, unixSecondsOf, unixSecondsOrNull } from './units';

interface FoundPage<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

export const knownUserAnswer = named(
  'KnownUser',
  z.strictObject({
    user: user(),
    balance: micro('What it has, in orders and out of them', 25_000_000),
    withdrawing: micro('What of its withdrawals is not paid yet', 0),
    deposit_address: address(
      'Where its deposits arrive; null: nobody asked for it yet',
      EXAMPLE.depositAddress,
    ).nullable(),
    moved_at: orNull(time('When its money moved last; null: long ago, its postings were archived')),
  }),
  'A user, as history knows it, moments behind the exchange.',
);
export const knownUsersAnswer = named(
  'KnownUsersPage',
  z.strictObject({
    users: z.array(knownUserAnswer).meta({ description: 'Who had money last first comes first' }),
    ...pageFields,
  }),
  'A page of the users who ever had money.',
);

export interface DescribedUser {
  readonly number: number;
  readonly user: Uint8Array;
  readonly balance: number;
  readonly withdrawing: number;
  readonly depositAddress: Uint8Array | null;
  readonly movedMs: number | null;
}

export const presentKnownUsers = (
  page: FoundPage<DescribedUser>,
): Answer<typeof knownUsersAnswer> => ({
  users: page.items.map((one) => ({
    user: presentUser(one.user),
    balance: one.balance,
    withdrawing: one.withdrawing,
    deposit_address: one.depositAddress === null ? null : toBase58(one.depositAddress),
    moved_at: unixSecondsOrNull(one.movedMs),
  })),
  ...pageEnd('user', page.hasMore ? (page.items.at(-1)?.number ?? null) : null),
});

export const listedBuilderAnswer = named(
  'ListedBuilder',
  z.strictObject({
    ...builderAnswer.shape,
    active_keys: count('Keys that work', 1),
    revoked_keys: count('Keys that were revoked', 0),
    user_count: count('Users made through its keys; one that two keys made counts twice', 7),
    created_at: time('When it was made'),
    last_used_at: time('When one of its keys was used last, to the minute; null: never').nullable(),
  }),
  'A builder, with what its keys say of it.',
);
export const listedBuildersAnswer = named(
  'BuildersPage',
  z.strictObject({
    builders: z.array(listedBuilderAnswer).meta({ description: 'Oldest first' }),
    ...pageFields,
    next_cursor: words(
      'Goes into `after` of the next page; null where nothing follows',
      EXAMPLE.builderId,
    ).nullable(),
  }),
  'A page of builders.',
);

export interface DescribedBuilder {
  readonly builderId: string;
  readonly name: string;
  readonly maxFeeBps: number;
  readonly activeKeys: number;
  readonly revokedKeys: number;
  readonly userCount: number;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
}

export const presentBuilders = (page: {
  readonly builders: readonly DescribedBuilder[];
  readonly next: string | null;
}): Answer<typeof listedBuildersAnswer> => ({
  builders: page.builders.map((one) => ({
    builder_id: one.builderId,
    name: one.name,
    max_fee_bps: one.maxFeeBps,
    active_keys: one.activeKeys,
    revoked_keys: one.revokedKeys,
    user_count: one.userCount,
    created_at: unixSecondsOf(one.createdMs),
    last_used_at: unixSecondsOrNull(one.lastUsedMs),
  })),
  next_cursor: page.next,
  has_more: page.next !== null,
});

export const alarmAnswer = named(
  'Alarm',
  z.strictObject({
    alarm_id: count('Orders alarms by when they were raised last', 12),
    app: words('Which of the funding apps raised it', 'withdraw-worker'),
    kind: words('What it is about', 'vault_short'),
    runbook: words('What to do: this page of the runbooks', 'vault-cannot-pay').nullable(),
    times: count('How often it was raised', 3),
    first_at: time('When it was raised first'),
    last_at: time('When it was raised last'),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'As the log has them, cut where they are long',
      example: { missing: '5000000' },
    }),
  }),
  'Something that a person has to look at.',
);
export const alarmsAnswer = named(
  'AlarmsPage',
  z.strictObject({
    alarms: z.array(alarmAnswer).meta({ description: 'Raised last first' }),
    ...pageFields,
  }),
  'A page of alarms.',
);

export interface DescribedAlarm {
  readonly alarmId: number;
  readonly app: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly times: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export const presentAlarms = (page: FoundPage<DescribedAlarm>): Answer<typeof alarmsAnswer> => ({
  alarms: page.items.map((one) => ({
    alarm_id: one.alarmId,
    app: one.app,
    kind: one.kind,
    runbook: ALARM_RUNBOOKS[one.kind] ?? null,
    times: one.times,
    first_at: unixSecondsOf(one.firstMs),
    last_at: unixSecondsOf(one.lastMs),
    details: one.details,
  })),
  ...pageEnd('alarm', page.hasMore ? (page.items.at(-1)?.alarmId ?? null) : null),
});
