import type { BalanceView, NoncesView, PositionView } from '@bellwether/exchange';
import { presentMarketId, presentPlace, presentUser } from './units';
import type { AsOf } from './units';

/** Micro-USDC; total = available + locked. */
export const presentBalance = (view: BalanceView, asOf: AsOf) => ({
  available: view.available,
  locked: view.locked,
  total: view.total,
  withdrawing: view.withdrawing,
  gas_debt: view.gasDebt,
  ...presentPlace(asOf),
});

/** Contracts; those locked in open sells are included. */
export const presentPosition = (marketId: Uint8Array, view: PositionView, asOf: AsOf) => ({
  market_id: presentMarketId(marketId),
  yes_contracts: view.yes,
  no_contracts: view.no,
  yes_locked: view.yesLocked,
  no_locked: view.noLocked,
  ...presentPlace(asOf),
});

/** The highest nonce used of each kind; 0 where none was. */
export const presentNonces = (user: Uint8Array, view: NoncesView, asOf: AsOf) => ({
  public_key: presentUser(user),
  order: view.order,
  cancel_all: view.cancel_all,
  withdraw: view.withdraw,
  recover: view.recover,
  ...presentPlace(asOf),
});
