/** Every account and every argument replaced by a wrong one: refused with its own error, and nothing moves. */
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { AccountRole, isOffCurveAddress } from '@solana/kit';
import type { AccountMeta, Address, Instruction } from '@solana/kit';
import { payData, splitSeeds } from '../src/index';
import type { SplitErrorName } from '../src/index';
import {
  MINT,
  OTHER_MINT,
  PROGRAM,
  RENT_TO,
  SYSTEM_PROGRAM,
  SplitWorld,
  addressOf,
  associatedToken,
  bytesOf,
  listOf,
  named,
  placeOf,
} from './split-world';

const [GOOD, BAD, THIEF] = [named('good'), named('bad'), named("a thief's tokens")];
const LIST = listOf([GOOD, 300], [BAD, 200]);
const LEFT = listOf([BAD, 200]);
const PLACES = ['owner', 'token', 'mint', 'program', 'rentTo', 'good', 'bad', 'remainder'] as const;
type PlaceName = (typeof PLACES)[number];

let world: SplitWorld;
let valid: Instruction & { readonly accounts: readonly AccountMeta[]; readonly data: Uint8Array };
beforeEach(async () => {
  world = await SplitWorld.create();
  world.putToken(GOOD, { owner: named('good owner') });
  world.putToken(THIEF, { owner: named('thief') });
  await world.arrive(LIST, 600n);
  await world.arrive(LEFT, 0n);
  valid = (await world.pay(LIST, LEFT)) as typeof valid;
});

const withAccount = (name: PlaceName, address: Address): Instruction => ({
  ...valid,
  accounts: valid.accounts.map((one, at) => (PLACES[at] === name ? { ...one, address } : one)),
});
const withData = (data: Uint8Array): Instruction => ({ ...valid, data });
const patched = (at: number, value: number): Instruction => {
  const data = Uint8Array.from(valid.data);
  data[at] = value;
  return withData(data);
};

/** The next address of the seeds below `bump`, by the rule of derived addresses: kit finds the highest alone. */
function lowerAddress(seeds: readonly Uint8Array[], bump: number): Address {
  for (let lower = bump - 1; lower >= 0; lower--) {
    const hash = sha256.create();
    for (const part of [...seeds, Uint8Array.of(lower), bytesOf(PROGRAM)]) hash.update(part);
    const found = addressOf(
      hash.update(new TextEncoder().encode('ProgramDerivedAddress')).digest(),
    );
    if (isOffCurveAddress(found)) return found;
  }
  throw new Error('no other address');
}

/** Its error, after checking that it changed nothing. */
async function refusalOf(instruction: Instruction): Promise<string> {
  const before = world.snapshot();
  const { result } = await world.send(instruction);
  expect(world.snapshot()).toEqual(before);
  return result;
}

describe('pay', () => {
  it('is valid before anything is replaced', async () => {
    expect((await world.send(valid)).result).toBe('ok');
  });

  it.each<[PlaceName, string, () => Address | Promise<Address>, SplitErrorName]>([
    ['owner', 'of another list', async () => (await placeOf(LEFT)).owner, 'WrongAddress'],
    ['owner', 'that is a wallet', () => RENT_TO, 'WrongAddress'],
    ['token', 'of another list', async () => (await placeOf(LEFT)).token, 'WrongSplitToken'],
    ['token', "that is a thief's", () => THIEF, 'WrongSplitToken'],
    ['token', 'that does not exist', () => named('nothing'), 'WrongSplitToken'],
    [
      'token',
      'of the owner, but not its associated one',
      async () => {
        const { owner } = await placeOf(LIST);
        world.putToken(named('another of the owner'), { owner, amount: 600n });
        return named('another of the owner');
      },
      'WrongSplitToken',
    ],
    [
      'token',
      'of the owner, of another mint',
      async () => {
        const { owner } = await placeOf(LIST);
        const token = await associatedToken(owner, OTHER_MINT);
        world.putToken(token, { owner, mint: OTHER_MINT, amount: 600n });
        return token;
      },
      'WrongSplitToken',
    ],
    ['mint', 'that is another', () => OTHER_MINT, 'WrongSplitToken'],
    ['mint', 'that is none', () => RENT_TO, 'WrongMint'],
    [
      'mint',
      'of another program',
      () => {
        world.putMint(named('foreign'), named('a program'));
        return named('foreign');
      },
      'WrongMint',
    ],
    ['program', 'that is another', () => SYSTEM_PROGRAM, 'WrongProgram'],
    ['rentTo', 'that is a thief', () => THIEF, 'WrongAddress'],
    ['good', 'that is a thief', () => THIEF, 'WrongAddress'],
    ['good', 'that is the other', () => BAD, 'WrongAddress'],
    ['bad', 'that is a thief', () => THIEF, 'WrongAddress'],
    ['remainder', "that is a thief's", () => THIEF, 'WrongRemainder'],
    ['remainder', 'that does not exist', () => named('nothing'), 'WrongRemainder'],
    [
      'remainder',
      'that is the split account',
      async () => (await placeOf(LIST)).token,
      'WrongRemainder',
    ],
    ['remainder', 'that is a recipient', () => GOOD, 'WrongRemainder'],
    [
      'remainder',
      'of the one who can be paid',
      async () => (await world.arrive(listOf([GOOD, 300]), 0n)).token,
      'WrongRemainder',
    ],
    [
      'remainder',
      'with another who gets the rent',
      async () => {
        const rentTo = listOf([THIEF, 1]).entries[0]!.account;
        return (await world.arrive({ ...LEFT, rentTo }, 0n)).token;
      },
      'WrongRemainder',
    ],
    [
      'remainder',
      'of another salt',
      async () => (await world.arrive({ ...LEFT, salt: bytesOf(THIEF) }, 0n)).token,
      'WrongRemainder',
    ],
    [
      'remainder',
      'of its owner, but not the associated one',
      async () => {
        const { owner } = await placeOf(LEFT);
        world.putToken(named('another of it'), { owner });
        return named('another of it');
      },
      'WrongRemainder',
    ],
    [
      'remainder',
      'that is frozen',
      async () => {
        const { owner, token } = await placeOf(LEFT);
        world.putToken(token, { owner, state: 2 });
        return token;
      },
      'WrongRemainder',
    ],
  ])('refuses a %s %s', async (name, _, replacement, error) => {
    expect(await refusalOf(withAccount(name, await replacement()))).toBe(error);
  });

  it('refuses a remainder whose owner has a lower bump, where nobody would look', async () => {
    const owner = lowerAddress(splitSeeds(LEFT), (await placeOf(LEFT)).bump);
    const token = await associatedToken(owner, MINT);
    world.putToken(token, { owner });
    expect(await refusalOf(withAccount('remainder', token))).toBe('WrongRemainder');
  });

  it.each<[string, () => Instruction, SplitErrorName]>([
    ['no data', () => withData(new Uint8Array()), 'UnknownInstruction'],
    ['another discriminator', () => patched(0, valid.data[0]! ^ 1), 'UnknownInstruction'],
    ['no bump', () => withData(valid.data.slice(0, 8)), 'InstructionData'],
    ['half a salt', () => withData(valid.data.slice(0, 25)), 'InstructionData'],
    ['no amounts', () => withData(valid.data.slice(0, 41)), 'InstructionData'],
    ['half an amount', () => withData(valid.data.slice(0, 53)), 'InstructionData'],
    ['another bump', () => patched(8, valid.data[8]! - 1), 'WrongAddress'],
    ['another salt', () => patched(9, valid.data[9]! ^ 1), 'WrongAddress'],
    ['another amount', () => patched(41, 1), 'WrongAddress'],
    ['the amounts of one', () => withData(valid.data.slice(0, 49)), 'WrongAddress'],
    [
      'the amounts of eleven',
      () =>
        withData(
          payData({ ...LIST, entries: Array.from({ length: 11 }, () => LIST.entries[0]!) }, 255),
        ),
      'InstructionData',
    ],
    [
      'fewer accounts than amounts',
      () => ({ ...valid, accounts: valid.accounts.slice(0, 6) }),
      'TooFewAccounts',
    ],
    ['no accounts', () => ({ ...valid, accounts: [] }), 'TooFewAccounts'],
    ['no remainder', () => ({ ...valid, accounts: valid.accounts.slice(0, 7) }), 'NoRemainder'],
    [
      'the recipients in another order',
      () => {
        const [a, b, c, d, e, good, bad, rest] = valid.accounts;
        return { ...valid, accounts: [a!, b!, c!, d!, e!, bad!, good!, rest!] };
      },
      'WrongAddress',
    ],
  ])('refuses %s', async (_, change, error) => {
    expect(await refusalOf(change())).toBe(error);
  });

  it.each<PlaceName>(['token', 'rentTo', 'good', 'remainder'])(
    'refuses a %s that is read-only',
    async (name) => {
      const accounts = valid.accounts.map((one, at) =>
        PLACES[at] === name ? { ...one, role: AccountRole.READONLY } : one,
      );
      expect(await refusalOf({ ...valid, accounts })).toBe('NotWritable');
    },
  );

  it('refuses an amount of 0, and a sum beyond 64 bits', async () => {
    const none = listOf([GOOD, 0]);
    await world.arrive(none, 600n);
    expect(await refusalOf(await world.pay(none))).toBe('ZeroAmount');
    const most = Number(2n ** 63n);
    const much = listOf([GOOD, most], [GOOD, most]);
    await world.arrive(much, 2n ** 64n - 1n);
    expect(await refusalOf(await world.pay(much))).toBe('Overflow');
  });

  it('refuses a frozen split account, and pays it when it is thawed', async () => {
    const { owner, token } = await placeOf(LIST);
    world.putToken(token, { owner, amount: 500n, state: 2 });
    expect(await refusalOf(valid)).toBe('WrongSplitToken');
    world.putToken(token, { owner, amount: 500n });
    expect((await world.send(valid)).result).toBe('ok');
  });

  it('gives no stranger a way to take from the account: nobody signs for its owner', async () => {
    const { owner, token } = await placeOf(LIST);
    const transfer: Instruction = {
      programAddress: PROGRAM,
      accounts: [
        { address: token, role: AccountRole.WRITABLE },
        { address: MINT, role: AccountRole.READONLY },
        { address: THIEF, role: AccountRole.WRITABLE },
        { address: owner, role: AccountRole.READONLY },
      ],
      data: Uint8Array.from([12, 1, 0, 0, 0, 0, 0, 0, 0, 6]),
    };
    expect(await refusalOf(transfer)).toBe('UnknownInstruction');
  });
});
