import { Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ChainNames,
  FUNDING_RECORD,
  HISTORY_READ,
  alarmsAnswer,
  alarmsQuery,
  allWithdrawalsQuery,
  knownUsersAnswer,
  knownUsersQuery,
  presentAlarms,
  presentKnownUsers,
  presentWithdrawals,
  success,
  withdrawalsAnswer,
} from '@bellwether/api';
import type { AlarmsQuery, AllWithdrawalsQuery, KnownUsersQuery } from '@bellwether/api';
import { AlarmStore, UserHistory } from '@bellwether/persistence';
import { Answers, QueryParams } from '@bellwether/runtime';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';
import { AdminController } from './admin-route';

/** What operators look through: users, withdrawals, alarms. */
@ApiTags('Administration')
@AdminController('read')
export class ListsController {
  constructor(
    @Inject(UserHistory) private readonly users: UserHistory,
    @Inject(AlarmStore) private readonly alarms: AlarmStore,
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Answers('listUsers', {
    summary: 'List the users who ever had money',
    description: 'Newest first; or the one with an address. Moments behind the exchange.',
    answer: knownUsersAnswer,
    codes: HISTORY_READ,
  })
  @Get('/users')
  async listUsers(@QueryParams(knownUsersQuery) { address, page }: KnownUsersQuery) {
    if (address === undefined) return success(presentKnownUsers(await this.users.list(page)));
    const found = await this.users.find(address);
    return success(presentKnownUsers({ items: found === null ? [] : [found], hasMore: false }));
  }

  @Answers('listAllWithdrawals', {
    summary: 'List the withdrawals of all users',
    answer: withdrawalsAnswer,
    codes: FUNDING_RECORD,
  })
  @Get('/withdrawals')
  async listWithdrawals(@QueryParams(allWithdrawalsQuery) { statuses, page }: AllWithdrawalsQuery) {
    this.funding.requireConfigured();
    const found = await this.records.withdrawalsIn(statuses, page);
    return success(presentWithdrawals(found, this.names));
  }

  @Answers('listAlarms', {
    summary: 'List what people have to look at',
    description:
      'Alarms of the funding apps. The same one again is counted, and comes first. Of an app the last thousand are kept.',
    answer: alarmsAnswer,
    codes: HISTORY_READ,
  })
  @Get('/alarms')
  async listAlarms(@QueryParams(alarmsQuery) { filter, page }: AlarmsQuery) {
    return success(presentAlarms(await this.alarms.list(page, filter)));
  }
}
