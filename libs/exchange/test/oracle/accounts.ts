import { toHex } from '@bellwether/codec';
import { DEFAULT_MAX_OPEN_ORDERS } from '../../src/limits';
import type { Account, Market, NonceMemory, Position, State } from './state';

export const findAccount = (state: State, user: Uint8Array): Account | undefined =>
  state.accounts.get(toHex(user));

/** A new user where all places are taken: the command is refused with CAPACITY_REACHED. */
export const hasRoomFor = (state: State, user: Uint8Array): boolean =>
  findAccount(state, user) !== undefined || state.accounts.size < state.limits.maxAccounts;

export function accountOf(state: State, user: Uint8Array): Account {
  const known = findAccount(state, user);
  if (known !== undefined) return known;
  const account: Account = {
    user,
    cash: 0n,
    gasDebt: 0n,
    lastCreditSeq: 0,
    lastChargeSeq: 0,
    delegatedTo: null,
    maxOpenOrders: DEFAULT_MAX_OPEN_ORDERS,
    nonces: {
      order: noNonces(),
      cancel_all: noNonces(),
      withdraw: noNonces(),
      recover: noNonces(),
    },
    openOrders: [],
  };
  state.accounts.set(toHex(user), account);
  return account;
}

/** Created with the first order that a market takes from a user. */
export function positionOf(market: Market, account: Account): Position {
  const key = toHex(account.user);
  const known = market.positions.get(key);
  if (known !== undefined) return known;
  const position: Position = { account, yes: 0n, no: 0n };
  market.positions.set(key, position);
  return position;
}

/** A position lasts as long as it holds contracts or has an open order. */
export function forgetEmptyPositions(state: State): void {
  for (const market of state.markets.values()) {
    for (const [key, { account, yes, no }] of market.positions) {
      const isNeeded = account.openOrders.some((order) => order.market === market);
      if (yes === 0n && no === 0n && !isNeeded) market.positions.delete(key);
    }
  }
}

export const noNonces = (): NonceMemory => ({ last: 0, remembered: [] });
