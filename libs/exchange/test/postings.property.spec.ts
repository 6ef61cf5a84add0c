/**
 * The ledger against the exchange's own books: along random streams, after every command, the postings of its events
 * sum to zero (I1), and all postings so far match the books, line by line (I5) and for every account that changed.
 */
import { describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { Exchange } from '../src/exchange';
import { MICRO_USDC_PER_CONTRACT } from '../src/limits';
import { ledgerOfBooks } from '../src/postings/ledger-of-books';
import { LEDGER_ACCOUNTS, postingsOf } from '../src/postings/postings';
import type { LedgerAccount, Posting } from '../src/postings/postings';
import { Duel } from './duel/duel';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { Generator } from './stream/generator';
import type { Profile } from './stream/profile';

class Sums {
  private readonly owned = new Map<string, Posting>();

  add(posting: Posting): void {
    const key = `${posting.account} ${toHex(posting.owner)}`;
    const amount = (this.owned.get(key)?.amount ?? 0) + posting.amount;
    this.owned.set(key, { ...posting, amount });
  }

  of(account: LedgerAccount, owner: Uint8Array): number {
    return this.owned.get(`${account} ${toHex(owner)}`)?.amount ?? 0;
  }

  lines(): Record<string, number> {
    const lines = Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0]));
    for (const { account, amount } of this.owned.values()) lines[account]! += amount;
    return lines;
  }

  owners(account: LedgerAccount): Uint8Array[] {
    return [...this.owned.values()].flatMap((one) => (one.account === account ? [one.owner] : []));
  }
}

function expectOwners(sums: Sums, exchange: Exchange): void {
  for (const user of sums.owners('user')) {
    const { total, withdrawing } = exchange.balance(user);
    expect([sums.of('user', user), sums.of('withdrawing', user)]).toEqual([total, withdrawing]);
  }
  for (const marketId of sums.owners('collateral')) {
    const market = exchange.market(marketId)?.market;
    // Of a resolved market only what is still to be paid, which a view does not say, is left.
    if (market?.resolution) continue;
    const pairs = market?.openInterest ?? 0;
    expect(sums.of('collateral', marketId)).toBe(pairs * MICRO_USDC_PER_CONTRACT);
  }
}

/** Returns the number of postings. */
function run(profile: Profile, seed: number, commands: number): number {
  const duel = new Duel(profile, { fullCheckEvery: 'never' });
  const generator = new Generator(profile, seed, duel.oracle);
  const exchange = new Exchange({ network: 'test', ...profile.limits });
  const sums = new Sums();
  let count = 0;
  for (let taken = 0; taken < commands; taken++) {
    duel.take(generator.next()); // the comparison of engine and oracle is in another test
    for (const command of duel.journal.slice(exchange.lastSeq)) {
      const postings = exchange.apply(command).events.flatMap(postingsOf);
      for (const posting of postings) sums.add(posting);
      count += postings.length;
      expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(sums.lines()).toEqual(ledgerOfBooks(exchange.solvency()));
    }
    if (taken % CHECK_OWNERS_EVERY === 0) expectOwners(sums, exchange);
  }
  expectOwners(sums, exchange);
  return count;
}

/** Checks every account of every owner: more than a command changes. */
const CHECK_OWNERS_EVERY = 25;

describe(`postings say what the books say, seed ${SEED}`, () => {
  it.each(profilesToRun())('along $name', (profile) => {
    let count = 0;
    for (const { seed, commands } of streamsOf(profile, Math.ceil(COMMANDS / 2))) {
      count += run(profile, seed, commands);
    }
    expect(count).toBeGreaterThan(0);
  });
});
