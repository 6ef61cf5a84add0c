/** What each instruction guarantees, executed by the committed program in an SVM. */
import { describe, expect, it } from 'vitest';
import {
  VAULT_INSTRUCTIONS,
  VAULT_PROGRAM_ID,
  decodeProxy,
  decodeVaultState,
  vaultEventsOfLog,
  vaultInstructionData,
} from '../src/index';
import type { VaultEvent } from '../src/index';
import { bytesOf, namedAddress } from './inhabitants';
import { START_SECONDS, SECONDS_A_DAY, VaultWorld } from './vault-world';
import type { Change, InstructionName, Outcome } from './vault-world';

const START_DAY = START_SECONDS / SECONDS_A_DAY;

async function done(world: VaultWorld, name: InstructionName, change?: Change): Promise<Outcome> {
  const outcome = await world.send(name, change);
  expect(outcome.result).toBe('ok');
  return outcome;
}

function onlyEvent({ logs }: Outcome): VaultEvent {
  const { events, isComplete } = vaultEventsOfLog(logs, VAULT_PROGRAM_ID);
  expect(isComplete).toBe(true);
  expect(events).toHaveLength(1);
  return events[0]!;
}

describe('initialize', () => {
  it('makes the state with its keys, its limit and empty sums, and says so', async () => {
    const world = await VaultWorld.empty();
    const outcome = await done(world, 'initialize');
    const { admin, operator, registrar } = world.there.signers;
    const keys = {
      admin: bytesOf(admin.address),
      operator: bytesOf(operator.address),
      registrar: bytesOf(registrar.address),
      mint: bytesOf(world.there.mint),
      vaultToken: bytesOf(world.there.vaultToken),
    };
    expect(decodeVaultState(world.data(world.there.state))).toEqual({
      version: 1,
      bump: expect.any(Number),
      paused: false,
      dailyLimit: 600n,
      outflowDay: 0n,
      outflow: 0n,
      creditedTotal: 0n,
      debitedTotal: 0n,
      ...keys,
    });
    expect(onlyEvent(outcome)).toEqual({ kind: 'VaultInitialized', ...keys, dailyLimit: 600n });
  });

  it('is not hindered by lamports that somebody sent to the address before', async () => {
    const world = await VaultWorld.empty();
    world.putWallet(world.there.state, 1_000_000n);
    await done(world, 'initialize');
    expect(decodeVaultState(world.data(world.there.state)).version).toBe(1);
  });
});

describe('init_proxy', () => {
  it('makes an empty proxy of tier 0, and says so', async () => {
    const world = await VaultWorld.empty();
    const outcome = await done(world, 'initProxy');
    const user = bytesOf(world.there.user);
    expect(decodeProxy(world.data(world.there.proxy))).toEqual({
      version: 1,
      bump: expect.any(Number),
      tier: 0,
      creditSeq: 0n,
      creditedTotal: 0n,
      nativeSeq: 0n,
      nativeTotal: 0n,
      user,
      paidWatermark: 0n,
      paidWindow: new Uint8Array(24),
    });
    expect(onlyEvent(outcome)).toEqual({
      kind: 'ProxyInitialized',
      user,
      proxy: bytesOf(world.there.proxy),
    });
  });
});

describe('credit', () => {
  it('moves all there is and numbers it, from 1, without a gap', async () => {
    const world = await VaultWorld.ready();
    for (const [creditSeq, amount, total] of [
      [1n, 250n, 250n],
      [2n, 7n, 257n],
    ] as const) {
      world.putToken(world.there.proxyToken, { owner: world.there.proxy, amount });
      const outcome = await done(world, 'credit');
      expect(onlyEvent(outcome)).toEqual({
        kind: 'Credit',
        user: bytesOf(world.there.user),
        proxy: bytesOf(world.there.proxy),
        amount,
        creditSeq,
      });
      expect(world.tokens(world.there.proxyToken)).toBe(0n);
      expect(world.tokens(world.there.vaultToken)).toBe(1_000n + total);
      const { creditedTotal, ...proxy } = decodeProxy(world.data(world.there.proxy));
      expect([proxy.creditSeq, creditedTotal]).toEqual([creditSeq, total]);
      expect(decodeVaultState(world.data(world.there.state)).creditedTotal).toBe(total);
    }
  });

  it('takes what lies in another token account of the proxy too', async () => {
    const world = await VaultWorld.ready();
    const other = namedAddress('another account of the proxy');
    world.putToken(other, { owner: world.there.proxy, amount: 5n });
    await done(world, 'credit', { addresses: { proxyToken: other } });
    expect([world.tokens(other), world.tokens(world.there.vaultToken)]).toEqual([0n, 1_005n]);
  });
});

describe('what a stranger prepared', () => {
  it('on a token account of the proxy, a delegate and the right to close, takes nothing of a credit', async () => {
    const world = await VaultWorld.ready();
    const [other, thief] = [namedAddress('prepared'), namedAddress('thief')];
    const { proxy, vaultToken } = world.there;
    world.putToken(other, { owner: proxy, amount: 5n, delegate: thief, closeAuthority: thief });
    await done(world, 'credit', { addresses: { proxyToken: other } });
    expect([world.tokens(other), world.tokens(vaultToken)]).toEqual([0n, 1_005n]);
  });

  it('of lamports on state and proxy does not change what the vault owes', async () => {
    const world = await VaultWorld.ready();
    world.addLamports(world.there.state, 1_000_000_000n);
    world.addLamports(world.there.proxy, 1_000_000_000n);
    const before = decodeVaultState(world.data(world.there.state));
    await done(world, 'sweepNative');
    expect(decodeVaultState(world.data(world.there.state))).toEqual(before);
    await done(world, 'credit');
    await done(world, 'debit');
  });

  it('cannot make state or proxy, nor pay, a second time', async () => {
    const world = await VaultWorld.ready();
    await done(world, 'debit');
    expect((await world.send('initialize')).result).toBe('VaultExists');
    expect((await world.send('initProxy')).result).toBe('ProxyExists');
    expect((await world.send('debit')).result).toBe('AlreadyDebited');
  });
});

describe('debit', () => {
  it('pays the recipient, marks the number, and makes no account', async () => {
    const world = await VaultWorld.ready();
    const outcome = await done(world, 'debit');
    expect(world.tokens(world.there.vaultToken)).toBe(600n);
    expect(world.tokens(world.there.recipientToken)).toBe(400n);
    expect(world.svm.getAccount(world.there.reference).exists).toBe(false);
    const { paidWatermark, paidWindow } = decodeProxy(world.data(world.there.proxy));
    expect([paidWatermark, ...paidWindow]).toEqual([0n, 1, ...Array(23).fill(0)]);
    expect(onlyEvent(outcome)).toEqual({
      kind: 'Debit',
      user: bytesOf(world.there.user),
      paymentSeq: 1n,
      withdrawalId: bytesOf(world.there.reference),
      recipientToken: bytesOf(world.there.recipientToken),
      amount: 400n,
      outflowDay: START_DAY,
      outflow: 400n,
    });
    const { debitedTotal, outflow, outflowDay } = decodeVaultState(world.data(world.there.state));
    expect([debitedTotal, outflow, outflowDay]).toEqual([400n, 400n, START_DAY]);
  });

  it('is not hindered by lamports, or an account, at the address of its id', async () => {
    const world = await VaultWorld.ready();
    world.putWallet(world.there.reference, 900_000n);
    await done(world, 'debit');
    world.put(world.there.reference, {
      programAddress: namedAddress('x'),
      data: new Uint8Array(9),
    });
    await done(world, 'debit', world.debits(2n));
    expect(world.tokens(world.there.recipientToken)).toBe(401n);
  });

  it('lets out the limit to the last unit in a UTC day, and again from midnight', async () => {
    const world = await VaultWorld.ready();
    world.putToken(world.there.vaultToken, { owner: world.there.state, amount: 5_000n });
    const midnight = (START_DAY + 1n) * SECONDS_A_DAY;
    const cases: readonly (readonly [at: bigint, amount: bigint, result: string])[] = [
      [START_SECONDS, 400n, 'ok'],
      [midnight - 1n, 201n, 'DailyLimitExceeded'],
      [midnight - 1n, 200n, 'ok'],
      [midnight - 1n, 1n, 'DailyLimitExceeded'],
      [midnight, 300n, 'ok'],
      [midnight - 1n, 301n, 'DailyLimitExceeded'], // a clock that goes back starts no second day
      [midnight + 1n, 100n, 'ok'],
    ];
    for (const [index, [at, amount, result]] of cases.entries()) {
      world.setTime(at);
      const outcome = await world.send('debit', world.debits(BigInt(index) + 1n, amount));
      expect([index, outcome.result]).toEqual([index, result]);
    }
    expect(world.tokens(world.there.recipientToken)).toBe(1_000n);
  });
});

describe('the roles', () => {
  it('set_keys hands all three over; the keys of before have nothing left', async () => {
    const world = await VaultWorld.ready();
    const outcome = await done(world, 'setKeys', {
      data: vaultInstructionData(VAULT_INSTRUCTIONS.setKeys, {
        operator: bytesOf(world.there.signers.stranger.address),
        registrar: bytesOf(world.there.signers.payer.address),
      }),
    });
    const keys = {
      admin: bytesOf(world.there.signers.newAdmin.address),
      operator: bytesOf(world.there.signers.stranger.address),
      registrar: bytesOf(world.there.signers.payer.address),
    };
    expect(decodeVaultState(world.data(world.there.state))).toMatchObject(keys);
    expect(onlyEvent(outcome)).toEqual({ kind: 'KeysSet', ...keys });
    for (const name of ['setLimits', 'debit', 'setTier'] as const)
      expect((await world.send(name)).result).toBe('Unauthorized');
    const newOperator = { operator: world.there.signers.stranger.address };
    await done(world, 'debit', { addresses: newOperator });
  });

  it('set_keys may leave the admin as it was', async () => {
    const world = await VaultWorld.ready();
    const { admin } = world.there.signers;
    await done(world, 'setKeys', { addresses: { newAdmin: admin.address } });
    expect(decodeVaultState(world.data(world.there.state)).admin).toEqual(bytesOf(admin.address));
  });

  it('set_limits counts from the next debit on, also what left before', async () => {
    const world = await VaultWorld.ready();
    await done(world, 'debit');
    const data = vaultInstructionData(VAULT_INSTRUCTIONS.setLimits, { dailyLimit: 401n });
    const outcome = await done(world, 'setLimits', { data });
    expect(onlyEvent(outcome)).toEqual({
      kind: 'LimitsSet',
      previousDailyLimit: 600n,
      dailyLimit: 401n,
    });
    const second = (amount: bigint) => world.send('debit', world.debits(2n, amount));
    expect((await second(2n)).result).toBe('DailyLimitExceeded');
    expect((await second(1n)).result).toBe('ok');
  });

  it('set_tier keeps the tier and says which it was', async () => {
    const world = await VaultWorld.ready();
    const outcome = await done(world, 'setTier');
    expect(decodeProxy(world.data(world.there.proxy)).tier).toBe(2);
    expect(onlyEvent(outcome)).toEqual({
      kind: 'TierSet',
      user: bytesOf(world.there.user),
      previousTier: 0,
      tier: 2,
    });
  });

  it('set_paused stops all money; the operator may pause, the admin alone ends it', async () => {
    const world = await VaultWorld.ready();
    const operator = { authority: world.there.signers.operator.address };
    const resume = vaultInstructionData(VAULT_INSTRUCTIONS.setPaused, { paused: false });
    const outcome = await done(world, 'setPaused', { addresses: operator });
    expect(onlyEvent(outcome)).toEqual({
      kind: 'PausedSet',
      by: bytesOf(world.there.signers.operator.address),
      paused: true,
    });
    world.addLamports(world.there.proxy, 5_000n);
    for (const name of ['credit', 'debit', 'sweepNative', 'closeProxyToken'] as const)
      expect((await world.send(name)).result).toBe('Paused');
    const byOperator = await world.send('setPaused', { addresses: operator, data: resume });
    expect(byOperator.result).toBe('Unauthorized');
    await done(world, 'setPaused', { data: resume });
    for (const name of ['credit', 'debit', 'sweepNative', 'closeProxyToken'] as const)
      await done(world, name);
  });
});

describe('sweep_native', () => {
  it('moves what lies beyond the rent and numbers it', async () => {
    const world = await VaultWorld.ready();
    const [rent, before] = [
      world.lamports(world.there.proxy),
      world.lamports(world.there.treasury),
    ];
    for (const [nativeSeq, lamports] of [
      [1n, 5_000n],
      [2n, 1n],
    ] as const) {
      world.addLamports(world.there.proxy, lamports);
      const outcome = await done(world, 'sweepNative');
      expect(onlyEvent(outcome)).toEqual({
        kind: 'NativeSwept',
        user: bytesOf(world.there.user),
        proxy: bytesOf(world.there.proxy),
        treasury: bytesOf(world.there.treasury),
        lamports,
        nativeSeq,
      });
    }
    expect(world.lamports(world.there.proxy)).toBe(rent);
    expect(world.lamports(world.there.treasury)).toBe(before + 5_001n);
    const { nativeSeq, nativeTotal } = decodeProxy(world.data(world.there.proxy));
    expect([nativeSeq, nativeTotal]).toEqual([2n, 5_001n]);
  });
});

describe('close_proxy_token', () => {
  it("closes an empty account of the proxy; all its lamports are the registrar's", async () => {
    const world = await VaultWorld.ready();
    const { emptyProxyToken, proxy, proxyToken, signers, user } = world.there;
    const rent = world.lamports(emptyProxyToken);
    world.addLamports(emptyProxyToken, 7n);
    const [before, ofProxy] = [world.lamports(signers.registrar.address), world.data(proxy)];
    const outcome = await done(world, 'closeProxyToken');
    expect(onlyEvent(outcome)).toEqual({
      kind: 'ProxyTokenClosed',
      user: bytesOf(user),
      proxy: bytesOf(proxy),
      proxyToken: bytesOf(emptyProxyToken),
      lamports: rent + 7n,
    });
    expect(world.lamports(signers.registrar.address)).toBe(before + rent + 7n);
    expect(world.svm.getAccount(emptyProxyToken).exists).toBe(false);
    expect([world.data(proxy), world.tokens(proxyToken)]).toEqual([ofProxy, 250n]);
  });

  it('takes the associated one too once it is swept, and a new one receives as before', async () => {
    const world = await VaultWorld.ready();
    const { proxy, proxyToken } = world.there;
    const change = { addresses: { proxyToken } };
    expect((await world.send('closeProxyToken', change)).result).toBe('TokenNotEmpty');
    await done(world, 'credit');
    await done(world, 'closeProxyToken', change);
    world.putToken(proxyToken, { owner: proxy, amount: 3n });
    await done(world, 'credit');
    expect(decodeProxy(world.data(proxy)).creditSeq).toBe(2n);
  });
});
