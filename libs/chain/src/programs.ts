/** Programs that exist on every chain at the same addresses. */
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { address } from '@solana/kit';

export const SYSTEM_PROGRAM = SYSTEM_PROGRAM_ADDRESS;
export const TOKEN_PROGRAM = TOKEN_PROGRAM_ADDRESS;
export const TOKEN_2022_PROGRAM = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = ASSOCIATED_TOKEN_PROGRAM_ADDRESS;
export const LOOKUP_TABLE_PROGRAM = address('AddressLookupTab1e1111111111111111111111111');
/** The mint of lamports wrapped into a token account. */
export const NATIVE_MINT = address('So11111111111111111111111111111111111111112');
