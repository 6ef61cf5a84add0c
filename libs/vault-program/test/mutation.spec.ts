/**
 * Requests with randomly changed accounts, roles and data. Money moves only as the rules allow, a refusal changes
 * nothing, and the program ends with an answer, not with an invalid memory access.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { toHex } from '@bellwether/codec';
import { AccountRole } from '@solana/kit';
import type { Address, Instruction } from '@solana/kit';
import {
  VAULT_ERRORS,
  VAULT_INSTRUCTIONS,
  VAULT_PROGRAM_ID,
  decodeProxy,
  decodeVaultState,
  vaultEventsOfLog,
} from '../src/index';
import { TOKEN_PROGRAM } from './token-accounts';
import { PROGRAM, SYSTEM_PROGRAM, namedAddress } from './inhabitants';
import { VaultWorld } from './vault-world';
import type { InstructionName } from './vault-world';

/** fast-check prints seed and path of a failure. */
const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 200) };
/** The runtime's errors for a program that misbehaves or does not end. */
const CRASHES = /access violation|exceeded|panicked|abort|out of|unsupported|divide|stack/i;
const NAMES = Object.keys(VAULT_INSTRUCTIONS) as InstructionName[];
const THIEF = namedAddress("a thief's tokens");
const IN_VAULT = 1_000n;
const WITH_PROXY = 250n;
const LIMIT = 600n;

const mutation = fc.record({
  name: fc.constantFrom(...NAMES),
  /** What replaces an account, and which of its roles is inverted. */
  accounts: fc.array(
    fc.record({
      replacement: fc.option(fc.nat({ max: 30 }), { freq: 4 }),
      turned: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'signer', 'writable'),
    }),
    { maxLength: 12 },
  ),
  data: fc.option(
    fc.record({
      at: fc.nat({ max: 60 }),
      value: fc.integer({ min: 0, max: 255 }),
      cutTo: fc.option(fc.nat({ max: 60 })),
    }),
    { freq: 3 },
  ),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

async function readyWorld(): Promise<VaultWorld> {
  const world = await VaultWorld.ready();
  world.putToken(THIEF, { owner: namedAddress('thief') });
  world.putMint(namedAddress('worthless'));
  return world;
}

/** Everything a request could name. */
const everything = (world: VaultWorld): readonly Address[] => [
  ...new Set(NAMES.flatMap((name) => Object.values(world.defaultAddresses(name)))),
  THIEF,
  namedAddress('worthless'),
  namedAddress('nobody'),
  PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  world.there.signers.stranger.address,
];

function requestOf(
  world: VaultWorld,
  { name, accounts, data }: Mutation,
  held: ReadonlySet<Address>,
) {
  const good = world.instruction(name);
  const candidates = everything(world);
  const metas = (good.accounts ?? []).map((account, at) => {
    const { replacement = null, turned = 'none' } = accounts[at] ?? {};
    const key =
      replacement === null ? account.address : candidates[replacement % candidates.length]!;
    const isSigner = account.role >= AccountRole.READONLY_SIGNER !== (turned === 'signer');
    const isWritable = ((account.role & AccountRole.WRITABLE) !== 0) !== (turned === 'writable');
    const role =
      (isSigner && held.has(key) ? AccountRole.READONLY_SIGNER : AccountRole.READONLY) |
      (isWritable && key !== PROGRAM ? AccountRole.WRITABLE : AccountRole.READONLY);
    return { address: key, role };
  });
  const bytes = Uint8Array.from(good.data ?? []);
  if (data !== null) bytes[data.at % bytes.length] = data.value;
  const request: Instruction = {
    programAddress: PROGRAM,
    accounts: metas,
    data: bytes.slice(0, data?.cutTo ?? bytes.length),
  };
  return request;
}

/** Sends the request. If it is refused, it must have changed nothing. @returns the log of what was done */
async function logOf(world: VaultWorld, request: Instruction): Promise<readonly string[] | null> {
  const before = world.snapshot();
  const { result, logs } = await world.sendInstruction(request);
  // One of the vault's own error names is no crash, even if it sounds like one: `DailyLimitExceeded`.
  expect(result in VAULT_ERRORS ? null : CRASHES.exec(result)).toBeNull();
  expect(result === 'ok' ? before : world.snapshot()).toEqual(before);
  return result === 'ok' ? logs : null;
}

/** The numbers that were paid, of whichever user. */
const paidIn = (logs: readonly string[]): string[] =>
  vaultEventsOfLog(logs, VAULT_PROGRAM_ID).events.flatMap((event) =>
    event.kind === 'Debit' ? [`${toHex(event.user)} ${event.paymentSeq}`] : [],
  );

/** A closed account is made anew, as for the next payment to the proxy. */
const heldTokens = (world: VaultWorld) => {
  const { proxyToken, proxy } = world.there;
  if (!world.svm.getAccount(proxyToken).exists) world.putToken(proxyToken, { owner: proxy });
  return [world.there.vaultToken, world.there.proxyToken, world.there.recipientToken, THIEF].map(
    (key) => world.tokens(key),
  );
};

describe('random requests', () => {
  it('of those who have no role move money nowhere but into the vault', async () => {
    const world = await readyWorld();
    const { payer, stranger, newAdmin } = world.there.signers;
    const held = new Set([payer, stranger, newAdmin].map((one) => one.address));
    const asked = fc.asyncProperty(mutation, async (mutated) => {
      if ((await logOf(world, requestOf(world, mutated, held))) === null) return;
      const [inVault, withProxy, ...elsewhere] = heldTokens(world);
      expect(inVault! + withProxy!).toBe(IN_VAULT + WITH_PROXY);
      expect(elsewhere).toEqual([0n, 0n]);
      const { paused, dailyLimit, debitedTotal } = decodeVaultState(world.data(world.there.state));
      expect([paused, dailyLimit, debitedTotal]).toEqual([false, LIMIT, 0n]);
      expect(decodeProxy(world.data(world.there.proxy)).tier).toBe(0);
      world.putToken(world.there.vaultToken, { owner: world.there.state, amount: IN_VAULT });
      world.putToken(world.there.proxyToken, { owner: world.there.proxy, amount: WITH_PROXY });
    });
    await fc.assert(asked, RUNS);
  });

  it('of those who have one keep every sum and the limit', async () => {
    const world = await readyWorld();
    const held = new Set(Object.values(world.there.signers).map((one) => one.address));
    const paidNumbers = new Set<string>();
    const asked = fc.asyncProperty(mutation, async (mutated) => {
      const stateBefore = world.data(world.there.state);
      const logs = await logOf(world, requestOf(world, mutated, held));
      if (logs === null) return;
      for (const number of paidIn(logs)) {
        expect(paidNumbers).not.toContain(number);
        paidNumbers.add(number);
      }
      const { debitedTotal, creditedTotal, outflow } = decodeVaultState(
        world.data(world.there.state),
      );
      const [inVault, withProxy, paid, stolen] = heldTokens(world);
      expect(inVault).toBe(IN_VAULT + creditedTotal - debitedTotal);
      expect(withProxy).toBe(WITH_PROXY - creditedTotal);
      expect(paid! + stolen!).toBe(debitedTotal);
      expect(outflow).toBe(debitedTotal);
      expect(debitedTotal).toBeLessThanOrEqual(LIMIT);
      // New keys, another limit or a pause would make every later request fail.
      const isGovernance = ['setKeys', 'setLimits', 'setPaused'].includes(mutated.name);
      if (isGovernance)
        world.put(world.there.state, { programAddress: PROGRAM, data: stateBefore });
    });
    await fc.assert(asked, RUNS);
  });
});
