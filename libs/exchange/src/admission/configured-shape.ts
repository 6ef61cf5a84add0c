import type { CommandOf } from '../command';
import {
  HIGHEST_ARCHIVE_SECONDS,
  HIGHEST_DAILY_WITHDRAWALS,
  HIGHEST_OPEN_WITHDRAWALS,
  LEAST_ARCHIVE_SECONDS,
} from '../limits';
import { moneyLimitsShape } from './money-limits-shape';
import { first, integer } from './shape';
import type { Rule } from './shape';

/** What the leading engine journals of its configuration. */
export type Configured = CommandOf<'set_money_limits' | 'set_withdrawal_limits' | 'set_archiving'>;

export function configuredShape(command: Configured): Rule {
  switch (command.kind) {
    case 'set_money_limits':
      return moneyLimitsShape(command.limits);
    case 'set_withdrawal_limits':
      return first([
        integer('open_per_user', command.limits.openPerUser, 1, HIGHEST_OPEN_WITHDRAWALS),
        integer('daily_per_user', command.limits.dailyPerUser, 1, HIGHEST_DAILY_WITHDRAWALS),
      ]);
    case 'set_archiving': {
      const { afterSeconds } = command.archiving;
      return integer('after_seconds', afterSeconds, LEAST_ARCHIVE_SECONDS, HIGHEST_ARCHIVE_SECONDS);
    }
  }
}
