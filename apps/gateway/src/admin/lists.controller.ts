import { Controller, Inject } from '@nestjs/common';
import {
  ChainNames,
  operatorLists,
  presentAlarms,
  presentKnownUsers,
  presentWithdrawals,
} from '@bellwether/api';
import { AlarmStore, UserHistory } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';

/** What operators look through: users, withdrawals, alarms. */
@Controller()
export class ListsController {
  constructor(
    @Inject(UserHistory) private readonly users: UserHistory,
    @Inject(AlarmStore) private readonly alarms: AlarmStore,
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(FundingRecords) private readonly records: FundingRecords,
    @Inject(ChainNames) private readonly names: ChainNames,
  ) {}

  @Endpoint(operatorLists.listUsers)
  async listUsers({ query: { address, page } }: In<typeof operatorLists.listUsers>) {
    if (address === undefined) return presentKnownUsers(await this.users.list(page));
    const found = await this.users.find(address);
    return presentKnownUsers({ items: found === null ? [] : [found], hasMore: false });
  }

  @Endpoint(operatorLists.listAllWithdrawals)
  async listWithdrawals({
    query: { statuses, page },
  }: In<typeof operatorLists.listAllWithdrawals>) {
    this.funding.requireConfigured();
    const found = await this.records.withdrawalsIn(statuses, page);
    return presentWithdrawals(found, this.names);
  }

  @Endpoint(operatorLists.listAlarms)
  async listAlarms({ query: { filter, page } }: In<typeof operatorLists.listAlarms>) {
    return presentAlarms(await this.alarms.list(page, filter));
  }
}
