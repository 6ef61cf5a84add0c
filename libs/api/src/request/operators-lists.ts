/** Queries of operators' lists. */
import { MAX_BUILDER_ID_BYTES } from '@bellwether/exchange';
import { WITHDRAWAL_STATUSES } from '@bellwether/funding';
import type { WithdrawalStatus } from '@bellwether/funding';
import { z } from 'zod';
import { beforeField } from '../cursor';
import { EXAMPLE } from '../examples';
import { pageLimit, publicKey, text, word } from './fields';
import {
  MAX_ALARMS_PAGE,
  MAX_BUILDERS_PAGE,
  MAX_BUILDER_NAME_BYTES,
  MAX_KNOWN_USERS_PAGE,
  MAX_WITHDRAWALS_PAGE,
} from './limits';

/** `GET /admin/users` */
export const knownUsersQuery = z
  .strictObject({
    address: publicKey
      .describe('The user with this public key, or with this deposit address, alone')
      .optional(),
    limit: pageLimit(MAX_KNOWN_USERS_PAGE),
    before: beforeField('user').optional(),
  })
  .transform(({ address, ...page }) => ({ address, page }));

/** `GET /admin/builders`: oldest first; `after` is the previous page's `next_cursor`. */
export const buildersQuery = z
  .strictObject({
    q: text({ maxBytes: MAX_BUILDER_NAME_BYTES })
      .meta({
        description: 'Builders with this text in their name, or with this id',
        example: 'acme',
      })
      .optional(),
    after: text({ maxBytes: MAX_BUILDER_ID_BYTES })
      .meta({ description: 'The `next_cursor` of the page before', example: EXAMPLE.builderId })
      .optional(),
    limit: pageLimit(MAX_BUILDERS_PAGE),
  })
  .transform(({ q, after, limit }) => ({
    ...(q === undefined ? {} : { search: q }),
    ...(after === undefined ? {} : { after }),
    limit,
  }));

const ENDED: readonly WithdrawalStatus[] = ['completed', 'failed'];
const statusesOf = (status: 'open' | 'all' | WithdrawalStatus): readonly WithdrawalStatus[] => {
  if (status === 'all') return WITHDRAWAL_STATUSES;
  return status === 'open' ? WITHDRAWAL_STATUSES.filter((one) => !ENDED.includes(one)) : [status];
};

/** `GET /admin/withdrawals`: of all users. */
export const allWithdrawalsQuery = z
  .strictObject({
    status: word(['open', 'all', ...WITHDRAWAL_STATUSES])
      .meta({
        description: 'Withdrawals of this status; `open` is all that have not ended',
        example: 'open',
      })
      .default('open'),
    limit: pageLimit(MAX_WITHDRAWALS_PAGE),
    before: beforeField('withdrawal').optional(),
  })
  .transform(({ status, ...page }) => ({ statuses: statusesOf(status), page }));

export const ALARMING_APPS = ['deposit-listener', 'bridge-relayer', 'withdraw-worker'] as const;

/** `GET /admin/alarms` */
export const alarmsQuery = z
  .strictObject({
    app: word(ALARMING_APPS)
      .meta({ description: 'Alarms of this app alone', example: 'withdraw-worker' })
      .optional(),
    limit: pageLimit(MAX_ALARMS_PAGE),
    before: beforeField('alarm').optional(),
  })
  .transform(({ app, ...page }) => ({ filter: { app }, page }));

export type KnownUsersQuery = z.infer<typeof knownUsersQuery>;
export type BuildersQuery = z.infer<typeof buildersQuery>;
export type AllWithdrawalsQuery = z.infer<typeof allWithdrawalsQuery>;
export type AlarmsQuery = z.infer<typeof alarmsQuery>;
