/** The chain's own programs that verify signatures contained in a transaction's data. */
import { address } from '@solana/kit';

export const ED25519_PRECOMPILE = address('Ed25519SigVerify111111111111111111111111111');
export const SECP256K1_PRECOMPILE = address('KeccakSecp256k11111111111111111111111111111');
export const SECP256R1_PRECOMPILE = address('Secp256r1SigVerify1111111111111111111111111');
