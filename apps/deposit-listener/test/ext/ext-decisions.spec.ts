/** What becomes of a deposit that was found: taken, refused, or queued; and when what is queued comes up again. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { DAY_MS } from '@bellwether/funding';
import type { Deposit, Tier } from '@bellwether/funding';
import { tickOf, userOf } from '@bellwether/funding-testbed';
import type { Worker } from '@bellwether/runtime';
import { DecideDeposits } from '../../src/ext/decide/decide-deposits';
import { DepositValue } from '../../src/ext/decide/deposit-value';
import type { ListenerParts } from '../../src/parts';
import { World } from '../world';
import { ExtByHand } from './ext-by-hand';

const USDC = 1_000_000n;
const user = userOf(1);

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => world.stop());

let by: ExtByHand;
const beginAnew = async (): Promise<void> => {
  by = await ExtByHand.begin(world);
};

const usdc = (): Address => by.parts.usdc.ext;
const token = (): Address => world.network.description.ext.tokens[1]!.mint;
const unknown = addressOf(new Uint8Array(32).fill(0xab));

/** Everybody's tier, as it is remembered and as the chain has it. */
const tiersOf = (remembered: Tier, onChain: Tier): ListenerParts['tiers'] =>
  ({
    tierOf: async () => remembered,
    refresh: async () => ({ tier: onChain, isOnChain: true, readMs: 0 }),
  }) as unknown as ListenerParts['tiers'];

/** The two workers that decide, of users of that tier. */
function deciding(parts: ListenerParts, tier: Tier = 0): readonly Worker[] {
  const { swap, now } = parts;
  const value = new DepositValue({ swap, usdcExt: parts.usdc.ext, now });
  const tiers = tiersOf(tier, tier);
  const judging = { ...parts, tiers, value };
  return [
    new DecideDeposits('decide-usdc', ['ext_usdc'], judging),
    new DecideDeposits('decide-tokens', ['ext_token', 'ext_native'], judging),
  ];
}

async function judged(
  what: { readonly mint?: Address; readonly amount: bigint },
  tier?: Tier,
): Promise<Deposit> {
  const deposit = await by.insert(user, what);
  for (const worker of deciding(by.parts, tier)) await tickOf(worker);
  return by.deposit(deposit);
}

const used = async (): Promise<number> =>
  (await by.parts.stores.dailyCap.status(by.parts.now())).usedMicroUsdc;

describe('a deposit is', () => {
  beforeAll(beginAnew);

  it.each<[string, { mint?: () => Address; amount: bigint; tier?: Tier }, Partial<Deposit>]>([
    ['taken at the minimum', { mint: usdc, amount: USDC }, { step: 'bridging' }],
    [
      'refused below it',
      { mint: usdc, amount: USDC - 1n },
      { phase: 'rejected', reason: 'below_minimum' },
    ],
    ['taken at 0.05 native units', { amount: 50_000_000n }, { step: 'swapping' }],
    [
      'refused below 0.05 native units',
      { amount: 49_999_999n },
      { phase: 'rejected', reason: 'below_minimum' },
    ],
    [
      'refused at one lamport, which nobody would quote',
      { amount: 1n },
      { phase: 'rejected', reason: 'below_minimum' },
    ],
    [
      'refused where its quote is below the minimum',
      { mint: token, amount: 4_999_900n },
      { phase: 'rejected', reason: 'below_minimum' },
    ],
    ['taken where its quote is not', { mint: token, amount: 5_000_000n }, { step: 'swapping' }],
    [
      'refused where nobody trades it',
      { mint: () => unknown, amount: 10n ** 12n },
      { phase: 'rejected', reason: 'unsupported_token' },
    ],
    ['taken at the cap of tier 0', { mint: usdc, amount: 10_000n * USDC }, { step: 'bridging' }],
    [
      'refused above the cap of tier 0',
      { mint: usdc, amount: 10_000n * USDC + 1n },
      { phase: 'rejected', reason: 'above_tx_cap', tier: 0 },
    ],
    [
      'refused where its quote is above the cap',
      { amount: 66_700_000_000n },
      { phase: 'rejected', reason: 'above_tx_cap' },
    ],
    [
      'taken above it at tier 1',
      { mint: usdc, amount: 10_000n * USDC + 1n, tier: 1 },
      { step: 'bridging', tier: 1 },
    ],
    [
      'refused above every cap, whatever it is worth',
      { mint: token, amount: 10n ** 15n, tier: 2 },
      { phase: 'rejected', reason: 'above_tx_cap' },
    ],
    [
      'put before an operator above a whole day',
      { mint: usdc, amount: 100_001n * USDC, tier: 1 },
      { phase: 'queued', reason: 'operator_review', retryAtMs: null },
    ],
  ])('%s', async (_, { mint, amount, tier }, expected) => {
    const what = mint === undefined ? { amount } : { mint: mint(), amount };
    const before = await used();
    const deposit = await judged(what, tier);
    expect(deposit).toMatchObject(expected);
    // A swap may bring 1 % more than was quoted.
    const { step, amountMicroUsdc } = deposit;
    const margin = step === 'swapping' ? Math.ceil(amountMicroUsdc / 100) : 0;
    // Of a token that nobody vouches for nothing counts before it is USDC.
    const isTaken = mint !== token && (step === 'swapping' || step === 'bridging');
    expect((await used()) - before).toBe(isTaken ? amountMicroUsdc + margin : 0);
  });
});

describe('the queue', () => {
  beforeEach(beginAnew);

  const settings = () => by.parts.stores.settings;
  const states = async (deposits: readonly Deposit[]): Promise<unknown[]> => {
    const rows = await world.rows(
      by.url,
      'SELECT COALESCE(reason, step) AS state FROM deposits WHERE deposit_id = ANY($1) ORDER BY number',
      [deposits.map(({ depositId }) => Buffer.from(depositId))],
    );
    return rows.map(({ state }) => state);
  };
  const insertAll = async (amounts: readonly bigint[]): Promise<Deposit[]> => {
    const deposits: Deposit[] = [];
    for (const amount of amounts) deposits.push(await by.insert(user, { mint: usdc(), amount }));
    return deposits;
  };

  it('of a bridge that is off is let in when it is on: first come, first in', async () => {
    await settings().setDailyCap(Number(25n * USDC), by.parts.now());
    await settings().setBridgeExecutor(false, by.parts.now());
    const deposits = await insertAll([10n * USDC, 10n * USDC, 10n * USDC, 5n * USDC]);
    const workers = deciding(by.parts);
    await by.workOnce(workers);
    expect(await states(deposits)).toEqual(Array(4).fill('bridge_off'));
    await by.workOnce(workers);
    expect(await used()).toBe(0);
    await settings().setBridgeExecutor(true, by.parts.now());
    await by.workOnce(workers);
    // The third does not fit any more; that holds the fourth not up.
    expect(await states(deposits)).toEqual(['bridging', 'bridging', 'daily_cap', 'bridging']);
  });

  it('of the daily cap comes up at 00:00 UTC in the order of arrival, before who came after', async () => {
    await settings().setDailyCap(Number(20n * USDC), by.parts.now());
    const first = await insertAll([20n * USDC]);
    const workers = deciding(by.parts);
    await by.workOnce(workers);
    const waiting = await insertAll([12n * USDC, 5n * USDC]);
    await by.workOnce(workers);
    expect(await states([...first, ...waiting])).toEqual(['bridging', 'daily_cap', 'daily_cap']);
    const { retryAtMs } = await by.deposit(waiting[0]!);
    expect(retryAtMs! % DAY_MS).toBe(0);
    by.clock.aheadMs = retryAtMs! - 1_000 - Date.now();
    await by.workOnce(workers);
    expect(await states(waiting)).toEqual(['daily_cap', 'daily_cap']);
    by.clock.aheadMs += 2_000;
    const late = await insertAll([8n * USDC]);
    await by.workOnce(workers);
    expect(await states([...waiting, ...late])).toEqual(['bridging', 'bridging', 'daily_cap']);
    expect(await used()).toBe(Number(17n * USDC));
  });

  it('of an operator blocks nobody, and passes the cap when it is released', async () => {
    await settings().setDailyCap(Number(20n * USDC), by.parts.now());
    const deposits = await insertAll([21n * USDC, 20n * USDC]);
    const workers = deciding(by.parts);
    await by.workOnce(workers);
    expect(await states(deposits)).toEqual(['operator_review', 'bridging']);
    await by.parts.stores.deposits.release(deposits[0]!.depositId, by.parts.now());
    await by.workOnce(workers);
    expect(await by.deposit(deposits[0]!)).toMatchObject({ step: 'bridging', reservation: null });
    expect(await used()).toBe(Number(20n * USDC));
  });

  it('is never past the cap: 200 deposits, two listeners at once', async () => {
    const cap = Number(150n * USDC) + 500_000;
    await settings().setDailyCap(cap, by.parts.now());
    const deposits = await insertAll(Array.from({ length: 200 }, () => USDC));
    const other = await world.parts(by.url);
    const all = [...deciding(by.parts), ...deciding(other)];
    await by.work(async () => {
      await Promise.all(all.map((worker) => tickOf(worker)));
      return (await states(deposits)).every((state) => state !== 'deciding');
    }, []);
    const outcomes = await states(deposits);
    // All together in order: what came first is in.
    expect(outcomes.slice(0, 150)).toEqual(Array(150).fill('bridging'));
    expect(outcomes.slice(150)).toEqual(Array(50).fill('daily_cap'));
    expect(await used()).toBe(Number(150n * USDC));
  });
});

describe('while the world is away', () => {
  beforeEach(beginAnew);

  it('deposits of tokens wait, and those of USDC do not', async () => {
    world.network.swap.setFaults({ error: { status: 503, body: { error: 'busy' } } });
    const waiting = await by.insert(user, { mint: token(), amount: 10_000_000n });
    const taken = await by.insert(user, { mint: usdc(), amount: USDC });
    const [decideUsdc, decideTokens] = deciding(by.parts);
    await expect(tickOf(decideTokens!, 'SWAP_UNAVAILABLE')).rejects.toMatchObject({
      code: 'SWAP_UNAVAILABLE',
    });
    await tickOf(decideUsdc!);
    expect(await by.deposit(waiting)).toMatchObject({ phase: 'detected', step: 'deciding' });
    expect(await by.deposit(taken)).toMatchObject({ step: 'bridging' });
    world.network.swap.setFaults({});
    // Not at once: it was just asked.
    expect(await tickOf(decideTokens!)).toBe(0);
    by.clock.aheadMs += 3_000;
    expect(await tickOf(decideTokens!)).toBe(1);
    expect(await by.deposit(waiting)).toMatchObject({ step: 'swapping' });
  });

  it('dust of one user delays no other where the service answers few requests', async () => {
    for (let i = 0; i < 100; i++) await by.insert(userOf(1), { amount: 60_000_000n });
    const deposit = await by.insert(userOf(2), { amount: 60_000_000n });
    let answers = 5;
    const value = {
      of: async () => {
        if (answers-- > 0) return 5_000_000;
        throw new CodedError('SWAP_UNAVAILABLE');
      },
    };
    const parts = { ...by.parts, tiers: tiersOf(0, 0), value };
    expect(await tickOf(new DecideDeposits('decide-tokens', ['ext_native'], parts))).toBe(0);
    expect(await by.deposit(deposit)).toMatchObject({ step: 'swapping' });
  });

  it.each([
    ['a cap that was raised a moment ago refuses nobody', 1, { step: 'bridging', tier: 1 }],
    ['one that is still the same does', 0, { phase: 'rejected', reason: 'above_tx_cap' }],
  ] as const)('%s', async (_what, onChain, expected) => {
    const deposit = await by.insert(user, { mint: usdc(), amount: 10_000n * USDC + 1n });
    const value = { of: async () => Number(10_000n * USDC + 1n) };
    const tiers = tiersOf(0, onChain);
    await tickOf(new DecideDeposits('usdc', ['ext_usdc'], { ...by.parts, tiers, value }));
    expect(await by.deposit(deposit)).toMatchObject(expected);
  });

  it('nothing is judged without a tier, and nobody else is held up', async () => {
    const deposits = [
      await by.insert(userOf(1), { mint: usdc(), amount: USDC }),
      await by.insert(userOf(2), { mint: usdc(), amount: USDC }),
    ];
    const tierOf = async (who: Uint8Array): Promise<Tier> => {
      if (who[3] === 2) return 0;
      throw new CodedError('CHAIN_UNAVAILABLE');
    };
    const tiers = { tierOf } as unknown as ListenerParts['tiers'];
    const value = { of: async () => 1_000_000 };
    const worker = new DecideDeposits('decide-usdc', ['ext_usdc'], { ...by.parts, tiers, value });
    // The tick did not fail, and the next one comes after a pause.
    expect(await tickOf(worker)).toBe(0);
    expect(await by.deposit(deposits[0]!)).toMatchObject({ step: 'deciding' });
    expect(await by.deposit(deposits[1]!)).toMatchObject({ step: 'bridging' });
  });
});
