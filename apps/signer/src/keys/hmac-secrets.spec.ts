import { describe, expect, it } from 'vitest';
import { createSecretKey } from 'node:crypto';
import { inspect } from 'node:util';
import { hmacSecret } from './derivation';
import { HmacSecrets } from './hmac-secrets';

const master = createSecretKey(new Uint8Array(32).fill(1));
const keyId = new Uint8Array(16).fill(7);
const bytes = (generation: number) => Buffer.from(hmacSecret(master, keyId, generation));

describe('HMAC secrets in use', () => {
  it('are those of the derivation, each generation its own, each made once', () => {
    const secrets = new HmacSecrets(master);
    expect(secrets.of(keyId, 1).export()).toEqual(bytes(1));
    expect(secrets.of(keyId, 2).export()).toEqual(bytes(2));
    expect(secrets.of(keyId.with(0, 8), 1).export()).not.toEqual(bytes(1));
    expect(secrets.of(Uint8Array.from(keyId), 1)).toBe(secrets.of(keyId, 1));
  });

  it('show in no inspection and no JSON', () => {
    const secrets = new HmacSecrets(master);
    secrets.of(keyId, 1);
    const shown = inspect(secrets, { depth: 9, showHidden: true }) + JSON.stringify(secrets);
    expect(shown).not.toContain(bytes(1).toString('hex').slice(0, 8));
    expect(shown).not.toContain(inspect(bytes(1)).slice(8, 30));
  });
});
