/**
 * Whatever users do, in any order: the chain costs of the operator's wallets are paid for, or owed by users, those who
 * never paid within their cap; and its capital is in its ledger.
 */
import { describe, expect, it } from 'vitest';
import { GasWalk, WALK_ACTIONS } from './gas-walk';
import type { WalkAction } from './gas-walk';

const TARIFF = {
  extPerTxLamports: 10_000,
  mainPerTxLamports: 10_000,
  extPerSignatureLamports: 5_000,
  mainPerSignatureLamports: 5_000,
  extRentPerByteLamports: 6_960,
  mainRentPerByteLamports: 6_960,
  extNativePriceMicroUsdc: 150_000_000,
  mainNativePriceMicroUsdc: 150_000_000,
  markupBps: 1_000,
};
const ACTIONS = 10_000;
/** From the clock, so that each run differs. It is printed; `GAS_WALK_SEED` repeats it. */
const SEED = Number(process.env['GAS_WALK_SEED'] ?? Date.now() % 2 ** 32);

function walked(seed: number, actions: readonly WalkAction[], markupBps = 1_000): GasWalk {
  const walk = new GasWalk(seed, { ...TARIFF, markupBps }, actions);
  for (let done = 0; done < ACTIONS; done++) {
    walk.act();
    if (walk.unpaid > walk.unpaidCap) throw new Error(`seed ${seed}: ${walk.unpaid} unpaid`);
  }
  walk.end();
  return walk;
}

/** Costs of the operator that were charged to nobody: for each user beyond what the reserve paid, and in total. */
const lossesOf = ({ lossOfUsers, cost, charged }: GasWalk, seed: number) => ({
  seed,
  // Thousands of lines would hide the seed.
  ofUsers: lossOfUsers.slice(0, 5),
  ofAll: Math.max(0, cost - charged),
});
const noLoss = (seed: number) => ({ seed, ofUsers: [], ofAll: 0 });

describe(`10,000 actions cost the operator no more than users are charged, seed ${SEED}`, () => {
  it('of all kinds, with accounts that are closed and opened in between', () => {
    const walk = walked(SEED, WALK_ACTIONS);
    const { cost, charged, left, counts, unpaid, rents, rentOut } = walk;
    const sums = { cost, charged, unpaid, left, rents, rentOut };
    console.info(JSON.stringify({ seed: SEED, ...sums, counts }));
    expect(lossesOf(walk, SEED)).toEqual(noLoss(SEED));
    expect(rents.laidOut - rents.returned).toBe(rentOut);
    // The walk reached the cases it is made for.
    const met = [
      'to a fresh account',
      'to a used account',
      'closed before its payout',
      'deposit short',
      'deposit gas',
      'deposit shared',
      'rent returned',
    ];
    expect(met.filter((what) => counts[what] === undefined)).toEqual([]);
  });

  it.each(WALK_ACTIONS)('of %s alone', (action) => {
    expect(lossesOf(walked(SEED + 1, [action]), SEED + 1)).toEqual(noLoss(SEED + 1));
  });

  it('without a markup, from which nothing is paid', () => {
    const walk = walked(SEED + 2, WALK_ACTIONS, 0);
    expect(lossesOf(walk, SEED + 2)).toEqual(noLoss(SEED + 2));
  });
});
