import { getBase58Decoder } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { parsedAccountData } from './parse-account';
import { BASE58_ACCOUNT_BYTES_MAX } from './limits';
import type { Config } from './params';
import { RPC_CODES, RpcError } from './rpc-error';

export const ACCOUNT_ENCODINGS = ['base58', 'base64', 'base64+zstd', 'jsonParsed'] as const;
export type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number];

export interface AccountView {
  /** Without one base58 as a plain string: the oldest form, which the node still answers by default. */
  readonly encoding: AccountEncoding | undefined;
  readonly slice: { readonly offset: number; readonly length: number } | undefined;
}

/** Rent is no longer collected: every account says so by the highest epoch. */
const RENT_EPOCH = 2n ** 64n - 1n;

/** @throws RpcError for an encoding or a slice that cannot be */
export function accountViewOf(config: Config, byDefault?: AccountEncoding): AccountView {
  const encoding = config.oneOf('encoding', ACCOUNT_ENCODINGS) ?? byDefault;
  if (encoding === 'base64+zstd') {
    throw new RpcError(
      RPC_CODES.invalidParams,
      'Invalid params: base64+zstd is not offered here; use base64',
    );
  }
  const slice = config.object('dataSlice');
  if (slice === undefined) return { encoding, slice: undefined };
  const offset = slice.integer('offset') ?? 0;
  return { encoding, slice: { offset, length: slice.integer('length') ?? 0 } };
}

/** An account as the RPC shows it. @param read other accounts, for the decimals of a token's mint */
export function encodeAccount(
  account: EncodedAccount | null,
  view: AccountView,
  read: (address: Address) => EncodedAccount | null,
): unknown {
  if (account === null) return null;
  return {
    lamports: account.lamports,
    data: encodeData(account, view, read),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}

function encodeData(
  account: EncodedAccount,
  { encoding, slice }: AccountView,
  read: (address: Address) => EncodedAccount | null,
): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parsedAccountData(account, read);
    if (parsed !== undefined) return parsed;
  }
  const whole = account.data as Uint8Array;
  const bytes =
    slice === undefined ? whole : whole.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === undefined || encoding === 'base58') {
    if (bytes.length > BASE58_ACCOUNT_BYTES_MAX) {
      throw new RpcError(
        RPC_CODES.invalidRequest,
        `Encoded binary (base 58) data should be less than ${BASE58_ACCOUNT_BYTES_MAX} bytes, please use Base64 encoding.`,
      );
    }
    const text = getBase58Decoder().decode(bytes);
    return encoding === undefined ? text : [text, 'base58'];
  }
  return [Buffer.from(bytes).toString('base64'), 'base64'];
}
