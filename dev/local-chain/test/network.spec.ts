/**
 * The whole local network in one process: USDC goes from ext through bridge and vault to main and back, over the real
 * programs, and on the way everything that must not work is tried. A refusal is proven by what did not move.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NATIVE_MINT,
  creditProxy,
  initProxyWallet,
  setUserTier,
  setVaultPaused,
} from '@bellwether/chain';
import type { Instruction, Signer } from '@bellwether/chain';
import { startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork } from '@bellwether/local-chain';
import { vaultErrorOf } from '@bellwether/vault-program';
import type { Vaa } from '@bellwether/wormhole';
import { NetworkMoney } from './network-money';
import type { Said } from './network-money';

const USDC = 1_000_000n;
const DEPOSIT = 250n * USDC;
const WITHDRAWAL = 100n * USDC;
const withdrawalId = new Uint8Array(32).fill(0x77);
const otherId = new Uint8Array(32).fill(0x78);

let network: LocalNetwork;
let money: NetworkMoney;
beforeAll(async () => {
  network = await startLocalNetwork({ slotMs: 20, finalizeAfterBlocks: 2 });
  money = await NetworkMoney.of(network);
});
afterAll(() => network.stop());

/** Runs `attempt`, in which each transaction is refused, and finds every balance where it was. */
async function expectNothingMoved(attempt: () => Promise<(string | null)[]>): Promise<string[]> {
  const before = await money.everything();
  const said = await attempt();
  expect(await money.everything()).toEqual(before);
  return said.map(refusalIn);
}

/** The vault's name of its refusal where it was the vault's, else what the chain said. */
function refusalIn(error: string | null): string {
  if (error === null) return 'done';
  const custom = /"Custom":"?(\d+)/.exec(error)?.[1];
  return vaultErrorOf(Number(custom)) ?? error;
}

const sendAs = async (signer: Signer, ...instructions: readonly Instruction[]) => [
  (await money.send('main', { instructions, feePayer: signer })).error,
];

describe('a deposit', () => {
  let locked: Said;
  let vaa: Vaa;

  it('is locked on ext', async () => {
    await money.receive(DEPOSIT);
    const before = await money.everything();
    locked = await money.lock(DEPOSIT);
    expect(locked.error).toBeNull();
    expect(await money.everything()).toEqual({
      ...before,
      user: 0n,
      custody: before['custody']! + DEPOSIT,
    });
  });

  it('does not arrive by twelve of nineteen signatures', async () => {
    network.guardians.setFaults({ signatureCount: 12 });
    const twelve = await money.attestation('ext', locked);
    expect(twelve.signatures).toHaveLength(12);
    const said = await expectNothingMoved(() => money.complete('main', twelve));
    expect(said.slice(-2)).not.toContain('done');
  });

  it('does not arrive by a forged signature among thirteen', async () => {
    network.guardians.setFaults({});
    const honest = await money.attestation('ext', locked);
    const forger = honest.signatures[4]!.guardianIndex;
    network.guardians.setFaults({ forgedGuardians: [forger] });
    const forged = await money.attestation('ext', locked);
    expect(forged.signatures).toHaveLength(13);
    const said = await expectNothingMoved(() => money.complete('main', forged));
    expect(said.slice(-2)).not.toContain('done');
    network.guardians.setFaults({});
  });

  it('arrives at the proxy wallet by thirteen', async () => {
    const before = await money.everything();
    vaa = await money.attestation('ext', locked);
    expect(await money.complete('main', vaa)).toEqual([null, null, null, null]);
    expect(await money.everything()).toEqual({
      ...before,
      proxy: DEPOSIT,
      wrapped: before['wrapped']! + DEPOSIT,
    });
  });

  it('does not arrive again: the VAA is used up', async () => {
    const said = await expectNothingMoved(() => money.complete('main', vaa));
    expect(said.at(-1)).not.toBe('done');
  });

  it('is credited by the vault, once', async () => {
    const { vault, operator, userKey: user } = money;
    const before = await money.everything();
    const init = await initProxyWallet(vault, { payer: operator.address, user });
    const credit = await creditProxy(vault, { user });
    expect(await sendAs(operator, init, credit)).toEqual([null]);
    expect(await money.everything()).toEqual({
      ...before,
      proxy: 0n,
      vault: before['vault']! + DEPOSIT,
    });
    const said = await expectNothingMoved(() => sendAs(operator, credit));
    expect(said).toEqual(['NothingToCredit']);
  });
});

describe('the vault refuses', () => {
  it('a debit of another mint', async () => {
    const vault = { ...money.vault, mint: NATIVE_MINT };
    const debit = await money.debit({ withdrawalId, amount: 1n, vault });
    const said = await expectNothingMoved(() => sendAs(money.operator, debit));
    expect(said).toEqual(['WrongMint']);
  });

  it.each(['registrar', 'admin', 'treasury', 'user'] as const)('a debit by %s', async (role) => {
    const operator = role === 'user' ? money.user : network.keys.signers[role];
    if (role === 'user') await network.main.chain.airdrop(operator.address, 1_000_000_000n);
    const debit = await money.debit({ withdrawalId, amount: 1n, operator });
    const said = await expectNothingMoved(() => sendAs(operator, debit));
    expect(said).toEqual(['Unauthorized']);
  });

  it('a tier by the operator, and the end of a pause by anyone but the admin', async () => {
    const { vault, operator, userKey: user } = money;
    const tier = await setUserTier(vault, { registrar: operator.address, user, tier: 2 });
    expect((await sendAs(operator, tier)).map(refusalIn)).toEqual(['Unauthorized']);
    const { registrar } = network.keys.signers;
    for (const signer of [operator, registrar]) {
      const unpause = setVaultPaused(vault, { authority: signer.address, isPaused: false });
      expect((await sendAs(signer, unpause)).map(refusalIn)).toEqual(['Unauthorized']);
    }
  });

  it('everything while it is paused', async () => {
    const { vault, operator } = money;
    const { admin } = network.keys.signers;
    const pause = setVaultPaused(vault, { authority: operator.address, isPaused: true });
    expect(await sendAs(operator, pause)).toEqual([null]);
    const said = await expectNothingMoved(async () => [
      (await money.debitAndBurn(withdrawalId, WITHDRAWAL)).error,
    ]);
    expect(said).toEqual(['Paused']);
    const unpause = setVaultPaused(vault, { authority: admin.address, isPaused: false });
    expect(await sendAs(admin, unpause)).toEqual([null]);
  });

  it('more than it has, and then burns nothing', async () => {
    const said = await expectNothingMoved(async () => [
      (await money.debitAndBurn(otherId, DEPOSIT + 1n)).error,
    ]);
    expect(said).toEqual(['InsufficientVault']);
  });
});

describe('a withdrawal', () => {
  let burned: Said;

  it('is debited and burned in one transaction', async () => {
    const before = await money.everything();
    burned = await money.debitAndBurn(withdrawalId, WITHDRAWAL);
    expect(burned.error).toBeNull();
    expect(await money.everything()).toEqual({
      ...before,
      vault: before['vault']! - WITHDRAWAL,
      wrapped: before['wrapped']! - WITHDRAWAL,
    });
  });

  it('is not debited again under the same id', async () => {
    const said = await expectNothingMoved(async () => [
      (await money.debitAndBurn(withdrawalId, WITHDRAWAL)).error,
      (await money.debitAndBurn(withdrawalId, 1n)).error,
    ]);
    expect(said).toEqual(['AlreadyDebited', 'AlreadyDebited']);
  });

  it('arrives on ext, once', async () => {
    const before = await money.everything();
    const vaa = await money.attestation('main', burned);
    expect(await money.complete('ext', vaa)).toEqual([null, null, null, null]);
    const after = await money.everything();
    expect(after).toEqual({
      ...before,
      user: WITHDRAWAL,
      custody: before['custody']! - WITHDRAWAL,
    });
    expect(after['wrapped']).toBe(after['custody']);
    const said = await expectNothingMoved(() => money.complete('ext', vaa));
    expect(said.at(-1)).not.toBe('done');
  });
});
