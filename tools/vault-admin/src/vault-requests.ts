/** What an admin may ask of the vault, as instructions. They are signed here, or printed for a multisig to sign. */
import {
  createAssociatedToken,
  derivedAddress,
  initializeVault,
  readVault,
  setVaultLimits,
  setVaultPaused,
} from '@bellwether/chain';
import type { Address, Chain, Instruction, Vault } from '@bellwether/chain';
import { bytesOfAddress } from '@bellwether/chain';

/** The loader of programs that can be upgraded. */
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address;

export interface NewVault {
  /** Who may upgrade the program, if anyone may. Pays, too. */
  readonly admin: Address;
  readonly operator: Address;
  readonly registrar: Address;
  /** Micro-USDC that may leave in a UTC day. */
  readonly dailyLimit: bigint;
}

type Reader = Pick<Chain, 'readAccount'>;

/**
 * Makes the vault and its token account.
 * @throws Error where the program or the mint is not on the chain, the vault is there already, or roles share a key
 */
export async function initialization(
  chain: Reader,
  vault: Vault,
  { admin, operator, registrar, dailyLimit }: NewVault,
): Promise<Instruction[]> {
  if (new Set([admin, operator, registrar]).size < 3) {
    throw new Error('admin, operator and registrar must be three keys');
  }
  const program = await chain.readAccount(vault.program);
  if (program === null) throw new Error(`there is no program at ${vault.program}`);
  if ((await chain.readAccount(vault.mint)) === null) {
    throw new Error(`there is no mint at ${vault.mint}: has the bridge ever brought USDC to main?`);
  }
  if ((await readVault(chain, vault)) !== null) throw new Error('the vault is there already');
  const programData =
    program.program === UPGRADEABLE_LOADER
      ? await derivedAddress(UPGRADEABLE_LOADER, [bytesOfAddress(vault.program)])
      : vault.program;
  const request = { payer: admin, admin, operator, registrar, dailyLimit, programData };
  return [
    await createAssociatedToken({ payer: admin, owner: vault.state, mint: vault.mint }),
    initializeVault(vault, request),
  ];
}

export const newLimit = (vault: Vault, admin: Address, dailyLimit: bigint): Instruction[] => [
  setVaultLimits(vault, { admin, dailyLimit }),
];

/** The operator may begin a pause; the admin alone ends one. */
export const pause = (vault: Vault, authority: Address, isPaused: boolean): Instruction[] => [
  setVaultPaused(vault, { authority, isPaused }),
];
