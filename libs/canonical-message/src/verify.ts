/**
 * Whether `signature` (64 bytes) is `publicKey`'s (32 bytes) over exactly `message`. Never throws: what cannot be a
 * signature or a key is a `false`.
 *
 * Every server follows one rule, libsodium's: the key is canonical and not of small order, S < L, and the equation
 * is the cofactorless one (docs/protocol/signed-messages.md). Two verifiers that disagree are a split ledger.
 */
export type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
