/**
 * The program's address on the local chains, in base58. Other deployments have their own id, the same on both chains, so
 * code that depends on the id takes it as an argument.
 */
export const SPLIT_PROGRAM_ID = 'BeLLwetherSp1it1111111111111111111111111111';
