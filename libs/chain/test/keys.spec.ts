/** Keys and addresses that must never change: vectors made with Node's own HKDF, and with real chains' addresses. */
import { hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  associatedTokenAddress,
  bridgeEmitter,
  bridgeMessageSigner,
  bridgeSideOf,
  bytesOfAddress,
  collectorSigner,
  depositSigner,
  parseAddress,
  proxyWalletOf,
  signatureSetSigner,
  signerFromSeed,
  TOKEN_2022_PROGRAM,
  vaultAt,
} from '../src';
import type { Address } from '../src';
import { USDC } from './chain-under-test';

const MASTER = Uint8Array.from({ length: 32 }, (_, at) => at);
const USER = Uint8Array.from({ length: 32 }, (_, at) => 255 - at);

const expectedAddress = async (salt: string, info: Uint8Array): Promise<Address> => {
  const prefixed = Uint8Array.of(info.length, 0, ...info);
  const seed = new Uint8Array(hkdfSync('sha256', MASTER, salt, prefixed, 32));
  return (await signerFromSeed(seed)).address;
};

describe('derived keys', () => {
  it('are HKDF-SHA256 under the salt of their purpose, over info with its length before it', async () => {
    const made = [
      (await depositSigner(MASTER, USER)).address,
      (await bridgeMessageSigner(MASTER, USER)).address,
      (await signatureSetSigner(MASTER, USER)).address,
      (await collectorSigner(MASTER)).address,
    ];
    expect(made).toEqual([
      await expectedAddress('deposit-key/v1', USER),
      await expectedAddress('bridge-message/v1', USER),
      await expectedAddress('signature-set/v1', USER),
      await expectedAddress('deposit-collector/v1', new Uint8Array()),
    ]);
    expect(new Set(made).size).toBe(made.length);
  });

  it('stay what they were', async () => {
    expect((await depositSigner(MASTER, USER)).address).toBe(
      '34z4J5deBdFSanw3cHtig7zT4qzWjJZAwLfXECXLmmH6',
    );
  });

  it('of another user or master are others', async () => {
    const other = Uint8Array.from(USER, (byte) => byte ^ 1);
    const addresses = await Promise.all([
      depositSigner(MASTER, USER),
      depositSigner(MASTER, other),
      depositSigner(other, USER),
    ]);
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(3);
  });

  it('cannot be taken out again', async () => {
    const signer = await signerFromSeed(MASTER);
    expect(signer.keyPair.privateKey.extractable).toBe(false);
    const secret = Buffer.from(MASTER).toString('hex');
    expect(
      inspect(signer, { depth: 9, showHidden: true }).replaceAll(/[^0-9a-f]/g, ''),
    ).not.toContain(secret);
  });
});

describe('addresses', () => {
  it('come in as base58 or hex, or not at all', () => {
    const hex = Buffer.from(bytesOfAddress(USDC)).toString('hex');
    expect(parseAddress(USDC)).toBe(USDC);
    expect(parseAddress(hex)).toBe(USDC);
    expect(addressOf(bytesOfAddress(USDC))).toBe(USDC);
    for (const wrong of ['', 'USDC', `${USDC}1`, hex.slice(2), '0'.repeat(44)]) {
      expect(parseAddress(wrong)).toBeUndefined();
    }
  });

  it('of associated accounts are those that everybody computes', async () => {
    // The token bridge's registered emitters on Solana and Fogo, from the Wormhole SDK and its explorers.
    expect(await bridgeEmitter(bridgeSideOf('production', 'ext'))).toBe(
      'Gv1KWf8DT1jKv5pKBmGaTmVszqa56Xn8YGx2Pg7i7qAk',
    );
    const wallet = addressOf(USER);
    const legacy = await associatedTokenAddress(wallet, USDC);
    expect(await associatedTokenAddress(wallet, USDC, TOKEN_2022_PROGRAM)).not.toBe(legacy);
  });

  it('of the vault are its own for each user', async () => {
    const program = 'BeLLwetherVau1t1111111111111111111111111111' as Address;
    const vault = await vaultAt(program, USDC);
    expect(vault.token).toBe(await associatedTokenAddress(vault.state, USDC));
    const { wallet, token } = await proxyWalletOf(vault, USER);
    expect(token).toBe(await associatedTokenAddress(wallet, USDC));
    expect(new Set([vault.state, vault.token, wallet, token]).size).toBe(4);
  });
});
