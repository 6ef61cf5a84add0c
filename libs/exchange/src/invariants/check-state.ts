import { sameBytes } from '@bellwether/codec';
import { readState, writeState } from '../snapshot/snapshot';
import { LITTLE_LOAD } from '../capacities';
import type { ExchangeState } from '../state';
import { BreachList } from './breach';
import type { Breach } from './breach';
import { checkAccounts } from './check-accounts';
import { checkBooks } from './check-books';
import { checkCases } from './check-cases';
import { checkFees } from './check-fees';
import { checkHoldings } from './check-holdings';
import { checkNonces } from './check-nonces';
import { checkTotals } from './check-totals';
import { checkWithdrawals } from './check-withdrawals';

/**
 * Checks every invariant from scratch, as far as a state can show it: sums are taken over the tables, lists are
 * followed to their ends, and no running total is trusted. A broken link is a violation too. Cost: O(state), with a
 * restored copy for I10.
 */
export function checkState(state: ExchangeState): Breach[] {
  const found = new BreachList((market) => state.markets.idOf(market));
  checkTotals(state, found);
  checkAccounts(state, found);
  checkHoldings(state, found);
  checkBooks(state, found);
  checkWithdrawals(state, found);
  checkNonces(state, found);
  checkFees(state, found);
  checkCases(state, found);
  checkReplay(state, found);
  return found.breaches;
}

/** I10: a state restored from its snapshot is the same state. Tests show that replay is the same. */
function checkReplay(state: ExchangeState, found: BreachList): void {
  const snapshot = writeState(state);
  const copy = writeState(readState(snapshot, LITTLE_LOAD));
  found.expect(
    sameBytes(copy, snapshot),
    'I10',
    0,
    () => 'the restored state has another snapshot',
  );
}
