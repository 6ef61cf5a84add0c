/** Proxy wallets whose history cannot be read: all others are compared. */
import { expect, it } from 'vitest';
import type { Address } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { ACCOUNT_FAILURES_BEFORE_ALARM, CREDIT_SEARCH_PAUSE_MS } from '../limits';
import { CreditCheck } from './credit-check';
import type { CreditCheckParts } from './credit-check';
import { CreditDoubts } from './credit-doubts';
import { ScanPlace } from './scan-place';

const USERS = ['a', 'b', 'c'].map((name, at) => ({
  name,
  watchId: at + 1,
  user: new Uint8Array(32).fill(at + 1),
  proxyWallet: `proxy-${name}` as Address,
}));

/** A vault whose accounts show nothing, while one credit of each user is booked: all are doubtful. */
function checkOf(unreadable: string) {
  const place = new ScanPlace();
  place.reached(10, true, 0);
  const world = { nowMs: 0, raised: [] as string[], searched: [] as string[], unreadable };
  const parts = {
    chain: {
      readAccounts: async (asked: readonly Address[]) => ({
        slot: 10,
        sinceSlot: 10,
        accounts: asked.map(() => null),
      }),
    },
    vault: { program: 'vault' },
    watched: {
      newest: USERS.length,
      after: async (watchId: number, limit: number) => USERS.slice(watchId, watchId + limit),
    },
    credits: {
      bookedUpTo: async (_slot: number, users: readonly Uint8Array[]) =>
        users.map((user) => ({ user, creditSeq: 1, slot: 5, txIndex: 0, creditedMicroUsdc: 7n })),
      add: async () => 0,
    },
    doubts: new CreditDoubts(),
    history: {
      of: async (proxy: Address) => {
        world.searched.push(proxy);
        if (proxy === `proxy-${world.unreadable}`) throw new CodedError('CHAIN_UNAVAILABLE');
        return [];
      },
    },
    place,
    alarms: { raise: (kind: string) => world.raised.push(kind) },
    log: { info: () => undefined, warn: () => undefined },
    now: () => world.nowMs,
  } as unknown as CreditCheckParts;
  const check = new CreditCheck(parts);
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round++) {
      world.nowMs += CREDIT_SEARCH_PAUSE_MS;
      await check.tick();
    }
  };
  return { world, rounds };
}

it('one that cannot be searched keeps no other waiting, and is told of where it lasts', async () => {
  const { world, rounds } = checkOf('a');
  await rounds(4);
  expect([...new Set(world.searched)].sort()).toEqual(['proxy-a', 'proxy-b', 'proxy-c']);
  expect(world.raised.filter((kind) => kind === 'work_failed')).toEqual([]);
  await rounds(4 * ACCOUNT_FAILURES_BEFORE_ALARM);
  expect(world.raised.toSorted()).toEqual(['credit_in_doubt', 'credit_in_doubt', 'work_failed']);
});
