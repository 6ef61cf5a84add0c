/**
 * The events that the vault logs. Amounts are whole numbers of the mint's smallest unit, micro-USDC. Source:
 * program/events.h; idl/vault.json has the same layouts.
 */
import {
  bool,
  decode,
  discriminated,
  discriminatorOf,
  startsWith,
  struct,
  u8,
  u64,
} from '@bellwether/codec';
import type { Fields, ValueOf } from '@bellwether/codec';
import { publicKey, withdrawalId } from './vault-values';

const event = <const Kind extends string, T extends object>(kind: Kind, fields: Fields<T>) => {
  const discriminator = discriminatorOf('event', kind);
  return { kind, discriminator, layout: discriminated(discriminator, fields) };
};

export const VAULT_EVENTS = [
  event(
    'VaultInitialized',
    struct({
      admin: publicKey,
      operator: publicKey,
      registrar: publicKey,
      mint: publicKey,
      vaultToken: publicKey,
      dailyLimit: u64,
    }),
  ),
  event('KeysSet', struct({ admin: publicKey, operator: publicKey, registrar: publicKey })),
  event('LimitsSet', struct({ previousDailyLimit: u64, dailyLimit: u64 })),
  /** `by` is the admin or the operator. */
  event('PausedSet', struct({ by: publicKey, paused: bool })),
  event('TierSet', struct({ user: publicKey, previousTier: u8, tier: u8 })),
  event('ProxyInitialized', struct({ user: publicKey, proxy: publicKey })),
  /** `creditSeq` is the proxy's previous one plus 1. */
  event('Credit', struct({ user: publicKey, proxy: publicKey, amount: u64, creditSeq: u64 })),
  /** `paymentSeq` is the user's, once. `outflow` is the total of the UTC day `outflowDay` (days since 1970), including this debit. */
  event(
    'Debit',
    struct({
      user: publicKey,
      paymentSeq: u64,
      withdrawalId,
      recipientToken: publicKey,
      amount: u64,
      outflowDay: u64,
      outflow: u64,
    }),
  ),
  /** `nativeSeq` is the proxy's previous one plus 1. */
  event(
    'NativeSwept',
    struct({
      user: publicKey,
      proxy: publicKey,
      treasury: publicKey,
      lamports: u64,
      nativeSeq: u64,
    }),
  ),
  /** `lamports`: all that the account held, for the registrar. */
  event(
    'ProxyTokenClosed',
    struct({ user: publicKey, proxy: publicKey, proxyToken: publicKey, lamports: u64 }),
  ),
] as const;

type EventOf<D> = D extends { readonly kind: infer Kind; readonly layout: infer L }
  ? { readonly kind: Kind } & Readonly<ValueOf<L>>
  : never;

export type VaultEvent = EventOf<(typeof VAULT_EVENTS)[number]>;

/**
 * @param data what the program logged: discriminator and fields
 * @returns undefined if this version knows no such event
 * @throws DecodeError if the discriminator is an event's and the fields are not
 */
export function decodeVaultEvent(data: Uint8Array): VaultEvent | undefined {
  for (const { kind, discriminator, layout } of VAULT_EVENTS) {
    if (startsWith(data, discriminator)) {
      return { kind, ...decode<object>(layout, data) } as VaultEvent;
    }
  }
  return undefined;
}
