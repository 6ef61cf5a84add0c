/**
 * The program's address on the local chains, in base58. Other deployments have their own id, so code that depends on
 * the id takes it as an argument.
 */
export const VAULT_PROGRAM_ID = 'BeLLwetherVau1t1111111111111111111111111111';
