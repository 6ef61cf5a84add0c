/** What anyone may bury under transactions of his own is found all the same. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import { addressOf } from '../address';
import { TransactionSearch } from './transaction-search';
import type { FinalTransaction } from './find-transaction';

const account = addressOf(new Uint8Array(32).fill(7));
const other = addressOf(new Uint8Array(32).fill(8));

/** Signatures of the account, newest first; those that failed on chain, and those that no node shows. */
let named: string[];
let failed: Set<string>;
let hidden: Set<string>;
let isAway: boolean;
let looked: string[];
let listings: number;
let search: TransactionSearch;

beforeEach(() => {
  named = [];
  failed = new Set();
  hidden = new Set();
  isAway = false;
  looked = [];
  listings = 0;
  search = new TransactionSearch({
    signaturesOf: async (_address, { limit, before }) => {
      listings += 1;
      const from = before === undefined ? 0 : named.indexOf(before) + 1;
      return named.slice(from, from + limit).map((signature) => {
        return { signature, slot: 1, error: failed.has(signature) ? '"no"' : null };
      });
    },
    findTransaction: async (signature) => {
      if (isAway) throw new CodedError('CHAIN_UNAVAILABLE');
      looked.push(signature);
      const found = { transaction: { signature } } as unknown as FinalTransaction;
      return hidden.has(signature) ? undefined : found;
    },
  });
});

const junk = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);
const isIt = ({ transaction }: FinalTransaction): boolean => transaction.signature === 'it';
/** How many calls it took; null where so many did not find it. */
async function callsUntilFound(most: number, where = account): Promise<number | null> {
  for (let call = 1; call <= most; call++) {
    if ((await search.find(where, isIt))?.transaction.signature === 'it') return call;
  }
  return null;
}

describe('a transaction', () => {
  it('that came first is found at once, whatever came after', async () => {
    named = [...junk('after', 2_500), 'it'];
    expect(await callsUntilFound(1)).toBe(1);
    expect(looked).toEqual(['it']);
  });

  it('is found behind what came before, some in each call, each once', async () => {
    named = [...junk('after', 10), 'it', ...junk('before', 120)];
    expect(await callsUntilFound(9)).toBe(3);
    expect(looked).toHaveLength(121);
    expect(new Set(looked).size).toBe(121);
    expect(listings).toBe(1);
  });

  it('is found where more came after than one listing holds', async () => {
    named = [...junk('after', 10_030), 'it', ...junk('before', 20)];
    for (const signature of named) if (signature.startsWith('after')) failed.add(signature);
    failed.delete('after0');
    expect(await callsUntilFound(9)).toBe(2);
  });

  it('that failed, or that nobody showed at first, is none until it is shown', async () => {
    named = ['it', ...junk('before', 3)];
    failed.add('it');
    expect(await callsUntilFound(2)).toBeNull();
    failed.clear();
    hidden.add('it');
    expect(await callsUntilFound(2)).toBeNull();
    hidden.clear();
    expect(await callsUntilFound(1)).toBe(1);
  });

  it('is not passed over by a call that failed', async () => {
    named = ['it'];
    isAway = true;
    await expect(search.find(account, isIt)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    isAway = false;
    expect(await callsUntilFound(1)).toBe(1);
  });

  it('of one account is looked for beside that of another', async () => {
    named = ['it', ...junk('before', 60)];
    expect(await search.find(account, isIt)).toBeUndefined();
    expect(await search.find(other, isIt)).toBeUndefined();
    expect(await callsUntilFound(1)).toBe(1);
    expect(await callsUntilFound(1, other)).toBe(1);
  });
});
