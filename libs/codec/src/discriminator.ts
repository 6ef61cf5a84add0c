import { sha256 } from '@noble/hashes/sha2.js';
import type { Fields } from './layout';

export const DISCRIMINATOR_BYTES = 8;

export type DiscriminatedKind = 'global' | 'account' | 'event';

/** Anchor's rule for the first bytes of instruction data (`global`, snake_case), accounts and events (PascalCase). */
export const discriminatorOf = (kind: DiscriminatedKind, name: string): Uint8Array =>
  sha256(new TextEncoder().encode(`${kind}:${name}`)).slice(0, DISCRIMINATOR_BYTES);

/** The discriminator, then the fields. The decoded value has no discriminator. */
export const discriminated = <T extends object>(
  discriminator: Uint8Array,
  fields: Fields<T>,
): Fields<T> => {
  const readInto: Fields<T>['readInto'] = (r, target) => {
    const found = r.raw(DISCRIMINATOR_BYTES);
    if (!startsWith(found, discriminator)) r.fail('another discriminator');
    fields.readInto(r, target);
  };
  return {
    write(w, value) {
      w.raw(discriminator);
      fields.write(w, value);
    },
    readInto,
    read(r) {
      if (!startsWith(r.raw(DISCRIMINATOR_BYTES), discriminator)) r.fail('another discriminator');
      return fields.read(r);
    },
  };
};

export const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  bytes.length >= start.length && start.every((byte, at) => bytes[at] === byte);
