import { CodedError } from '@bellwether/errors';
import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { ListedAlarms, plainOf } from './listed-alarms';
import { ALARM_RETRY_MS, MAX_ALARM_CHARACTERS, MAX_WAITING_ALARMS } from './limits';

function alarmsWith(store: (kind: string, details: object) => Promise<void>) {
  const logged: unknown[] = [];
  const log = { error: (fields: object) => logged.push(fields) };
  const parts = {
    app: 'withdraw-worker',
    rows: { raise: (_: string, kind: string, details: object) => store(kind, details) },
    log: log as never,
    metrics: { service: 'withdraw-worker', registry: new Registry() } as never,
    now: () => 1_000,
  } as const;
  return { alarms: new ListedAlarms(['vault_short'], parts), logged };
}

it('are logged at once, and stored in their order', async () => {
  const stored: object[] = [];
  const { alarms, logged } = alarmsWith(async (_, details) => {
    stored.push(details);
  });
  alarms.raise('vault_short', { missing: 1n });
  alarms.raise('vault_short', { missing: 2n });
  expect(logged).toHaveLength(2);
  await vi.waitFor(() => expect(stored).toEqual([{ missing: '1' }, { missing: '2' }]));
});

it('wait for PostgreSQL, the first ones, and are stored once when it is back', async () => {
  vi.useFakeTimers();
  try {
    let isAway = true;
    const stored: object[] = [];
    const { alarms, logged } = alarmsWith(async (_, details) => {
      if (isAway) throw new CodedError('HISTORY_UNAVAILABLE');
      stored.push(details);
    });
    for (let nth = 0; nth < MAX_WAITING_ALARMS + 5; nth++) alarms.raise('vault_short', { nth });
    await vi.advanceTimersByTimeAsync(ALARM_RETRY_MS);
    expect(stored).toEqual([]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(ALARM_RETRY_MS);
    expect(stored).toEqual(Array.from({ length: MAX_WAITING_ALARMS }, (_, nth) => ({ nth })));
    expect(logged).toHaveLength(MAX_WAITING_ALARMS + 5);
  } finally {
    vi.useRealTimers();
  }
});

it('that cannot be stored are in the log, and do not stop those behind them', async () => {
  const stored: object[] = [];
  const { alarms, logged } = alarmsWith(async (_, details) => {
    if ('broken' in details) throw new TypeError('no such column');
    stored.push(details);
  });
  alarms.raise('vault_short', { broken: true });
  alarms.raise('vault_short', { fine: true });
  await vi.waitFor(() => expect(stored).toEqual([{ fine: true }]));
  expect(logged).toHaveLength(3);
});

it('are stored in JSON, and cut where they are long', () => {
  expect(plainOf({ err: new CodedError('CHAIN_UNAVAILABLE', { chain: 'ext' }) })).toMatchObject({
    err: { code: 'CHAIN_UNAVAILABLE', details: { chain: 'ext' } },
  });
  expect(plainOf({ err: new TypeError('x'), bytes: new Uint8Array([1, 255]) })).toEqual({
    err: { name: 'TypeError', message: 'x' },
    bytes: '01ff',
  });
  const { cut } = plainOf({ text: 'x'.repeat(2 * MAX_ALARM_CHARACTERS) }) as { cut: string };
  expect(cut).toHaveLength(MAX_ALARM_CHARACTERS);
});
