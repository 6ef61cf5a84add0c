/**
 * Movements in a block, from a node's JSON. `fixtures/block.json` is a block in a node's format, written by hand so
 * that each of its transactions is one of the traps: see the `trap` of each.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nativeMovementsOf, tokenMovementsOf } from '../src';
import type { Block } from '../src';
import { blockOfJson } from '../src/blocks/block-of-json';
import type { ReadBlock } from '../src/blocks/block-of-json';
import { MalformedAnswer } from '../src/blocks/json-value';
import { breakBetween, contradictionIn, differenceOf } from '../src/blocks/parent-chain';

type Json = any; // oxlint-disable-line typescript/no-explicit-any -- JSON of a node

const json = (): Json =>
  JSON.parse(readFileSync(new URL('fixtures/block.json', import.meta.url), 'utf8'));
const block = (): ReadBlock => blockOfJson(500, json());

const trapOf = (signature: string): string =>
  json().transactions.find((one: Json) => one.transaction.signatures[0] === signature).trap;

describe('token movements of a block', () => {
  it('go by the balances before and after, whatever moved them', () => {
    const moved = tokenMovementsOf(block()).map((one) => ({
      trap: trapOf(one.signature),
      at: one.accountIndex,
      account: one.account.slice(0, 4),
      owner: one.owner.slice(0, 4),
      program: one.tokenProgram.slice(0, 6),
      amounts: [one.amountBefore, one.amountAfter],
    }));
    expect(moved).toEqual([
      {
        trap: 'plain transfer',
        at: 1,
        account: 'Aaaa',
        owner: 'Usr1',
        program: 'Tokenk',
        amounts: [100n, 40n],
      },
      {
        trap: 'plain transfer',
        at: 2,
        account: 'Bbbb',
        owner: 'Usr2',
        program: 'Tokenk',
        amounts: [0n, 60n],
      },
      {
        trap: 'account made and filled at once',
        at: 1,
        account: 'Cccc',
        owner: 'Usr3',
        program: 'Tokenk',
        amounts: [0n, 7n],
      },
      {
        trap: 'account emptied and closed at once',
        at: 1,
        account: 'Dddd',
        owner: 'Usr3',
        program: 'Tokenk',
        amounts: [9n, 0n],
      },
      {
        trap: 'token of Token-2022 that withholds a fee',
        at: 1,
        account: 'Eeee',
        owner: 'Usr1',
        program: 'Tokenz',
        amounts: [1_000n, 0n],
      },
      {
        trap: 'token of Token-2022 that withholds a fee',
        at: 2,
        account: 'Ffff',
        owner: 'Usr2',
        program: 'Tokenz',
        amounts: [0n, 990n],
      },
      {
        trap: 'account of a lookup table',
        at: 3,
        account: 'Bbbb',
        owner: 'Usr2',
        program: 'Tokenk',
        amounts: [60n, 18446744073709551615n],
      },
      {
        trap: 'account that changed its owner',
        at: 1,
        account: 'Aaaa',
        owner: 'Usr1',
        program: 'Tokenk',
        amounts: [40n, 0n],
      },
      {
        trap: 'account that changed its owner',
        at: 1,
        account: 'Aaaa',
        owner: 'Usr3',
        program: 'Tokenk',
        amounts: [0n, 40n],
      },
    ]);
  });

  it('of lamports leave failed transactions out', () => {
    const moved = nativeMovementsOf(block()).map((one) => [
      trapOf(one.signature),
      one.accountIndex,
      one.lamportsAfter - one.lamportsBefore,
    ]);
    expect(moved).toContainEqual(['plain transfer', 0, -5_000n]);
    expect(moved.some(([trap]) => trap === 'failed transaction')).toBe(false);
  });

  it('keep instructions in the order in which they ran', () => {
    const [transfer] = block().transactions;
    expect(
      transfer?.instructions.map(({ program, depth }) => [program.slice(0, 6), depth]),
    ).toEqual([
      ['Progrm', 1],
      ['Tokenk', 2],
      ['Tokenk', 1],
    ]);
  });
});

describe('a block', () => {
  it.each<[string, (block: Json) => void]>([
    ['without a blockhash', (b) => delete b.blockhash],
    ['with a parent slot below zero', (b) => (b.parentSlot = -1)],
    ['whose transactions are no list', (b) => (b.transactions = {})],
    [
      'with a transaction without a signature',
      (b) => (b.transactions[0].transaction.signatures = []),
    ],
    ['with fewer balances than accounts', (b) => b.transactions[0].meta.postBalances.pop()],
    [
      'with a balance of an account that is not there',
      (b) => (b.transactions[0].meta.postTokenBalances[0].accountIndex = 99),
    ],
    [
      'with an amount beyond u64',
      (b) =>
        (b.transactions[0].meta.postTokenBalances[0].uiTokenAmount.amount = '18446744073709551616'),
    ],
    [
      'with a negative amount',
      (b) => (b.transactions[0].meta.postTokenBalances[0].uiTokenAmount.amount = '-1'),
    ],
    [
      'with a mint that is no address',
      (b) => (b.transactions[0].meta.postTokenBalances[0].mint = 'USDC'),
    ],
    [
      'with an instruction of a program that is not there',
      (b) => (b.transactions[0].transaction.message.instructions[0].programIdIndex = 40),
    ],
  ])('%s is malformed', (_, spoil) => {
    const spoiled = json();
    spoil(spoiled);
    expect(() => blockOfJson(500, spoiled)).toThrow(MalformedAnswer);
  });

  it('follows the one before it, or says why not', () => {
    const at = (change: Partial<Block>): Block => ({ ...block(), ...change });
    const before = { slot: 498, blockhash: block().previousBlockhash };
    expect(breakBetween(before, block())).toBeUndefined();
    expect(breakBetween({ slot: 499, blockhash: null }, block())).toBeUndefined();
    expect(breakBetween({ slot: 497, blockhash: null }, block())).toMatch(/missing/);
    expect(breakBetween(before, at({ parentSlot: 499 }))).toMatch(/missing/);
    expect(breakBetween(before, at({ previousBlockhash: 'other' }))).toMatch(/another block/);
    expect(breakBetween({ slot: 500, blockhash: null }, block())).toMatch(/not above/);
    expect(contradictionIn(block())).toBeUndefined();
    expect(contradictionIn(at({ parentSlot: 500 }))).toMatch(/parent/);
    expect(
      contradictionIn(at({ transactions: [block().transactions[0]!, block().transactions[0]!] })),
    ).toMatch(/twice/);
  });

  it('is the same at two nodes only if everything that decides about money is', () => {
    expect(differenceOf(block(), block())).toBeUndefined();
    const changes: ((b: Json) => void)[] = [
      (b) => (b.blockhash = b.previousBlockhash),
      (b) => b.transactions.pop(),
      (b) => b.transactions.reverse(),
      (b) => (b.transactions[0].meta.postTokenBalances[0].uiTokenAmount.amount = '41'),
      (b) => (b.transactions[0].meta.postBalances[0] += 1),
      (b) => (b.transactions[0].meta.err = { InstructionError: [0, 'Custom'] }),
      (b) => b.transactions[0].meta.logMessages.push('Program data: AAAA'),
    ];
    for (const change of changes) {
      const changed = json();
      change(changed);
      expect(differenceOf(block(), blockOfJson(500, changed))).toBeDefined();
    }
  });
});
