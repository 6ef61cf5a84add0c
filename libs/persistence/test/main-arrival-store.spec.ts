/** Proxy wallets that wait for a credit of the vault. */
import { expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { MainArrivalStore } from '../src/funding/main-arrival-store';
import type { ProxyToSweep, WorthALook } from '../src/funding/main-arrival-store';
import { NOW_MS, Scanned, bridged, creditOf, key } from './funding-rows';
import { twoProcesses } from './two-processes';

const both = twoProcesses();

it('say which proxy wallets pay for their credit, and page through dust that is worth a look', async () => {
  const arrived = (user: string, amounts: readonly number[]) =>
    amounts.map((amountMicroUsdc, index) => ({
      ...bridged(`${user}${index}`, { amountMicroUsdc, sequence: amountMicroUsdc }),
      user: key(user),
      slot: 12,
    }));
  const scanned = new Scanned(both.db.database);
  const before = {
    ...bridged('before', { amountMicroUsdc: 9, sequence: 9 }),
    user: key('known'),
  };
  const credits = [{ ...creditOf({ amountMicroUsdc: 9 }), user: key('known') }];
  await scanned.block('main', { arrivals: [before] });
  await scanned.block('main', { credits });
  const lying = { few: [7, 8], known: [15], little: [14], rich: [50, 50], many: [1, 1, 1] };
  const arrivals = Object.entries(lying).flatMap(([user, amounts]) => arrived(user, amounts));
  await scanned.block('main', { arrivals });
  const store = new MainArrivalStore(both.other);
  const names = new Map(Object.keys(lying).map((one) => [toHex(key(one)), one]));
  const namesOf = (found: readonly ProxyToSweep[]) =>
    found.map(({ user }) => names.get(toHex(user)));
  const cost = { creditMicroUsdc: 15, firstCreditMicroUsdc: 100 };
  expect(new Set(namesOf(await store.thatPay(9, cost, [])))).toEqual(new Set(['known', 'rich']));
  expect(namesOf(await store.thatPay(9, cost, [key('rich')]))).toEqual(['known']);
  expect(await store.thatPay(1, cost, [])).toHaveLength(1);
  const dust = (worth: Partial<WorthALook>, after: ProxyToSweep | null = null, limit = 9) => {
    const never = { arrivals: 1_000, foundMs: NOW_MS - 1 };
    return store.dust(limit, cost, { ...never, ...worth }, after);
  };
  cost.creditMicroUsdc = 16;
  expect(await dust({})).toEqual([]);
  expect(namesOf(await dust({ arrivals: 3 }))).toEqual(['many']);
  cost.creditMicroUsdc = 15;
  expect(namesOf(await dust({}))).toEqual(['few']);
  const paged: ProxyToSweep[] = [];
  for (let next = await dust({ foundMs: NOW_MS }, null, 1); next.length > 0;) {
    paged.push(...next);
    next = await dust({ foundMs: NOW_MS }, next[0]!, 1);
  }
  expect(new Set(namesOf(paged))).toEqual(new Set(['few', 'little', 'many']));
  expect(paged).toHaveLength(3);
});
