const asciiBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Seeds of the vault's accounts. The address depends on them and on the program id. */
export const vaultSeeds = {
  /** The single state account; it also owns the vault's token account. */
  state: () => [asciiBytes('vault')],
  /** A user's proxy wallet. `user` is the 32-byte public key. */
  proxy: (user: Uint8Array) => [asciiBytes('proxy'), user],
} as const;
