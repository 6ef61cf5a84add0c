/**
 * Random lists of recipients that can and cannot be paid, against a naive model: every unit is where the model says, and
 * nobody else's account changes. Then those who could not be paid become payable, until the last remainder is empty.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Address } from '@solana/kit';
import { MAX_SPLIT_ENTRIES } from '../src/index';
import type { SplitList } from '../src/index';
import {
  OTHER_MINT,
  RENT_TO,
  SplitWorld,
  TOKEN_ACCOUNT_LAMPORTS,
  addressOf,
  listOf,
  named,
  placeOf,
} from './split-world';

/** fast-check prints seed and path of a failure. */
const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 60) };

const ACCOUNTS = Array.from({ length: 14 }, (_, at) => named(`account ${at}`));
const THIEF = named("a thief's tokens");
const CONDITIONS = [
  'payable',
  'payable',
  'payable',
  'missing',
  'frozen',
  'other mint',
  'wallet',
] as const;
type Condition = (typeof CONDITIONS)[number];

const scenario = fc.record({
  conditions: fc.array(fc.constantFrom(...CONDITIONS), {
    minLength: ACCOUNTS.length,
    maxLength: ACCOUNTS.length,
  }),
  entries: fc.array(
    fc.tuple(fc.nat({ max: ACCOUNTS.length - 1 }), fc.integer({ min: 1, max: 2 ** 40 })),
    { minLength: 1, maxLength: MAX_SPLIT_ENTRIES },
  ),
  /** Sent by a stranger to the split account, and to each remainder. */
  gift: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2 ** 30 })),
  isShort: fc.boolean(),
});

function set(world: SplitWorld, key: Address, condition: Condition, amount: bigint): void {
  const owner = named('an owner');
  if (condition === 'payable') world.putToken(key, { owner, amount });
  else if (condition === 'frozen') world.putToken(key, { owner, amount, state: 2 });
  else if (condition === 'other mint') world.putToken(key, { owner, amount, mint: OTHER_MINT });
  else if (condition === 'wallet') world.putWallet(key);
  else world.remove(key);
}

/** What each account gets, by the rule in words. */
function model(list: SplitList, payable: ReadonlySet<Address>, balance: number) {
  const gets = new Map<Address, number>();
  const left: SplitList['entries'][number][] = [];
  let surplus = balance - sumOf(list.entries);
  for (const entry of list.entries) {
    const key = addressOf(entry.account);
    if (!payable.has(key)) {
      left.push(entry);
      continue;
    }
    gets.set(key, (gets.get(key) ?? 0) + entry.amountMicroUsdc + surplus);
    surplus = 0;
  }
  const remainder = left.length === 0 ? undefined : { ...list, entries: left };
  return { gets, remainder };
}

const sumOf = (entries: SplitList['entries']): number =>
  entries.reduce((total, { amountMicroUsdc }) => total + amountMicroUsdc, 0);

describe('random lists', () => {
  it('are paid to the unit, to nobody else, and at last in full', async () => {
    const world = await SplitWorld.create();
    await fc.assert(
      fc.asyncProperty(scenario, async ({ conditions, entries, gift, isShort }) => {
        const first = listOf(...entries.map(([at, amount]) => [ACCOUNTS[at]!, amount] as const));
        ACCOUNTS.forEach((key, at) => set(world, key, conditions[at]!, 1_000n));
        world.putToken(THIEF, { owner: named('thief') });
        const payable = new Set(ACCOUNTS.filter((_, at) => conditions[at] === 'payable'));
        const short = await world.arrive(first, BigInt(sumOf(first.entries) - 1));
        if (isShort) {
          const left = model(first, payable, 0).remainder;
          if (left !== undefined && left.entries.length < first.entries.length)
            await world.arrive(left, 0n);
          await expectRefused(world, await world.pay(first, left), 'NotArrived');
        }
        world.remove(short.token);
        await payInRounds(world, { first, payable, gift });
        expect(world.tokens(THIEF)).toBe(0n);
      }),
      RUNS,
    );
  });
});

async function payInRounds(
  world: SplitWorld,
  { first, payable, gift }: { first: SplitList; payable: Set<Address>; gift: number },
): Promise<void> {
  let list = first;
  await world.arrive(list, BigInt(sumOf(list.entries) + gift));
  for (;;) {
    const { token, owner } = await placeOf(list);
    const balance = Number(world.tokens(token));
    const { gets, remainder } = model(list, payable, balance);
    const place = remainder === undefined ? undefined : await placeOf(remainder);
    if (gets.size === 0) {
      await expectRefused(world, await world.pay(list, remainder), 'NobodyPayable');
      const [key] = list.entries.map(({ account }) => addressOf(account));
      set(world, key!, 'payable', 1_000n);
      payable.add(key!);
      continue;
    }
    if (place !== undefined) {
      await expectRefused(world, await world.pay(list), 'NoRemainder');
      world.putToken(place.token, { owner: place.owner, amount: BigInt(gift) });
      await expectRefused(world, await thievish(world, list), 'WrongRemainder');
    }
    const before = world.snapshot();
    const held = new Map(Array.from(gets.keys(), (key) => [key, world.tokens(key)!] as const));
    const rent = world.lamports(RENT_TO);
    expect((await world.send(await world.pay(list, remainder))).result).toBe('ok');

    for (const [key, amount] of gets)
      expect(world.tokens(key)).toBe(held.get(key)! + BigInt(amount));
    expect(world.tokens(token)).toBeNull();
    expect(world.lamports(RENT_TO)).toBe(rent + TOKEN_ACCOUNT_LAMPORTS);
    const left = remainder === undefined ? 0 : sumOf(remainder.entries);
    const inRemainder = place === undefined ? BigInt(gift) : world.tokens(place.token);
    expect(inRemainder).toBe(BigInt(left + gift));
    const paid = Array.from(gets.values()).reduce((total, amount) => total + amount, 0);
    expect(paid + left).toBe(balance);
    const changed = new Set<Address>([...gets.keys(), token, RENT_TO]);
    if (place !== undefined) changed.add(place.token);
    const others = Array.from(world.snapshot()).filter(([key]) => !changed.has(key));
    expect(others).toEqual(Array.from(before).filter(([key]) => !changed.has(key)));
    // A replay finds no account, and a new empty one pays nobody.
    await expectRefused(world, await world.pay(list, remainder), 'WrongSplitToken');
    world.putToken(token, { owner });
    await expectRefused(world, await world.pay(list, remainder), 'NotArrived');
    if (remainder === undefined) return;
    list = remainder;
  }
}

/** With a thief's account for the remainder's. */
async function thievish(world: SplitWorld, list: SplitList) {
  const { accounts = [], ...instruction } = await world.pay(list);
  return { ...instruction, accounts: [...accounts, { ...accounts.at(-1)!, address: THIEF }] };
}

async function expectRefused(
  world: SplitWorld,
  instruction: Awaited<ReturnType<SplitWorld['pay']>>,
  error: string,
): Promise<void> {
  const before = world.snapshot();
  expect((await world.send(instruction)).result).toBe(error);
  expect(world.snapshot()).toEqual(before);
}
