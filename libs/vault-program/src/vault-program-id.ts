/**
 * Where the program lies on the local chains, in base58. A deployment elsewhere has an id of its own: whatever depends on
 * the id takes it as an argument.
 */
export const VAULT_PROGRAM_ID = 'BeLLwetherVau1t1111111111111111111111111111';
