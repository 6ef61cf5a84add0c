import type { CommandEvents } from '../command-events';
import { ACTIVE, CLOSED, PAUSED, PENDING } from '../markets/market-table';
import type { DueTime } from '../markets/due-times';
import { MARKET } from '../orders/order-pool';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { archiveDue, nextArchivingMs } from './archive';
import { cancelBySwitch } from './cancel-after';
import { cancelExcess } from './cancel-excess';
import { endDueCase, nextCaseMs } from './end-case';
import { cancelOrder } from './cancel-order';
import { changeStatus } from './market-status';
import { expireTradingKeys } from './trading-key';
import { beginWindDown, continueWindDown } from './wind-down';

const EXPIRED = reasonIndex('expired');

/**
 * Advances time to that of the record: opens due markets and closes expired ones (their orders end in slices), by due
 * time, then by creation; then ends orders that expire and those of users whose dead man's switch is due; then ends
 * trading keys; then, in a tick, cancels orders that are too many for their user and ends a case; then archives events. It runs before
 * the command itself and shares its `seq`.
 *
 * A tick ends one slice of each, so that its work and events are bounded; the leader ticks while more is due, and takes
 * orders into a record when no order or switch is due any more. Cost of other commands: O(what is due).
 *
 * While the exchange is halted nothing happens by itself, as nobody may cancel either: what was due happens before the
 * first command after it.
 */
export function passTime(state: ExchangeState, isTick: boolean, events: CommandEvents): void {
  if (state.mode === 'halted') return;
  const closed = openAndClose(state, events);
  if (closed.length > 0) beginWindDown(state, closed, events);
  // Nothing is filled after its time: a command that may trade ends all that is due.
  let left = isTick ? state.capacities.endedPerSlice : Infinity;
  left -= expireOrders(state, left, events);
  left -= switchOff(state, left, events);
  expireTradingKeys(state, left, events);
  if (isTick) {
    cancelExcess(state, events);
    continueWindDown(state, events);
    endDueCase(state, events);
  }
  archiveDue(state, events);
}

/** Returns the markets that closed. */
function openAndClose(state: ExchangeState, events: CommandEvents): readonly number[] {
  const { dueTimes } = state;
  const closed: number[] = [];
  for (let due = dueTimes.next; due !== undefined; due = dueTimes.next) {
    if (due.atMs > state.lastTimestampMs) break;
    dueTimes.take();
    for (const market of state.catalogue.marketsOf(due.event)) {
      if (!concerns(state, due, market)) continue;
      changeStatus(state, market, due.what === 'opens' ? ACTIVE : CLOSED, events);
      if (due.what === 'expires') closed.push(market);
    }
  }
  return closed;
}

/** An order in a frozen market stays, without a time. Returns how many were cancelled. */
function expireOrders(state: ExchangeState, most: number, events: CommandEvents): number {
  const { expiries, orders, markets } = state;
  let done = 0;
  for (let order = expiries.next; order !== 0 && done < most; order = expiries.next) {
    if (expiries.nextMs! > state.lastTimestampMs) break;
    expiries.remove(order);
    if (markets.isFrozen(orders.int(order, MARKET))) continue;
    cancelOrder(state, order, EXPIRED, events);
    done++;
  }
  return done;
}

/** A user of whom orders are left stays due. Returns how many orders were cancelled. */
function switchOff(state: ExchangeState, most: number, events: CommandEvents): number {
  const { due } = state.cancelAfters;
  let done = 0;
  for (let account = due.next; account !== 0; account = due.next) {
    if (due.nextMs! > state.lastTimestampMs) break;
    const cancelled = cancelBySwitch(state, account, most - done, events);
    if (cancelled === null) return most;
    done += cancelled;
    due.remove(account);
  }
  return done;
}

/** When something is due next, in Unix ms; null if nothing is. Winding down and excess orders are due now. */
export const nextDueMs = (state: ExchangeState): number | null =>
  whileRunning(state, [
    nextTradingDueMs(state),
    nextCaseMs(state),
    nextArchivingMs(state),
    state.windingDown.next === 0 && state.excess.next() === 0 ? null : state.lastTimestampMs,
  ]);

/**
 * The same without cases, archiving, winding down and excess orders. A command leaves none of it due, a tick all but a slice.
 */
export const nextTradingDueMs = (state: ExchangeState): number | null =>
  whileRunning(state, [
    nextOpeningOrClosingMs(state),
    state.expiries.nextMs,
    state.cancelAfters.due.nextMs,
    state.tradingKeys.nextMs,
  ]);

function whileRunning(state: ExchangeState, times: readonly (number | null)[]): number | null {
  if (state.mode === 'halted') return null;
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
