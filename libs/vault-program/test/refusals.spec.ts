/**
 * Wrong values for every account and every authority of every instruction: each is refused with its own error, and
 * nothing moves. Then what can be done only once.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { address } from '@solana/kit';
import { vaultSeeds } from '../src/index';
import { PROGRAM, bytesOf, derived, namedAddress } from './inhabitants';
import { PROGRAM_FILE, VaultWorld } from './vault-world';
import type { Change, InstructionName } from './vault-world';
import { WRONG_REQUESTS, adminBytes, nobody, upgradeableBy } from './wrong-requests';

const LOADER_OF_FINAL_PROGRAMS = address('BPFLoader2111111111111111111111111111111111');

async function worldFor(name: InstructionName): Promise<VaultWorld> {
  if (name === 'initialize') return VaultWorld.empty();
  const world = await VaultWorld.ready();
  if (name === 'sweepNative') {
    world.addLamports(world.there.proxy, 5_000n);
    const user = namedAddress('user 2');
    const proxy = await derived(vaultSeeds.proxy(bytesOf(user)));
    await world.send('initProxy', { addresses: { user, proxy } });
  }
  return world;
}

describe.each(Object.entries(WRONG_REQUESTS))('%s refuses', (key, cases) => {
  const name = key as InstructionName;

  it.each(cases)('%s', async (_title, wrong, result) => {
    const world = await worldFor(name);
    const change = await wrong(world);
    const before = world.snapshot();
    expect((await world.send(name, change)).result).toBe(result);
    expect(world.snapshot()).toEqual(before);
  });

  it('fewer accounts', async () => {
    const world = await worldFor(name);
    const before = world.snapshot();
    const { accounts = [], ...instruction } = world.instruction(name);
    for (let count = 0; count < accounts.length; count++) {
      const few = { ...instruction, accounts: accounts.slice(0, count) };
      expect((await world.sendInstruction(few)).result).toBe('TooFewAccounts');
    }
    expect(world.snapshot()).toEqual(before);
  });

  it('arguments of another length', async () => {
    const world = await worldFor(name);
    const before = world.snapshot();
    const data = world.defaultData(name);
    const longer = Uint8Array.of(...data, 0);
    expect((await world.send(name, { data: longer })).result).toBe('InstructionData');
    for (let length = 0; length < data.length; length++) {
      const expected = length < 8 ? 'UnknownInstruction' : 'InstructionData';
      const outcome = await world.send(name, { data: data.slice(0, length) });
      expect(outcome.result).toBe(expected);
    }
    expect(world.snapshot()).toEqual(before);
  });
});

describe('what was done once', () => {
  it('initialize: a second vault is refused, whoever asks', async () => {
    const world = await VaultWorld.ready();
    const before = world.snapshot();
    const byStranger = { addresses: { admin: world.there.signers.stranger.address } };
    for (const change of [{}, byStranger])
      expect((await world.send('initialize', change)).result).toBe('VaultExists');
    expect(world.snapshot()).toEqual(before);
  });

  it('initialize: who may upgrade the program may', async () => {
    const world = await VaultWorld.empty();
    await upgradeableBy(adminBytes)(world);
    expect((await world.send('initialize')).result).toBe('ok');
  });

  it('initialize: of a program that nobody can upgrade, whoever is first', async () => {
    const world = await VaultWorld.empty();
    const code = readFileSync(PROGRAM_FILE);
    world.svm.addProgramWithLoader(PROGRAM, code, LOADER_OF_FINAL_PROGRAMS);
    const change = { addresses: { programData: PROGRAM } };
    expect((await world.send('initialize', change)).result).toBe('ok');
  });

  it('debit: the same number again is refused as such: paused, the next day, over the limit, to another, for another id', async () => {
    const world = await VaultWorld.ready();
    const other = namedAddress('another recipient');
    world.putToken(other, { owner: nobody() });
    expect((await world.send('debit')).result).toBe('ok');
    const again = async (change: Change = {}) => {
      const before = world.snapshot();
      expect((await world.send('debit', change)).result).toBe('AlreadyDebited');
      expect(world.snapshot()).toEqual(before);
    };
    await again();
    await again({ addresses: { recipientToken: other } });
    await again({ addresses: { reference: namedAddress('withdrawal 2') } });
    for (const amount of [0n, 1n, 10_000n]) await again(world.debits(1n, amount));
    world.setTime(20_001n * 86_400n);
    await again();
    expect((await world.send('setPaused')).result).toBe('ok');
    await again();
  });

  it('an instruction that does not exist', async () => {
    const world = await VaultWorld.ready();
    const data = new Uint8Array(8).fill(7);
    expect((await world.send('credit', { data })).result).toBe('UnknownInstruction');
  });
});
