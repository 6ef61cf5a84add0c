import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Journal } from '@bellwether/bus';
import { Ticks } from './due-time';
import { SLICE_PAUSE_MS } from './limits';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const NOW = 1_000;

function ticksWith(due: { next: number | null; trading: number | null }) {
  const exchange = { nextDueMs: () => due.next, nextTradingDueMs: () => due.trading };
  const journal = { position: { timestampMs: NOW } } as Journal;
  return new Ticks({ exchange, journal, clock: () => NOW }, { takesCommands: true });
}

it('slices that no order waits for are apart, and commands pass between them', () => {
  const ticks = ticksWith({ next: NOW, trading: null });
  vi.advanceTimersByTime(1);
  expect([ticks.isDue, ticks.isFirst]).toEqual([true, true]);
  ticks.made(true);
  expect([ticks.isDue, ticks.isFirst, ticks.idleMs]).toEqual([false, false, SLICE_PAUSE_MS]);
  ticks.made(false);
  vi.advanceTimersByTime(SLICE_PAUSE_MS - 1);
  expect([ticks.isDue, ticks.idleMs]).toEqual([false, 1]);
  vi.advanceTimersByTime(1);
  expect([ticks.isDue, ticks.isFirst]).toEqual([true, true]);
});

it('slices of orders whose time has come are not', () => {
  const ticks = ticksWith({ next: NOW, trading: NOW });
  ticks.made(true);
  expect([ticks.isDue, ticks.isFirst, ticks.idleMs]).toEqual([true, true, 1]);
});
