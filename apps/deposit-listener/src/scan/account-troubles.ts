import { verdictOf } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import { ACCOUNT_FAILURES_BEFORE_ALARM, MAX_ACCOUNT_TROUBLES } from '../limits';

export interface AccountTroublesParts {
  /** The owner of the accounts. */
  readonly worker: string;
  readonly alarms: Pick<Alarms, 'raise'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Accounts that could not be searched. One of them delays no other, and a lasting failure raises one alarm. */
export class AccountTroubles {
  private readonly failures = new Map<string, number>();

  constructor(private readonly parts: AccountTroublesParts) {}

  /** @throws the error itself if the process must stop */
  failed(account: string, err: unknown): void {
    const verdict = verdictOf(err);
    if (verdict === 'stop') throw err;
    const { worker, alarms, log } = this.parts;
    const failures = (this.failures.get(account) ?? 0) + 1;
    if (failures > 1 || this.failures.size < MAX_ACCOUNT_TROUBLES) {
      this.failures.set(account, failures);
    }
    const fields = { worker, account, failures, err };
    const reportAt = verdict === 'alarm' ? 1 : ACCOUNT_FAILURES_BEFORE_ALARM;
    if (failures === reportAt) alarms.raise('work_failed', fields);
    else log.warn(fields, 'an account could not be looked through: tried again');
  }

  wentWell(account: string): void {
    this.failures.delete(account);
  }
}
