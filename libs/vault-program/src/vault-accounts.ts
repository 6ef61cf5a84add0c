/**
 * The vault's accounts. Amounts are whole numbers of the mint's smallest unit, micro-USDC. A reader must first check
 * that the program owns the account: anyone can create one with the same bytes. Source: program/accounts.h;
 * idl/vault.json has the same layouts.
 */
import {
  bool,
  decode,
  discriminated,
  discriminatorOf,
  struct,
  u8,
  u64,
  zeros,
} from '@bellwether/codec';
import type { Fields, Layout, ValueOf } from '@bellwether/codec';
import { paidWindow, publicKey } from './vault-values';

/** The only version there is. */
const VAULT_ACCOUNT_VERSION = 1;

/** A later version may give the same bytes another meaning, so it does not decode. */
const version: Layout<number> = {
  write: (w, value) => w.u8(value),
  read(r) {
    const found = r.u8();
    if (found !== VAULT_ACCOUNT_VERSION) r.fail(`version ${found}`);
    return found;
  },
};

/** Consecutive fields, without a struct of their own, around the spare bytes. */
const withSpare = <A extends object, B extends object>(
  head: Fields<A>,
  spareBytes: number,
  rest: Fields<B>,
  roomBytes: number,
): Fields<A & B> => {
  const parts: readonly Fields<object>[] = [head, zeros(spareBytes), rest, zeros(roomBytes)].map(
    (part) => part as Fields<object>,
  );
  const readInto: Fields<A & B>['readInto'] = (r, target) => {
    for (const part of parts) part.readInto(r, target);
  };
  return {
    write(w, value) {
      for (const part of parts) part.write(w, value);
    },
    readInto,
    read(r) {
      const value: Record<string, unknown> = {};
      readInto(r, value);
      return value as A & B;
    },
  };
};

const accountLayout = <T extends object>(name: string, fields: Fields<T>) => {
  const discriminator = discriminatorOf('account', name);
  return { name, discriminator, layout: discriminated(discriminator, fields) };
};

/** The vault's keys, limit and sums. */
export const vaultStateAccount = accountLayout(
  'VaultState',
  withSpare(
    struct({ version, bump: u8, paused: bool }),
    5,
    struct({
      /** The most that may leave in a UTC day. */
      dailyLimit: u64,
      /** The day of `outflow`, in days since 1970. On another day the outflow so far is 0. */
      outflowDay: u64,
      outflow: u64,
      creditedTotal: u64,
      debitedTotal: u64,
      admin: publicKey,
      operator: publicKey,
      registrar: publicKey,
      mint: publicKey,
      vaultToken: publicKey,
    }),
    64,
  ),
);

/** A user's proxy wallet. Its USDC is in its associated token account. */
export const proxyAccount = accountLayout(
  'Proxy',
  withSpare(
    struct({ version, bump: u8, tier: u8 }),
    5,
    struct({
      /** Number of the last credit; the first is 1. */
      creditSeq: u64,
      creditedTotal: u64,
      /** Number of the last sweep of lamports; the first is 1. */
      nativeSeq: u64,
      /** Lamports. */
      nativeTotal: u64,
      user: publicKey,
      /** Which payments were made: `paymentState`. */
      paidWatermark: u64,
      paidWindow,
    }),
    0,
  ),
);

export const VAULT_ACCOUNTS = [vaultStateAccount, proxyAccount] as const;

export type VaultState = ValueOf<typeof vaultStateAccount.layout>;
export type Proxy = ValueOf<typeof proxyAccount.layout>;

/** @throws DecodeError if the bytes are not such an account's */
export const decodeVaultState = (data: Uint8Array): VaultState =>
  decode(vaultStateAccount.layout, data);
/** @throws DecodeError if the bytes are not such an account's */
export const decodeProxy = (data: Uint8Array): Proxy => decode(proxyAccount.layout, data);
