import { getAddressDecoder } from '@solana/kit';
import type { Address } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../chain/program-addresses';
import { tokenAmount } from '../chain/token-balances';

export interface ParsedInstruction {
  readonly program: string;
  readonly parsed: unknown;
}

/** Reads fields one after another. */
class Fields {
  private readonly data: Uint8Array;
  private readonly view: DataView;
  private at: number;

  constructor(data: Uint8Array, at: number) {
    this.data = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.at = at;
  }

  u8 = (): number => this.view.getUint8(this.at++);
  u32 = (): number => this.view.getUint32((this.at += 4) - 4, true);
  u64 = (): bigint => this.view.getBigUint64((this.at += 8) - 8, true);
  address = (): Address => getAddressDecoder().decode(this.data.subarray(this.at, (this.at += 32)));
  text = (): string => {
    const length = Number(this.u64());
    return Buffer.from(this.data.subarray(this.at, (this.at += length))).toString('utf8');
  };
  optionalAddress = (): Address | undefined => (this.u8() === 1 ? this.address() : undefined);
}

/** How the RPC names an instruction: its type, its accounts in order, its data. */
interface Shape {
  readonly type: string;
  readonly accounts: readonly string[];
  readonly data?: (fields: Fields) => Readonly<Record<string, unknown>>;
  /** The last named account may be several, each a signer for a multisig. */
  readonly isMultisigReady?: boolean;
}

const amount = (fields: Fields) => ({ amount: fields.u64().toString() });
const checkedAmount = (fields: Fields) => ({ tokenAmount: tokenAmount(fields.u64(), fields.u8()) });
const token = (type: string, accounts: readonly string[], data?: Shape['data']): Shape =>
  data === undefined
    ? { type, accounts, isMultisigReady: true }
    : { type, accounts, data, isMultisigReady: true };
const mintFields = (fields: Fields) => {
  const decimals = fields.u8();
  const mintAuthority = fields.address();
  const freezeAuthority = fields.optionalAddress();
  return { decimals, mintAuthority, ...(freezeAuthority === undefined ? {} : { freezeAuthority }) };
};

const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];
const authorityFields = (fields: Fields) => ({
  authorityType: AUTHORITY_TYPES[fields.u8()],
  newAuthority: fields.optionalAddress() ?? null,
});

/** By the first byte of the data; what is missing stays undecoded. */
const TOKEN_SHAPES: Readonly<Record<number, Shape>> = {
  0: { type: 'initializeMint', accounts: ['mint', 'rentSysvar'], data: mintFields },
  1: { type: 'initializeAccount', accounts: ['account', 'mint', 'owner', 'rentSysvar'] },
  3: token('transfer', ['source', 'destination', 'authority'], amount),
  4: token('approve', ['source', 'delegate', 'owner'], amount),
  5: token('revoke', ['source', 'owner']),
  6: token('setAuthority', ['account', 'authority'], authorityFields),
  7: token('mintTo', ['mint', 'account', 'mintAuthority'], amount),
  8: token('burn', ['account', 'mint', 'authority'], amount),
  9: token('closeAccount', ['account', 'destination', 'owner']),
  10: token('freezeAccount', ['account', 'mint', 'freezeAuthority']),
  11: token('thawAccount', ['account', 'mint', 'freezeAuthority']),
  12: token('transferChecked', ['source', 'mint', 'destination', 'authority'], checkedAmount),
  13: token('approveChecked', ['source', 'mint', 'delegate', 'owner'], checkedAmount),
  14: token('mintToChecked', ['mint', 'account', 'mintAuthority'], checkedAmount),
  15: token('burnChecked', ['account', 'mint', 'authority'], checkedAmount),
  16: {
    type: 'initializeAccount2',
    accounts: ['account', 'mint', 'rentSysvar'],
    data: (fields) => ({ owner: fields.address() }),
  },
  17: { type: 'syncNative', accounts: ['account'] },
  18: {
    type: 'initializeAccount3',
    accounts: ['account', 'mint'],
    data: (fields) => ({ owner: fields.address() }),
  },
  20: { type: 'initializeMint2', accounts: ['mint'], data: mintFields },
  21: { type: 'getAccountDataSize', accounts: ['mint'] },
  22: { type: 'initializeImmutableOwner', accounts: ['account'] },
};

const newAccount = (fields: Fields) => ({
  lamports: fields.u64(),
  space: fields.u64(),
  owner: fields.address(),
});

/** By the first four bytes of the data. */
const SYSTEM_SHAPES: Readonly<Record<number, Shape>> = {
  0: { type: 'createAccount', accounts: ['source', 'newAccount'], data: newAccount },
  1: { type: 'assign', accounts: ['account'], data: (fields) => ({ owner: fields.address() }) },
  2: {
    type: 'transfer',
    accounts: ['source', 'destination'],
    data: (fields) => ({ lamports: fields.u64() }),
  },
  3: {
    type: 'createAccountWithSeed',
    accounts: ['source', 'newAccount'],
    data: (fields) => ({ base: fields.address(), seed: fields.text(), ...newAccount(fields) }),
  },
  8: { type: 'allocate', accounts: ['account'], data: (fields) => ({ space: fields.u64() }) },
};

const ASSOCIATED_ACCOUNTS = [
  'source',
  'account',
  'wallet',
  'mint',
  'systemProgram',
  'tokenProgram',
];
const ASSOCIATED_SHAPES: Readonly<Record<number, Shape>> = {
  0: { type: 'create', accounts: ASSOCIATED_ACCOUNTS },
  1: { type: 'createIdempotent', accounts: ASSOCIATED_ACCOUNTS },
};

/** `undefined` for programs and instructions that are not known here: the RPC then shows them undecoded. */
export function parseInstruction(
  program: Address,
  accounts: readonly Address[],
  data: Uint8Array,
): ParsedInstruction | undefined {
  try {
    switch (program) {
      case TOKEN_PROGRAM:
        return named('spl-token', TOKEN_SHAPES[data[0]!], accounts, new Fields(data, 1));
      case TOKEN_2022_PROGRAM:
        return named('spl-token-2022', TOKEN_SHAPES[data[0]!], accounts, new Fields(data, 1));
      case ASSOCIATED_TOKEN_PROGRAM: {
        const shape = ASSOCIATED_SHAPES[data[0] ?? 0];
        return named('spl-associated-token-account', shape, accounts, new Fields(data, 1));
      }
      case SYSTEM_PROGRAM: {
        const fields = new Fields(data, 0);
        return named('system', SYSTEM_SHAPES[fields.u32()], accounts, fields);
      }
      case MEMO_PROGRAM:
      case MEMO_V1_PROGRAM:
        return { program: 'spl-memo', parsed: Buffer.from(data).toString('utf8') };
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined; // data too short for its kind: the program refused it as well
    throw error;
  }
}

function named(
  program: string,
  shape: Shape | undefined,
  accounts: readonly Address[],
  fields: Fields,
): ParsedInstruction | undefined {
  if (shape === undefined || accounts.length < shape.accounts.length) return undefined;
  const names = shape.accounts.map((name, index) => [name, accounts[index]!] as const);
  const signers = accounts.slice(shape.accounts.length);
  const info: Record<string, unknown> = Object.fromEntries(names);
  if (shape.isMultisigReady === true && signers.length > 0) {
    const authority = shape.accounts.at(-1)!;
    delete info[authority];
    info[`multisig${authority[0]!.toUpperCase()}${authority.slice(1)}`] = names.at(-1)![1];
    info['signers'] = signers;
  }
  return { program, parsed: { type: shape.type, info: { ...info, ...shape.data?.(fields) } } };
}
