import { describe, expect, it } from 'vitest';
import { ed25519 } from '@noble/curves/ed25519.js';
import { parseChainsFile, parseSecretKey } from './index';

const ADDRESS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const place = {
  rpcUrls: ['https://node.example/secret'],
  wormholeChainId: 1,
  coreBridge: ADDRESS,
  tokenBridge: ADDRESS,
  usdc: ADDRESS,
};
const complete = {
  network: 'test',
  ext: place,
  main: place,
  vaultProgram: ADDRESS,
  splitProgram: ADDRESS,
  relayer: ADDRESS,
  guardiansUrl: 'http://guardians.example',
  swapUrl: 'http://swap.example',
  faucet: false,
};

describe('a chains file', () => {
  it('is what it says', () => {
    expect(parseChainsFile(JSON.stringify(complete))).toEqual(complete);
  });

  it.each([
    ['not JSON', 'nonsense', 'chains file'],
    ['another network', { ...complete, network: 'main' }, 'network'],
    ['no node', { ...complete, ext: { ...place, rpcUrls: [] } }, 'ext.rpcUrls'],
    ['three nodes', { ...complete, ext: { ...place, rpcUrls: ['a', 'b', 'c'] } }, 'ext.rpcUrls'],
    ['no URL', { ...complete, main: { ...place, rpcUrls: ['ftp://a'] } }, 'main.rpcUrls.0'],
    ['no address', { ...complete, vaultProgram: 'vault' }, 'vaultProgram'],
    ['no split program', { ...complete, splitProgram: undefined }, 'splitProgram'],
    ['a field too many', { ...complete, key: 'secret' }, 'chains file'],
  ])('is refused with %s, by field', (_, file, field) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    const error = caught(() => parseChainsFile(text));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(String(Object(error).details.field)).toContain(field);
    expect(JSON.stringify(Object(error).details)).not.toContain('secret');
  });
});

describe('a secret key', () => {
  const seed = new Uint8Array(32).fill(7);
  const publicKey = ed25519.getPublicKey(seed);

  it('is hex, or a key file whose halves belong together', () => {
    expect(parseSecretKey(Buffer.from(seed).toString('hex'))).toEqual(seed);
    expect(parseSecretKey(`${JSON.stringify([...seed, ...publicKey])}\n`)).toEqual(seed);
  });

  it.each([
    ['nothing', ''],
    ['short hex', '07'.repeat(31)],
    ['half a file', JSON.stringify([...seed])],
    ['another public key', JSON.stringify([...seed, ...publicKey.toReversed()])],
    ['numbers that are no bytes', JSON.stringify([...seed.map(() => 0), ...Array(32).fill(256)])],
    ['something else', '["a"]'],
  ])('is not %s', (_, text) => {
    expect(parseSecretKey(text)).toBeUndefined();
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
