/**
 * The vault program's instructions. Amounts are whole numbers of the mint's smallest unit, micro-USDC. Source:
 * program/*.h; idl/vault.json has the same, and a test compares the two.
 */
import { bool, struct, u8, u64 } from '@bellwether/codec';
import { READ, SIGN, SIGN_AND_WRITE, WRITE, vaultInstruction } from './instruction';
import { publicKey } from './vault-values';

const noArguments = struct({});

/**
 * Creates the vault, once. The vault token account is the state's associated one and must exist. `admin` must be the
 * program's upgrade authority, if there is one. `programData` is where the loader keeps the code: for the upgradeable
 * loader, the PDA with the program id as seed; for the older loader, the program itself.
 */
export const initialize = vaultInstruction(
  'initialize',
  struct({ operator: publicKey, registrar: publicKey, dailyLimit: u64 }),
  {
    payer: SIGN_AND_WRITE,
    admin: SIGN,
    state: WRITE,
    mint: READ,
    vaultToken: READ,
    program: READ,
    programData: READ,
    systemProgram: READ,
  },
);

/** By the admin. `newAdmin` signs too, and may be the current admin. */
export const setKeys = vaultInstruction(
  'set_keys',
  struct({ operator: publicKey, registrar: publicKey }),
  { state: WRITE, admin: SIGN, newAdmin: SIGN },
);

/** By the admin: sets the most that may leave in a UTC day. 0 allows no withdrawal. */
export const setLimits = vaultInstruction('set_limits', struct({ dailyLimit: u64 }), {
  state: WRITE,
  admin: SIGN,
});

/** By the admin. The operator may start a pause, but not end one. */
export const setPaused = vaultInstruction('set_paused', struct({ paused: bool }), {
  state: WRITE,
  authority: SIGN,
});

/** By the registrar: 0, 1 or 2. */
export const setTier = vaultInstruction('set_tier', struct({ tier: u8 }), {
  state: READ,
  registrar: SIGN,
  proxy: WRITE,
});

/** By anyone: creates a user's proxy wallet, once. */
export const initProxy = vaultInstruction('init_proxy', noArguments, {
  payer: SIGN_AND_WRITE,
  proxy: WRITE,
  user: READ,
  systemProgram: READ,
});

/** By anyone: moves everything in the proxy's token account into the vault. */
export const credit = vaultInstruction('credit', noArguments, {
  state: WRITE,
  proxy: WRITE,
  proxyToken: WRITE,
  vaultToken: WRITE,
  mint: READ,
  tokenProgram: READ,
});

/**
 * By the operator: pays out, each number of a user once. `reference` is the withdrawal id as an address: no account is
 * made, but the transaction is found by it.
 */
export const debit = vaultInstruction('debit', struct({ paymentSeq: u64, amount: u64 }), {
  operator: SIGN,
  state: WRITE,
  proxy: WRITE,
  reference: READ,
  vaultToken: WRITE,
  mint: READ,
  recipientToken: WRITE,
  tokenProgram: READ,
});

/** By the registrar: moves a proxy wallet's lamports above its rent to a plain wallet. */
export const sweepNative = vaultInstruction('sweep_native', noArguments, {
  state: READ,
  registrar: SIGN,
  proxy: WRITE,
  treasury: WRITE,
});

/** By the registrar, who gets the rent: closes an empty token account of a proxy. */
export const closeProxyToken = vaultInstruction('close_proxy_token', noArguments, {
  state: READ,
  registrar: SIGN_AND_WRITE,
  proxy: READ,
  proxyToken: WRITE,
  tokenProgram: READ,
});

export const VAULT_INSTRUCTIONS = {
  initialize,
  setKeys,
  setLimits,
  setPaused,
  setTier,
  initProxy,
  credit,
  debit,
  sweepNative,
  closeProxyToken,
} as const;
