/**
 * Whether `signature` (64 bytes) is `publicKey`'s (32 bytes) over exactly `message`. Never throws: a malformed
 * signature or key gives `false`.
 *
 * Every server follows one rule, libsodium's: key and R are canonical and not of small order, S < L, and the equation
 * S·B = R + k·A holds without cofactor (docs/protocol/signed-messages.md, vectors/signatures.json). Two verifiers
 * that disagree would split the ledger.
 */
export type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
