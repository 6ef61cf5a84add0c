/** The operators' lists: users, builders, alarms. */
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { ALARM_RUNBOOKS } from './alarm-runbooks';
import { builderAnswer } from './api-key';
import { address, count, micro, named, orNull, time, user, words } from './fields';
import { from } from './inside';
import { endAfter, endOfNumbered } from './page';

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
    users: from(
      'items',
      z.array(knownUserAnswer).meta({ description: 'Who had money last first comes first' }),
    ),
    ...endOfNumbered('user', ({ number }: { readonly number: number }) => number),
  }),
  'A page of the users who ever had money.',
);

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
    ...endAfter(EXAMPLE.builderId),
  }),
  'A page of builders.',
);

export const alarmAnswer = named(
  'Alarm',
  z.strictObject({
    alarm_id: count('Orders alarms by when they were raised last', 12),
    app: words('Which of the funding apps raised it', 'withdraw-worker'),
    kind: words('What it is about', 'vault_short'),
    runbook: from(
      ({ kind }: { readonly kind: string }) => ALARM_RUNBOOKS[kind] ?? null,
      words('What to do: this page of the runbooks', 'vault-cannot-pay').nullable(),
    ),
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
    alarms: from('items', z.array(alarmAnswer).meta({ description: 'Raised last first' })),
    ...endOfNumbered('alarm', ({ alarmId }: { readonly alarmId: number }) => alarmId),
  }),
  'A page of alarms.',
);
