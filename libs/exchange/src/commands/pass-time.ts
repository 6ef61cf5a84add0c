import type { CommandEvents } from '../command-events';
import { ACTIVE, CLOSED, PAUSED, PENDING } from '../markets/market-table';
import type { DueTime } from '../markets/due-times';
import { MARKET } from '../orders/order-pool';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { archiveDue, nextArchivingMs } from './archive';
import { cancelBySwitch } from './cancel-after';
import { cancelOrder } from './cancel-order';
import { changeStatus } from './market-status';
import { expireTradingKeys } from './trading-key';

const EXPIRED = reasonIndex('expired');

/**
 * Advances time to that of the record: opens due markets and closes expired ones (cancelling their orders), by due
 * time, then by creation; then ends orders that expire and those of users whose dead man's switch is due; then ends
 * trading keys; then archives events. It runs before the command itself and shares its `seq`. Cost: O(what is due).
 */
export function passTime(state: ExchangeState, events: CommandEvents): void {
  openAndClose(state, events);
  expireOrders(state, events);
  switchOff(state, events);
  expireTradingKeys(state, events);
  archiveDue(state, events);
}

function openAndClose(state: ExchangeState, events: CommandEvents): void {
  const { dueTimes } = state;
  for (let due = dueTimes.next; due !== undefined; due = dueTimes.next) {
    if (due.atMs > state.lastTimestampMs) return;
    dueTimes.take();
    for (const market of state.catalogue.marketsOf(due.event)) {
      if (concerns(state, due, market)) {
        changeStatus(state, market, due.what === 'opens' ? ACTIVE : CLOSED, events);
      }
    }
  }
}

/** An order in a frozen market stays, without a time. */
function expireOrders(state: ExchangeState, events: CommandEvents): void {
  const { expiries, orders, markets } = state;
  for (let order = expiries.next; order !== 0; order = expiries.next) {
    if (expiries.nextMs! > state.lastTimestampMs) return;
    expiries.remove(order);
    if (!markets.isFrozen(orders.int(order, MARKET))) cancelOrder(state, order, EXPIRED, events);
  }
}

function switchOff(state: ExchangeState, events: CommandEvents): void {
  const { due } = state.cancelAfters;
  for (let account = due.next; account !== 0; account = due.next) {
    if (due.nextMs! > state.lastTimestampMs) return;
    due.remove(account);
    cancelBySwitch(state, account, events);
  }
}

/** When something is due next, in Unix ms; null if nothing is. */
export const nextDueMs = (state: ExchangeState): number | null =>
  earliest([nextTradingDueMs(state), nextArchivingMs(state)]);

/** The same without archiving. A command leaves none of it due, but may leave events to archive. */
export const nextTradingDueMs = (state: ExchangeState): number | null =>
  earliest([
    nextOpeningOrClosingMs(state),
    state.expiries.nextMs,
    state.cancelAfters.due.nextMs,
    state.tradingKeys.nextMs,
  ]);

function earliest(times: readonly (number | null)[]): number | null {
  const due = times.filter((ms) => ms !== null);
  return due.length === 0 ? null : Math.min(...due);
}

/** Due times that no longer apply to a market are dropped. */
function nextOpeningOrClosingMs(state: ExchangeState): number | null {
  const { dueTimes, catalogue } = state;
  for (let due = dueTimes.next; due !== undefined; due = dueTimes.next) {
    for (const market of catalogue.marketsOf(due.event)) {
      if (concerns(state, due, market)) return due.atMs;
    }
    dueTimes.take();
  }
  return null;
}

/** A market that is frozen, or past the status that the due time ends, is skipped: it never returns to it. */
function concerns(state: ExchangeState, due: DueTime, market: number): boolean {
  if (state.markets.isFrozen(market)) return false;
  const status = state.markets.status(market);
  return due.what === 'opens' ? status === PENDING : status <= PAUSED;
}
