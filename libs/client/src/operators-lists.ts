import type {
  AlarmsPage,
  BuildersPage,
  KnownUser,
  KnownUsersPage,
  ListAlarmsQuery,
  ListAllWithdrawalsQuery,
  ListBuildersQuery,
  ListUsersQuery,
  WithdrawalsPage,
} from './generated/interface';
import type { CallOptions } from './http/http-sender';
import { OperatorsCalls } from './operators-calls';
import { entriesOf } from './pages';

export class OperatorsLists extends OperatorsCalls {
  /** Users who ever had money, newest first; with an `address` the user of that address. */
  users(query: ListUsersQuery = {}, options?: CallOptions): Promise<KnownUsersPage> {
    return this.caller.read('/admin/users', ['users'], asked(query, options));
  }

  eachUser(query: ListUsersQuery = {}, options?: CallOptions): AsyncGenerator<KnownUser, void> {
    const read = (before?: string) =>
      this.users(before === undefined ? query : { ...query, before }, options);
    return entriesOf(read, ({ users }) => users, query.before);
  }

  /** Oldest first; `next_cursor` goes into `after`. */
  builders(query: ListBuildersQuery = {}, options?: CallOptions): Promise<BuildersPage> {
    return this.caller.read('/admin/builders', ['builders'], asked(query, options));
  }

  /** Of all users, newest first. */
  allWithdrawals(
    query: ListAllWithdrawalsQuery = {},
    options?: CallOptions,
  ): Promise<WithdrawalsPage> {
    return this.caller.read('/admin/withdrawals', ['withdrawals'], asked(query, options));
  }

  /** Alarms, the last raised first. */
  alarms(query: ListAlarmsQuery = {}, options?: CallOptions): Promise<AlarmsPage> {
    return this.caller.read('/admin/alarms', ['alarms'], asked(query, options));
  }
}

const asked = (query: object, options: CallOptions | undefined) => ({
  ...options,
  query: { ...query } as Readonly<Record<string, string | number | undefined>>,
  isWrapped: true,
});
