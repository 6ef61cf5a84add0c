const asciiBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Seeds of the vault's accounts: an address is theirs and the program id's. */
export const vaultSeeds = {
  /** The one state; it also owns the vault's token account. */
  state: () => [asciiBytes('vault')],
  /** A user's proxy wallet. `user` is the 32-byte public key. */
  proxy: (user: Uint8Array) => [asciiBytes('proxy'), user],
  /** Exists once the withdrawal was paid: what makes a second payout impossible. */
  withdrawal: (withdrawalId: Uint8Array) => [asciiBytes('withdrawal'), withdrawalId],
} as const;
