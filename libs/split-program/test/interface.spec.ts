/** The C sources and the TypeScript tables agree. */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { snakeCase } from '@bellwether/codec';
import { describe, expect, it } from 'vitest';
import {
  MAX_SPLIT_ENTRIES,
  SPLIT_ERRORS,
  payAccounts,
  payData,
  readPay,
  splitErrorOf,
} from '../src/index';

const source = (name: string) =>
  readFileSync(new URL(`../program/${name}`, import.meta.url), 'utf8');
const defined = (text: string, prefix: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(new RegExp(`^#define ${prefix}(\\w+) (\\w+)$`, 'gm')), (found) => [
      found[1]!,
      found[2]!,
    ]),
  );

describe('the interface', () => {
  it('has the errors of the program', () => {
    const told = Object.entries(SPLIT_ERRORS).map(([name, [code]]) => [
      snakeCase(name).slice(1).toUpperCase(),
      String(code),
    ]);
    expect(defined(source('errors.h'), 'ERROR_')).toEqual(Object.fromEntries(told));
    expect(splitErrorOf(6004)).toBe('NotArrived');
    expect(splitErrorOf(1)).toBeUndefined();
  });

  it('has its discriminator and its limit', () => {
    const hash = createHash('sha256').update('global:pay').digest();
    const { PAY } = defined(source('split.c'), 'INSTRUCTION_');
    expect(PAY).toBe(`0x${hash.readBigUInt64LE().toString(16)}UL`);
    expect(
      Buffer.from(payData({ salt: new Uint8Array(32), entries: [] }, 0)).subarray(0, 8),
    ).toEqual(hash.subarray(0, 8));
    expect(defined(source('list.h'), 'MAX_')).toEqual({ ENTRIES: String(MAX_SPLIT_ENTRIES) });
  });

  it('reads what it writes', () => {
    const entries = [7, Number.MAX_SAFE_INTEGER].map((amountMicroUsdc) => ({
      account: new Uint8Array(32),
      amountMicroUsdc,
    }));
    const list = { salt: new Uint8Array(32).map((_, at) => at), entries };
    const given = {
      owner: 'owner',
      splitToken: 'split token',
      mint: 'mint',
      rentTo: 'rent to',
      recipients: ['one', 'two'],
      remainder: 'remainder',
    };
    const accounts = payAccounts({ ...given, tokenProgram: 'token program' });
    const names = accounts.map(({ address }) => address);
    const amounts = [7n, BigInt(Number.MAX_SAFE_INTEGER)];
    expect(accounts.filter(({ isWritable }) => !isWritable).length).toBe(3);
    expect(readPay(payData(list, 254), names)).toEqual({ ...given, salt: list.salt, amounts });
    expect(readPay(payData(list, 254), names.slice(0, 7))?.remainder).toBeUndefined();
    expect(readPay(payData(list, 254), names.slice(0, 6))).toBeUndefined();
    expect(readPay(payData({ ...list, entries: [] }, 254), names)).toBeUndefined();
    expect(readPay(payData(list, 254).subarray(1), names)).toBeUndefined();
    expect(readPay(payData(list, 254).subarray(0, 56), names)).toBeUndefined();
  });
});
