/** The program's one instruction as data. Source: program/pay.h. */
import { DISCRIMINATOR_BYTES, READ, WRITE, discriminatorOf, startsWith } from '@bellwether/codec';
import type { AccountRole } from '@bellwether/codec';
import { MAX_SPLIT_ENTRIES, splitAmountBytes } from './split-list';
import type { SplitList } from './split-list';

/** In the order the program takes them. A writable recipient for each entry follows, then the remainder, if any. */
const FIXED_ACCOUNTS = {
  owner: READ,
  splitToken: WRITE,
  mint: READ,
  tokenProgram: READ,
  rentTo: WRITE,
} as const;
const FIXED_COUNT = Object.keys(FIXED_ACCOUNTS).length;
const SALT_AT = DISCRIMINATOR_BYTES + 1;
const SALT_BYTES = 32;
const HEAD_BYTES = SALT_AT + SALT_BYTES;
const AMOUNT_BYTES = 8;
const PAY = discriminatorOf('global', 'pay');

export interface PayAccounts<Address> extends Readonly<
  Record<keyof typeof FIXED_ACCOUNTS, Address>
> {
  /** One for each entry, in order. */
  readonly recipients: readonly Address[];
  /** Needed where a recipient cannot be paid: the split account of the list of those entries alone. */
  readonly remainder?: Address;
}

export function payAccounts<Address>(
  accounts: PayAccounts<Address>,
): (AccountRole & { readonly address: Address })[] {
  const { recipients, remainder } = accounts;
  const names = Object.keys(FIXED_ACCOUNTS) as (keyof typeof FIXED_ACCOUNTS)[];
  const others = remainder === undefined ? recipients : [...recipients, remainder];
  return [
    ...names.map((name) => ({ address: accounts[name], ...FIXED_ACCOUNTS[name] })),
    ...others.map((address) => ({ address, ...WRITE })),
  ];
}

/** @param bump of the owner's address */
export function payData({ salt, entries }: Omit<SplitList, 'rentTo'>, bump: number): Uint8Array {
  const data = new Uint8Array(HEAD_BYTES + entries.length * AMOUNT_BYTES);
  data.set(PAY);
  data[DISCRIMINATOR_BYTES] = bump;
  data.set(salt, SALT_AT);
  for (const [at, { amountMicroUsdc }] of entries.entries()) {
    data.set(splitAmountBytes(amountMicroUsdc), HEAD_BYTES + at * AMOUNT_BYTES);
  }
  return data;
}

export interface ReadPay<Address> extends Omit<PayAccounts<Address>, 'tokenProgram'> {
  readonly salt: Uint8Array;
  /** In micro-USDC, of each recipient; any u64, as anyone may make a list of any token. */
  readonly amounts: readonly bigint[];
}

/** What an instruction of the program that succeeded was given; `undefined` if it is none. */
export function readPay<Address>(
  data: Uint8Array,
  accounts: readonly Address[],
): ReadPay<Address> | undefined {
  const count = (data.length - HEAD_BYTES) / AMOUNT_BYTES;
  if (!startsWith(data, PAY) || !Number.isInteger(count)) return undefined;
  if (count < 1 || count > MAX_SPLIT_ENTRIES || accounts.length < FIXED_COUNT + count)
    return undefined;
  const [owner, splitToken, mint, , rentTo, ...others] = accounts;
  const view = new DataView(data.buffer, data.byteOffset + HEAD_BYTES);
  const remainder = others[count];
  return {
    owner: owner!,
    splitToken: splitToken!,
    mint: mint!,
    rentTo: rentTo!,
    salt: data.slice(SALT_AT, HEAD_BYTES),
    recipients: others.slice(0, count),
    ...(remainder === undefined ? {} : { remainder }),
    amounts: Array.from({ length: count }, (_, at) => view.getBigUint64(at * AMOUNT_BYTES, true)),
  };
}
