/** idl/vault.json, the C sources and the TypeScript tables agree, byte for byte. */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DecodeError, decode, encode, toBase58 } from '@bellwether/codec';
import {
  VAULT_ACCOUNTS,
  VAULT_ERRORS,
  VAULT_EVENTS,
  VAULT_INSTRUCTIONS,
  VAULT_PROGRAM_ID,
} from '../src/index';

interface Field {
  readonly name: string;
  readonly type: string | { readonly array: readonly unknown[] };
}
interface Named {
  readonly name: string;
  readonly discriminator: readonly number[];
}
interface Account {
  readonly name: string;
  readonly signer?: boolean;
  readonly writable?: boolean;
  readonly address?: string;
}
interface Idl {
  readonly address: string;
  readonly instructions: readonly (Named & {
    readonly accounts: readonly Account[];
    readonly args: readonly Field[];
  })[];
  readonly accounts: readonly Named[];
  readonly events: readonly Named[];
  readonly errors: readonly {
    readonly code: number;
    readonly name: string;
    readonly msg: string;
  }[];
  readonly types: readonly {
    readonly name: string;
    readonly type: { readonly fields: readonly Field[] };
  }[];
}
const idl: Idl = JSON.parse(readFileSync(new URL('../idl/vault.json', import.meta.url), 'utf8'));

const camel = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const sha256Start = (text: string) => [
  ...createHash('sha256').update(text).digest().subarray(0, 8),
];

/** A different value for each field, and its bytes by Borsh's rule. */
function sample(fields: readonly Field[]): { value: Record<string, unknown>; bytes: number[] } {
  const value: Record<string, unknown> = {};
  const bytes: number[] = [];
  fields.forEach(({ name, type }, index) => {
    const start = index * 7 + 3;
    if (name === 'spare' || name === 'room') {
      bytes.push(...Array.from({ length: lengthOf(type) }, () => 0));
    } else if (type === 'bool') {
      value[camel(name)] = true;
      bytes.push(1);
    } else if (type === 'u8') {
      const number = name === 'version' ? 1 : start;
      value[camel(name)] = number;
      bytes.push(number);
    } else if (type === 'u64') {
      const run = Array.from({ length: 8 }, (_, at) => (start + 31 * at) % 256);
      value[camel(name)] = Buffer.from(run).readBigUInt64LE();
      bytes.push(...run);
    } else {
      const run = Array.from({ length: lengthOf(type) }, (_, at) => (start + at) % 256);
      value[camel(name)] = Uint8Array.from(run);
      bytes.push(...run);
    }
  });
  return { value, bytes };
}
function lengthOf(type: Field['type']): number {
  if (type === 'pubkey') return 32;
  if (typeof type === 'object' && type.array[0] === 'u8') return Number(type.array[1]);
  throw new Error(`no length of ${JSON.stringify(type)}`);
}
const fieldsOf = (name: string): readonly Field[] =>
  idl.types.find((type) => type.name === name)!.type.fields;

it('names the program', () => {
  expect(idl.address).toBe(VAULT_PROGRAM_ID);
});

describe('instructions', () => {
  it('are the same', () => {
    expect(Object.keys(VAULT_INSTRUCTIONS)).toEqual(
      idl.instructions.map(({ name }) => camel(name)),
    );
  });

  it.each(idl.instructions)('$name', ({ name, discriminator, accounts, args }) => {
    const ours = new Map(Object.entries(VAULT_INSTRUCTIONS)).get(camel(name))!;
    expect(ours.name).toBe(name);
    expect(discriminator).toEqual(sha256Start(`global:${name}`));
    expect([...ours.discriminator]).toEqual(discriminator);
    expect(Object.entries(ours.accounts)).toEqual(
      accounts.map((account) => [
        camel(account.name),
        {
          isSigner: account.signer === true,
          isWritable: account.writable === true,
        },
      ]),
    );
    const { value, bytes } = sample(args);
    const data: { write: unknown } = ours.data;
    expect([...encode(data as typeof VAULT_INSTRUCTIONS.credit.data, value)]).toEqual([
      ...discriminator,
      ...bytes,
    ]);
  });
});

describe.each([
  ['accounts', 'account', VAULT_ACCOUNTS.map((one) => ({ ...one, kind: one.name })), idl.accounts],
  ['events', 'event', VAULT_EVENTS, idl.events],
] as const)('%s', (_plural, prefix, ours, theirs) => {
  it('are the same', () => {
    expect(
      ours.map(({ kind, discriminator }) => ({ name: kind, discriminator: [...discriminator] })),
    ).toEqual(theirs);
  });

  it.each(ours.map((one) => [one.kind, one.discriminator, one.layout] as const))(
    '%s',
    (name, discriminator, layout) => {
      expect([...discriminator]).toEqual(sha256Start(`${prefix}:${name}`));
      const { value, bytes } = sample(fieldsOf(name));
      const data = Uint8Array.from([...discriminator, ...bytes]);
      expect(decode<object>(layout, data)).toEqual(value);
      expect(encode(layout as typeof VAULT_INSTRUCTIONS.credit.data, value)).toEqual(data);
    },
  );
});

it('an account of a later version, or with something in its spare bytes, does not decode', () => {
  for (const { name, discriminator, layout } of VAULT_ACCOUNTS) {
    const { bytes } = sample(fieldsOf(name));
    for (const at of [8, 12]) {
      const data = Uint8Array.from([...discriminator, ...bytes]);
      data[at]! += 1;
      expect(() => decode<object>(layout, data)).toThrow(DecodeError);
    }
  }
});

it('errors are the same, and in the C source too', () => {
  const ours = Object.entries(VAULT_ERRORS).map(([name, [code, msg]]) => ({ code, name, msg }));
  expect(ours.filter(({ code }) => code >= 6000)).toEqual(idl.errors);
  const source = readFileSync(new URL('../program/errors.h', import.meta.url), 'utf8');
  const upper = (name: string) =>
    `ERROR_${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`;
  expect(
    Array.from(source.matchAll(/#define (\w+) (\d+)/g), ([, n, code]) => [n, Number(code)]),
  ).toEqual(ours.map(({ name, code }) => [upper(name), code]));
});

it('discriminators of the C source are the hashes', () => {
  const source = readFileSync(new URL('../program/discriminators.h', import.meta.url), 'utf8');
  const found = Object.fromEntries(
    Array.from(source.matchAll(/#define (\w+) 0x([\da-f]{16})UL/g), ([, n, hex]) => [n, hex]),
  );
  const number = (discriminator: readonly number[]) =>
    Buffer.from(discriminator).readBigUInt64LE().toString(16).padStart(16, '0');
  const upper = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const expected = [
    ...idl.instructions.map(
      (one) => [`INSTRUCTION_${upper(one.name)}`, one.discriminator] as const,
    ),
    ...idl.accounts.map((one) => [`ACCOUNT_${upper(one.name)}`, one.discriminator] as const),
    ...idl.events.map((one) => [`EVENT_${upper(one.name)}`, one.discriminator] as const),
  ].map(([name, discriminator]) => [name, number(discriminator)]);
  expect(found).toEqual(Object.fromEntries(expected));
});

it('addresses that the IDL fixes are those of the programs', () => {
  const fixed = idl.instructions.flatMap(({ accounts }) =>
    accounts.flatMap((account) => (account.address === undefined ? [] : [account.address])),
  );
  const token = [0x06, 0xdd, 0xf6, 0xe1, 0xd7, 0x65, 0xa1, 0x93, 0xd9, 0xcb, 0xe1, 0x46, 0xce, 0xeb]
    .concat([0x79, 0xac, 0x1c, 0xb4, 0x85, 0xed, 0x5f, 0x5b, 0x37, 0x91, 0x3a, 0x8c, 0xf5, 0x85])
    .concat([0x7e, 0xff, 0x00, 0xa9]);
  expect(new Set(fixed)).toEqual(
    new Set([toBase58(new Uint8Array(32)), toBase58(Uint8Array.from(token))]),
  );
});
