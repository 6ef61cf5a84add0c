import { describe, expect, it } from 'vitest';
import { createSecretKey } from 'node:crypto';
import { inspect } from 'node:util';
import { verify } from '@bellwether/signature';
import { DelegatedKeys } from './delegated-keys';
import { delegatedSeed } from './derivation';

const keysOf = (fill: number) => new DelegatedKeys(createSecretKey(new Uint8Array(32).fill(fill)));
const owner = { builderId: 'b', userId: 'alice' };
const message = new TextEncoder().encode('ninety bytes or fewer');

describe('delegated keys', () => {
  const keys = keysOf(1);
  const user = keys.publicKeyOf(owner);

  it('are the same each time, and of each user and each master their own', () => {
    expect(keysOf(1).publicKeyOf(owner)).toEqual(user);
    expect(keys.publicKeyOf({ ...owner, userId: 'Alice' })).not.toEqual(user);
    expect(keys.publicKeyOf({ ...owner, builderId: 'c' })).not.toEqual(user);
    expect(keysOf(2).publicKeyOf(owner)).not.toEqual(user);
  });

  it('sign so that the user’s public key verifies', () => {
    expect(verify(keys.sign(owner, user, message), message, user)).toBe(true);
  });

  it('sign the same the second time, when the key is at hand', () => {
    expect(keys.sign(owner, user, message)).toEqual(keys.sign(owner, user, message));
    const swapped = { builderId: 'ba', userId: 'lice' };
    expect(() => keys.sign(swapped, user, message)).toThrow(/DELEGATED_KEY_MASTER/);
  });

  it('show in no inspection', () => {
    const seed = Buffer.from(
      delegatedSeed(createSecretKey(new Uint8Array(32).fill(1)), owner.builderId, owner.userId),
    );
    keys.sign(owner, user, message);
    const shown = inspect(keys, { depth: 9, showHidden: true });
    expect(shown).toContain('kept: ');
    expect(shown).not.toContain(inspect(new Uint8Array(seed)).slice(20, 50));
  });

  it('sign nothing for a public key that they do not derive', () => {
    expect(() => keysOf(2).sign(owner, user, message)).toThrow(/DELEGATED_KEY_MASTER/);
  });
});
