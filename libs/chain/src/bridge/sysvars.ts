import { address } from '@solana/kit';

export const CLOCK_SYSVAR = address('SysvarC1ock11111111111111111111111111111111');
export const RENT_SYSVAR = address('SysvarRent111111111111111111111111111111111');
export const INSTRUCTIONS_SYSVAR = address('Sysvar1nstructions1111111111111111111111111');
