/** Transactions whose end is unknown: nodes' answers are stored, and one alarm is raised. */
import { expect, it } from 'vitest';
import type { TransactionState } from '@bellwether/chain';
import { UNPROVEN_AFTER_MS } from '../limits';
import { Broadcast } from './broadcast';

it('one that nodes refuse is told of in the log, and once it can be no more where it lasts', async () => {
  const signature = new Uint8Array(64).fill(1);
  const row = { purpose: 'recovery:1:1', chain: 'ext', signature, createdMs: 0 };
  const world = { nowMs: 0, warned: [] as object[], raised: [] as [string, object][] };
  let state: TransactionState = { state: 'pending', problem: 'no such blocks' };
  const ended: object[] = [];
  const broadcast = new Broadcast({
    transactions: {
      claimDue: async () => [row],
      end: async (end: object) => ended.push(end) > 0,
      postpone: async () => undefined,
    },
    chains: { ext: { advance: async () => state } },
    alarms: { raise: (kind: string, details: object) => world.raised.push([kind, details]) },
    log: { warn: (fields: object) => world.warned.push(fields) },
    now: () => world.nowMs,
  } as unknown as ConstructorParameters<typeof Broadcast>[0]);
  expect(await broadcast.tick()).toBe(0);
  expect(world.warned).toMatchObject([{ purpose: row.purpose, problem: 'no such blocks' }]);
  expect(world.raised).toEqual([]);
  for (let at = 0; at < 3; at++) {
    world.nowMs = UNPROVEN_AFTER_MS + 1 + at;
    await broadcast.tick();
  }
  expect(world.raised).toMatchObject([
    ['transaction_unproven', { purpose: row.purpose, chain: 'ext', problem: 'no such blocks' }],
  ]);
  state = { state: 'final', slot: 4, error: null };
  expect(await broadcast.tick()).toBe(1);
  expect(ended).toEqual([{ purpose: row.purpose, state: 'final', slot: 4 }]);
});
