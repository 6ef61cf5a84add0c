import { parsePublicKey, toHex } from '@bellwether/codec';

/**
 * Addresses that nobody holds a key of and no program pays out from: what is sent there is gone. Programs of Solana, its
 * sysvars, and the address that burns.
 */
const UNSPENDABLE = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'NativeLoader1111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  'Sysvar1111111111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
];

const UNSPENDABLE_KEYS = new Set(
  UNSPENDABLE.map((address) => {
    const key = parsePublicKey(address);
    if (key === undefined) throw new Error(`${address} is no address`);
    return toHex(key);
  }),
);

/** Whether money that is sent there can never be spent. Not every such address is known. */
export const isUnspendable = (address: Uint8Array): boolean => UNSPENDABLE_KEYS.has(toHex(address));
