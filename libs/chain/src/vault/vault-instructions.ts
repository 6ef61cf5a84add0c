/** The vault's instructions with their addresses filled in. Each names its signers; amounts are micro-USDC. */
import {
  closeProxyToken,
  credit,
  debit,
  initialize,
  initProxy,
  setKeys,
  setLimits,
  setPaused,
  setTier,
  sweepNative,
  vaultInstructionAccounts,
  vaultInstructionData,
} from '@bellwether/vault-program';
import type { VaultInstruction } from '@bellwether/vault-program';
import { AccountRole } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import { addressOf, bytesOfAddress } from '../address';
import type { Address } from '../address';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../programs';
import { instructionOf } from '../transactions/instruction';
import { proxyWalletOf } from './vault-addresses';
import type { Vault } from './vault-addresses';

/** Signed by `payer` and `admin`. The vault's token account must exist: `createAssociatedToken` for `vault.state`. */
export const initializeVault = (
  vault: Vault,
  request: {
    readonly payer: Address;
    /** The account that may upgrade the program. */
    readonly admin: Address;
    readonly operator: Address;
    readonly registrar: Address;
    readonly dailyLimit: bigint;
    /** The program's data account; the program itself if its loader has no upgrades. */
    readonly programData: Address;
  },
): Instruction =>
  filledIn(
    vault,
    initialize,
    {
      operator: bytesOfAddress(request.operator),
      registrar: bytesOfAddress(request.registrar),
      dailyLimit: request.dailyLimit,
    },
    {
      payer: request.payer,
      admin: request.admin,
      state: vault.state,
      mint: vault.mint,
      vaultToken: vault.token,
      program: vault.program,
      programData: request.programData,
      systemProgram: SYSTEM_PROGRAM,
    },
  );

/** Signed by `admin` and `newAdmin`. */
export const setVaultKeys = (
  vault: Vault,
  keys: {
    readonly admin: Address;
    readonly newAdmin: Address;
    readonly operator: Address;
    readonly registrar: Address;
  },
): Instruction =>
  filledIn(
    vault,
    setKeys,
    { operator: bytesOfAddress(keys.operator), registrar: bytesOfAddress(keys.registrar) },
    { state: vault.state, admin: keys.admin, newAdmin: keys.newAdmin },
  );

/** Signed by `admin`. `dailyLimit` is the most that may leave in a UTC day. */
export const setVaultLimits = (
  vault: Vault,
  { admin, dailyLimit }: { readonly admin: Address; readonly dailyLimit: bigint },
): Instruction => filledIn(vault, setLimits, { dailyLimit }, { state: vault.state, admin });

/** Signed by `authority`: the admin, or the operator, who may only start a pause. */
export const setVaultPaused = (
  vault: Vault,
  { authority, isPaused }: { readonly authority: Address; readonly isPaused: boolean },
): Instruction =>
  filledIn(vault, setPaused, { paused: isPaused }, { state: vault.state, authority });

/** Signed by `registrar`. */
export async function setUserTier(
  vault: Vault,
  request: { readonly registrar: Address; readonly user: Uint8Array; readonly tier: 0 | 1 | 2 },
): Promise<Instruction> {
  const { wallet: proxy } = await proxyWalletOf(vault, request.user);
  const accounts = { state: vault.state, registrar: request.registrar, proxy };
  return filledIn(vault, setTier, { tier: request.tier }, accounts);
}

/** Signed by any `payer`. It creates the proxy's account, not its token account. */
export async function initProxyWallet(
  vault: Vault,
  { payer, user }: { readonly payer: Address; readonly user: Uint8Array },
): Promise<Instruction> {
  const { wallet: proxy } = await proxyWalletOf(vault, user);
  const accounts = { payer, proxy, user: addressOf(user), systemProgram: SYSTEM_PROGRAM };
  return filledIn(vault, initProxy, {}, accounts);
}

/** Needs no signature: moves everything in the user's proxy token account into the vault. */
export async function creditProxy(
  vault: Vault,
  { user }: { readonly user: Uint8Array },
): Promise<Instruction> {
  const { wallet: proxy, token: proxyToken } = await proxyWalletOf(vault, user);
  return filledIn(
    vault,
    credit,
    {},
    {
      state: vault.state,
      proxy,
      proxyToken,
      vaultToken: vault.token,
      mint: vault.mint,
      tokenProgram: TOKEN_PROGRAM,
    },
  );
}

/** Signed by `operator`. The user's proxy wallet must exist; a second debit of the user's same number always fails. */
export async function debitVault(
  vault: Vault,
  request: {
    readonly operator: Address;
    readonly user: Uint8Array;
    /** The number of the payment among the user's, from 1. */
    readonly paymentSeq: bigint;
    /** 32 bytes. `signaturesOf` this address finds the transaction. */
    readonly withdrawalId: Uint8Array;
    readonly amount: bigint;
    /** The token account that is paid. */
    readonly recipientToken: Address;
    /** The token account on the other chain that it is for, where the transaction's other instructions do not name it. */
    readonly paidThere?: Address;
  },
): Promise<Instruction> {
  const { operator, user, paymentSeq, withdrawalId, amount, recipientToken, paidThere } = request;
  const { wallet: proxy } = await proxyWalletOf(vault, user);
  const paying = filledIn(
    vault,
    debit,
    { paymentSeq, amount },
    {
      operator,
      state: vault.state,
      proxy,
      reference: addressOf(withdrawalId),
      vaultToken: vault.token,
      mint: vault.mint,
      recipientToken,
      tokenProgram: TOKEN_PROGRAM,
    },
  );
  return paidThere === undefined ? paying : naming(paying, paidThere);
}

/** Signed by `registrar`, who gets the lamports of the token account, which must be empty. */
export async function closeTokenOfProxy(
  vault: Vault,
  request: {
    readonly registrar: Address;
    readonly user: Uint8Array;
    /** The wallet's associated one unless another is given. */
    readonly token?: Address;
  },
): Promise<Instruction> {
  const { wallet: proxy, token } = await proxyWalletOf(vault, request.user);
  return filledIn(
    vault,
    closeProxyToken,
    {},
    {
      state: vault.state,
      registrar: request.registrar,
      proxy,
      proxyToken: request.token ?? token,
      tokenProgram: TOKEN_PROGRAM,
    },
  );
}

/** Signed by `registrar`: the proxy wallet's lamports above its rent go to `treasury`, a plain wallet. */
export async function sweepProxyLamports(
  vault: Vault,
  request: { readonly registrar: Address; readonly user: Uint8Array; readonly treasury: Address },
): Promise<Instruction> {
  const { registrar, user, treasury } = request;
  const { wallet: proxy } = await proxyWalletOf(vault, user);
  return filledIn(vault, sweepNative, {}, { state: vault.state, registrar, proxy, treasury });
}

const filledIn = <Data extends object, Name extends string>(
  vault: Vault,
  instruction: VaultInstruction<Data, Name>,
  data: Data,
  accounts: Readonly<Record<Name, Address>>,
): Instruction =>
  instructionOf(
    vault.program,
    vaultInstructionAccounts(instruction, accounts),
    vaultInstructionData(instruction, data),
  );

/** The program takes no notice of further accounts. */
const naming = (instruction: Instruction, address: Address): Instruction => ({
  ...instruction,
  accounts: [...(instruction.accounts ?? []), { address, role: AccountRole.READONLY }],
});
