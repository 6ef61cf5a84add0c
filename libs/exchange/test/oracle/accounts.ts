import { toHex } from '@bellwether/codec';
import { DEFAULT_MAX_OPEN_ORDERS } from '../../src/limits';
import type { Command, Lane } from '../../src/command';
import type { Refusal } from '../../src/reply';
import { refuse } from './refusals';
import { placesForAll } from './state';
import type { Account, Market, NonceMemory, Position, State } from './state';

export const findAccount = (state: State, user: Uint8Array): Account | undefined =>
  state.accounts.get(toHex(user));

/**
 * Whether a new user fits; otherwise the command is refused with CAPACITY_REACHED. With money limits, deposits have a
 * reserve beyond the table, and a recovery may not use the last places.
 */
export function hasRoomFor(
  state: State,
  user: Uint8Array,
  what: 'money' | 'recovery' | 'other' = 'other',
): boolean {
  const { maxAccounts } = state.limits;
  const kept = maxAccounts - placesForAll(state, maxAccounts);
  const change = { money: kept, recovery: -kept, other: 0 }[what];
  return findAccount(state, user) !== undefined || state.accounts.size < maxAccounts + change;
}

/** A user who never received a credit and never used a nonce. */
export function isStranger(state: State, user: Uint8Array): boolean {
  const account = findAccount(state, user);
  if (account === undefined) return true;
  const { cash, lastCreditSeq, nonces } = account;
  return (
    cash === 0n && lastCreditSeq === 0 && Object.values(nonces).every(({ last }) => last === 0)
  );
}

/** With money limits, the answer to a stranger, ahead of every other refusal. */
export function refuseStranger(state: State, lane: Lane, command: Command): Refusal | null {
  if (state.money === null || !('user' in command) || !isStranger(state, command.user)) return null;
  const isDelegated = (findAccount(state, command.user)?.delegatedTo ?? null) !== null;
  switch (command.kind) {
    case 'cancel':
      return refuse('ORDER_NOT_FOUND');
    case 'cancel_all':
    case 'cancel_after':
      return refuse('ACCOUNT_NOT_FUNDED');
    case 'order':
    case 'amend':
    case 'redeem':
    case 'challenge':
    case 'allow_trading_key':
    case 'withdraw': {
      const isByBuilder =
        command.kind === 'withdraw' ? command.builder !== null : lane === 'builder';
      if (isDelegated && !isByBuilder) return refuse('DELEGATED_USER');
      return refuse(isByBuilder && !isDelegated ? 'NOT_YOUR_USER' : 'ACCOUNT_NOT_FUNDED');
    }
    default:
      return null;
  }
}

export function accountOf(state: State, user: Uint8Array): Account {
  const known = findAccount(state, user);
  if (known !== undefined) return known;
  const account: Account = {
    user,
    cash: 0n,
    gasDebt: 0n,
    lastCreditSeq: 0,
    lastChargeSeq: 0,
    lastPaymentSeq: 0,
    delegatedTo: null,
    maxOpenOrders: DEFAULT_MAX_OPEN_ORDERS,
    isLimitOwn: false,
    nonces: {
      order: noNonces(),
      cancel_all: noNonces(),
      withdraw: noNonces(),
      recover: noNonces(),
    },
    cancelAfter: null,
    cancelAfterNonce: 0,
    tradingKeys: [],
    tradingKeyNonce: 0,
    openOrders: [],
  };
  state.accounts.set(toHex(user), account);
  return account;
}

/** Created with the user's first order that the market accepts. */
export function positionOf(market: Market, account: Account): Position {
  const key = toHex(account.user);
  const known = market.positions.get(key);
  if (known !== undefined) return known;
  const position: Position = { account, yes: 0n, no: 0n };
  market.positions.set(key, position);
  return position;
}

/** A position exists while it holds contracts or has an open order. */
export function forgetEmptyPositions(state: State): void {
  for (const market of state.markets.values()) {
    for (const [key, { account, yes, no }] of market.positions) {
      const isNeeded = account.openOrders.some((order) => order.market === market);
      if (yes === 0n && no === 0n && !isNeeded) market.positions.delete(key);
    }
  }
}

export const noNonces = (): NonceMemory => ({ last: 0, remembered: [] });
