/** What `pay` promises. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '@solana/kit';
import type { SplitList } from '../src/index';
import {
  CLOCK,
  OTHER_MINT,
  RENT_TO,
  SYSTEM_PROGRAM,
  SplitWorld,
  TOKEN_ACCOUNT_LAMPORTS,
  TOKEN_PROGRAM,
  addressOf,
  listOf,
  named,
  placeOf,
} from './split-world';

const [ANN, BEN, CAT] = [named('ann'), named('ben'), named('cat')];

let world: SplitWorld;
beforeEach(async () => {
  world = await SplitWorld.create();
  for (const key of [ANN, BEN, CAT]) world.putToken(key, { owner: named('their owner') });
});

const paid = () => [ANN, BEN, CAT].map((key) => world.tokens(key));
const result = async (list: SplitList, left?: SplitList): Promise<string> =>
  (await world.send(await world.pay(list, left))).result;

describe('pay', () => {
  it('pays each entry its amount, closes the account, and gives its rent back', async () => {
    const list = listOf([ANN, 30], [BEN, 20], [CAT, 1]);
    const { token } = await world.arrive(list, 51n);
    const before = world.lamports(RENT_TO);
    expect(await result(list)).toBe('ok');
    expect(paid()).toEqual([30n, 20n, 1n]);
    expect(world.tokens(token)).toBeNull();
    expect(world.lamports(RENT_TO)).toBe(before + TOKEN_ACCOUNT_LAMPORTS);
  });

  it('pays an account that is named twice twice', async () => {
    const list = listOf([ANN, 3], [BEN, 4], [ANN, 3], [ANN, 5]);
    await world.arrive(list, 15n);
    expect(await result(list)).toBe('ok');
    expect(paid()).toEqual([11n, 4n, 0n]);
  });

  it('pays nothing again, but what arrives again', async () => {
    const list = listOf([ANN, 3], [BEN, 4]);
    await world.arrive(list, 7n);
    const instruction = await world.pay(list);
    expect((await world.send(instruction, instruction)).result).toBe('WrongSplitToken');
    expect((await world.send(instruction)).result).toBe('ok');
    expect((await world.send(instruction)).result).toBe('WrongSplitToken');
    await world.arrive(list, 0n);
    expect((await world.send(instruction)).result).toBe('NotArrived');
    await world.arrive(list, 7n);
    expect((await world.send(instruction)).result).toBe('ok');
    expect(paid()).toEqual([6n, 8n, 0n]);
  });

  it('waits for the whole sum', async () => {
    const list = listOf([ANN, 3], [BEN, 4]);
    await world.arrive(list, 6n);
    const before = world.snapshot();
    expect(await result(list)).toBe('NotArrived');
    expect(world.snapshot()).toEqual(before);
  });

  it('gives what was sent beyond the sum to the first who can be paid', async () => {
    const list = listOf([ANN, 3], [BEN, 4], [CAT, 5]);
    world.remove(ANN);
    const left = listOf([ANN, 3]);
    await world.arrive(list, 1_012n);
    const { token } = await world.arrive(left, 0n);
    expect(await result(list, left)).toBe('ok');
    expect(paid()).toEqual([null, 1_004n, 5n]);
    expect(world.tokens(token)).toBe(3n);
  });

  it('needs no remainder where all can be paid, and ignores one', async () => {
    const list = listOf([ANN, 3], [BEN, 4]);
    const left = listOf([BEN, 4]);
    await world.arrive(list, 7n);
    const { token } = await world.arrive(left, 0n);
    expect(await result(list, left)).toBe('ok');
    expect([...paid(), world.tokens(token)]).toEqual([3n, 4n, 0n, 0n]);
  });

  it('pays a remainder of a remainder', async () => {
    const list = listOf([ANN, 3], [BEN, 4], [CAT, 5]);
    const two = listOf([BEN, 4], [CAT, 5]);
    const one = listOf([CAT, 5]);
    world.putToken(BEN, { owner: named('ben'), state: 2 });
    world.remove(CAT);
    await world.arrive(list, 12n);
    const places = [await world.arrive(two, 0n), await world.arrive(one, 0n)];
    expect(await result(list, two)).toBe('ok');
    expect(await result(two)).toBe('NobodyPayable');
    world.putToken(BEN, { owner: named('ben') });
    expect(await result(two, one)).toBe('ok');
    expect(await result(one)).toBe('NobodyPayable');
    world.putToken(CAT, { owner: named('cat') });
    expect(await result(one)).toBe('ok');
    expect(paid()).toEqual([3n, 4n, 5n]);
    expect(places.map(({ token }) => world.tokens(token))).toEqual([null, null]);
  });

  it.each<[string, Address, (at: Address) => void]>([
    ['is missing', CAT, (at) => world.remove(at)],
    ['is frozen', CAT, (at) => world.putToken(at, { owner: CAT, state: 2 })],
    ['is not initialized', CAT, (at) => world.putToken(at, { owner: CAT, state: 0 })],
    ['is of another mint', CAT, (at) => world.putToken(at, { owner: CAT, mint: OTHER_MINT })],
    ['is a wallet', CAT, (at) => world.putWallet(at)],
    ['is of another program', CAT, (at) => world.putToken(at, { owner: CAT, program: named('p') })],
    ['is a mint', OTHER_MINT, () => undefined],
    ['is what the chain makes read-only: a sysvar', CLOCK, () => undefined],
    ['is what the chain makes read-only: a program', TOKEN_PROGRAM, () => undefined],
    ['is the system program', SYSTEM_PROGRAM, () => undefined],
  ])('pays the others where one %s', async (_, bad, spoil) => {
    spoil(bad);
    const list = listOf([ANN, 3], [bad, 4], [BEN, 5]);
    const left = listOf([bad, 4]);
    await world.arrive(list, 12n);
    expect(await result(list)).toBe('NoRemainder');
    const { token } = await world.arrive(left, 0n);
    expect(await result(list, left)).toBe('ok');
    expect(paid().slice(0, 2)).toEqual([3n, 5n]);
    expect(world.tokens(token)).toBe(4n);
    expect(await result(left)).toBe('NobodyPayable');
  });

  it('takes a split account as a recipient, even that of its own remainder', async () => {
    const inner = listOf([CAT, 9]);
    world.remove(CAT);
    const { token } = await world.arrive(inner, 0n);
    const list = listOf([token, 2], [CAT, 9]);
    await world.arrive(list, 11n);
    expect(await result(list, inner)).toBe('ok');
    expect(world.tokens(token)).toBe(11n);
    world.putToken(CAT, { owner: named('cat') });
    expect(await result(inner)).toBe('ok');
    expect(paid()).toEqual([0n, 0n, 11n]);
  });

  it('gives the rent to a recipient, where the list says so', async () => {
    const list = { ...listOf([ANN, 3], [BEN, 4]), rentTo: listOf([ANN, 1]).entries[0]!.account };
    await world.arrive(list, 7n);
    const before = world.lamports(ANN);
    expect(addressOf(list.rentTo)).toBe(ANN);
    expect(await result(list)).toBe('ok');
    expect(paid()).toEqual([3n, 4n, 0n]);
    expect(world.lamports(ANN)).toBe(before + TOKEN_ACCOUNT_LAMPORTS);
  });
});

describe('the address of a list', () => {
  it('differs by account, amount, order, number, salt and who gets the rent', async () => {
    const list = listOf([ANN, 3], [BEN, 4]);
    const others: SplitList[] = [
      listOf([ANN, 3], [CAT, 4]),
      listOf([ANN, 3], [BEN, 5]),
      listOf([BEN, 4], [ANN, 3]),
      listOf([ANN, 3]),
      listOf([ANN, 3], [BEN, 4], [BEN, 4]),
      { ...list, rentTo: list.entries[0]!.account },
      { ...list, salt: list.entries[0]!.account },
    ];
    const places = await Promise.all([list, ...others].map((one) => placeOf(one)));
    expect(new Set(places.map(({ owner }) => owner)).size).toBe(8);
  });
});
