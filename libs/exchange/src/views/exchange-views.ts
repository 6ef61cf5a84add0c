import {
  BUILDER_REVENUE,
  COLLATERAL,
  DEPOSITS_CREDITED,
  DISPUTE_FUND,
  GAS_REVENUE,
  PAYOUTS,
  STAKES,
  TEST_CREDITS,
  USER_AVAILABLE,
  USER_LOCKED,
  WITHDRAWING,
} from '../money/ledger';
import type { ExchangeState } from '../state';
import type { ExchangeStatusView, SolvencyView } from '../views';

/** Uses the running totals, which `checkInvariants` compares with the tables. Cost: O(1). */
export function solvencyView({ ledger }: ExchangeState): SolvencyView {
  const { totals, liabilities, assets } = ledger;
  return {
    userAvailable: totals[USER_AVAILABLE]!,
    userLocked: totals[USER_LOCKED]!,
    withdrawing: totals[WITHDRAWING]!,
    protocolFees: ledger.protocolFees,
    builderRevenue: totals[BUILDER_REVENUE]!,
    gasRevenue: totals[GAS_REVENUE]!,
    collateral: totals[COLLATERAL]!,
    stakes: totals[STAKES]!,
    disputeFund: totals[DISPUTE_FUND]!,
    depositsCredited: totals[DEPOSITS_CREDITED]!,
    testCredits: totals[TEST_CREDITS]!,
    payouts: totals[PAYOUTS]!,
    liabilities,
    assets,
    difference: liabilities - assets,
  };
}

/** Cost: O(1). */
export const statusView = (state: ExchangeState): ExchangeStatusView => ({
  network: state.network,
  mode: state.mode,
  withdrawalsPaused: state.withdrawalsPaused,
  lastSeq: state.lastSeq,
  lastEventSeq: state.lastEventSeq,
  lastTimestampMs: state.lastTimestampMs,
  accounts: state.accountTable.count,
  markets: state.markets.live,
  restingOrders: state.orders.live,
  openWithdrawals: state.withdrawals.live,
});
