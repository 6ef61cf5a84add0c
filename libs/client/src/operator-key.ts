/** A new operator makes a key to store, and its hash for those who add the operator. */
export interface NewOperatorKey {
  /** `bw_operator_<name>_<64 characters of hex>`. */
  readonly key: string;
  /** In hex. */
  readonly key_sha256: string;
}

const KEY_BYTES = 32;

/** @param name as the operator will be called */
export async function newOperatorKey(name: string): Promise<NewOperatorKey> {
  const random = hex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  const key = `bw_operator_${name}_${random}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return { key, key_sha256: hex(new Uint8Array(hash)) };
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
