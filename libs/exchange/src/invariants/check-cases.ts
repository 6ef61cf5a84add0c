import { isDisputed, statusOf } from '../cases/case-table';
import { isResolved } from '../commands/resolution';
import { DISPUTED, PROPOSED } from '../markets/market-table';
import { DISPUTE_FUND, STAKES } from '../money/ledger';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/**
 * I13: the stakes are those of the open challenges, by account and in all. I14: a market in a case is not resolved, and
 * has the status of its case; no other market is proposed or disputed. I15: the dispute fund owes nothing.
 */
export function checkCases(state: ExchangeState, found: BreachList): void {
  const { cases, markets, stakes, ledger } = state;
  const staked = new Map<number, number>();
  let sum = 0;
  for (const one of cases.all()) {
    for (const { account, stake } of one.challenges) {
      staked.set(account, (staked.get(account) ?? 0) + stake);
      sum += stake;
    }
    for (const { market } of one.endings) {
      const isIn = cases.ofMarket(market) === one && !isResolved(state, market);
      found.expect(isIn, 'I14', market, () => `case ${one.caseId} is not that of the market`);
    }
  }
  for (let account = 1; account <= state.accountTable.count; account++) {
    const of = staked.get(account) ?? 0;
    found.expect(stakes.of(account) === of, 'I13', 0, () => {
      return `account ${account} has ${stakes.of(account)} staked, its challenges ${of}`;
    });
  }
  const recorded = ledger.totals[STAKES]!;
  found.expect(recorded === sum, 'I13', 0, () => `${recorded} is staked, in challenges ${sum}`);
  for (let market = 1; market <= markets.used; market++) {
    if (!markets.isLive(market)) continue;
    const status = markets.status(market);
    const one = cases.ofMarket(market);
    const expected = one === undefined ? null : isDisputed(one) ? DISPUTED : PROPOSED;
    const isSame =
      expected === null ? status !== PROPOSED && status !== DISPUTED : status === expected;
    found.expect(isSame, 'I14', market, () => {
      return `it is ${markets.statusName(market)}, its case ${one && statusOf(one)}`;
    });
  }
  const fund = ledger.totals[DISPUTE_FUND]!;
  found.expect(fund >= 0, 'I15', 0, () => `the dispute fund has ${fund}`);
}
