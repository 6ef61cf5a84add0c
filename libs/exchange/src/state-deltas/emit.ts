import { AVAILABLE, GAS_DEBT, LOCKED, WITHDRAWING_AMOUNT } from '../accounts/account-table';
import { HELD, HELD_LOCKED } from '../accounts/position-table';
import { BOOK_SIDES } from '../event';
import type { ExchangeEvent, ExchangeEventOf } from '../event';
import { NO, YES } from '../orders/order-word';
import type { ExchangeState } from '../state';
import { priceOfLevel, sideOfLevel } from './dirty-set';

const NOTHING: readonly ExchangeEvent[] = [];

/**
 * The state deltas of a command's changes so far. Passing time changes nothing for most commands, so nothing is
 * allocated then.
 */
export function stateDeltas(state: ExchangeState): readonly ExchangeEvent[] {
  if (state.dirty.isEmpty) return NOTHING;
  const events: ExchangeEvent[] = [];
  emitStateDeltas(state, events);
  return events;
}

/**
 * Adds the state deltas: levels, then balances, then positions, each in order of first change. A value that ends up
 * as it was before the command is emitted too.
 */
export function emitStateDeltas(state: ExchangeState, events: ExchangeEvent[]): void {
  const { levels, accounts, holdings } = state.dirty;
  for (let i = 0; i < levels.count; i++) {
    events.push(levelOf(state, levels.first(i), levels.second(i)));
  }
  for (let i = 0; i < accounts.count; i++) {
    events.push(balanceOf(state, accounts.first(i)));
  }
  for (let i = 0; i < holdings.count; i++) {
    events.push(positionOf(state, holdings.first(i), holdings.second(i), holdings.note(i)));
  }
}

function levelOf(
  { ladder, markets }: ExchangeState,
  market: number,
  level: number,
): ExchangeEventOf<'book_level'> {
  const side = sideOfLevel(level);
  const price = priceOfLevel(level);
  const isThere = ladder.isOfSide(market, side, price);
  return {
    kind: 'book_level',
    marketId: markets.idOf(market),
    side: BOOK_SIDES[side]!,
    price,
    size: isThere ? ladder.sizeAt(market, price) : 0,
    orders: isThere ? ladder.ordersAt(market, price) : 0,
  };
}

function balanceOf(
  { accountTable, stakes }: ExchangeState,
  account: number,
): ExchangeEventOf<'balance'> {
  return {
    kind: 'balance',
    user: accountTable.userOf(account),
    available: accountTable.word(account, AVAILABLE),
    locked: accountTable.word(account, LOCKED),
    withdrawing: accountTable.word(account, WITHDRAWING_AMOUNT),
    gasDebt: accountTable.word(account, GAS_DEBT),
    staked: stakes.of(account) || undefined,
  };
}

/** @param known the position's record, if it was not freed since */
function positionOf(
  { accountTable, markets, positions }: ExchangeState,
  account: number,
  market: number,
  known: number,
): ExchangeEventOf<'position'> {
  const isKnown = positions.isOf(known, account, market);
  const position = isKnown ? known : positions.find(account, market);
  // Record 0, used for a position that is gone, is all zeros.
  const at = position << 3;
  const { words } = positions;
  return {
    kind: 'position',
    user: accountTable.userOf(account),
    marketId: markets.idOf(market),
    yes: words[at + HELD + YES]!,
    no: words[at + HELD + NO]!,
    yesLocked: words[at + HELD_LOCKED + YES]!,
    noLocked: words[at + HELD_LOCKED + NO]!,
  };
}
