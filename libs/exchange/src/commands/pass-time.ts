import type { CommandEvents } from '../command-events';
import { ACTIVE, CLOSED, PAUSED, PENDING } from '../markets/market-table';
import type { DueTime } from '../markets/due-times';
import type { ExchangeState } from '../state';
import { archiveDue, nextArchivingMs } from './archive';
import { changeStatus } from './market-status';

/**
 * Advances time to that of the record: opens due markets and closes expired ones (cancelling their orders), by due
 * time, then by creation; then archives events. It runs before the command itself and shares its `seq`.
 */
export function passTime(state: ExchangeState, events: CommandEvents): void {
  openAndClose(state, events);
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

/** When something is due next, in Unix ms; null if nothing is. */
export function nextDueMs(state: ExchangeState): number | null {
  const due = [nextOpeningOrClosingMs(state), nextArchivingMs(state)].filter((ms) => ms !== null);
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
