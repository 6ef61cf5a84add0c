import { Controller, Inject } from '@nestjs/common';
import { ChainNames, operatorLists, withChainName } from '@bellwether/api';
import { AlarmStore, UserHistory } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { FundingRecords } from '../funding/funding-records';
import { FundingRequests } from '../funding/funding-requests';

/** Lists for operators: users, withdrawals, alarms. */
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
    if (address === undefined) return this.users.list(page);
    const found = await this.users.find(address);
    return { items: found === null ? [] : [found], hasMore: false };
  }

  @Endpoint(operatorLists.listAllWithdrawals)
  async listWithdrawals({
    query: { statuses, page },
  }: In<typeof operatorLists.listAllWithdrawals>) {
    this.funding.requireConfigured();
    const { items, hasMore } = await this.records.withdrawalsIn(statuses, page);
    return { items: items.map((one) => withChainName(one, this.names)), hasMore };
  }

  @Endpoint(operatorLists.listAlarms)
  listAlarms({ query: { filter, page } }: In<typeof operatorLists.listAlarms>) {
    return this.alarms.list(page, filter);
  }
}
