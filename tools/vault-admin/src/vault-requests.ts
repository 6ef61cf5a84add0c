/** An admin's requests to the vault, as instructions: signed here, or printed for a multisig to sign. */
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

const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address;

export interface NewVault {
  /** The program's upgrade authority, if there is one. Also pays. */
  readonly admin: Address;
  readonly operator: Address;
  readonly registrar: Address;
  /** Micro-USDC that may leave in a UTC day. */
  readonly dailyLimit: bigint;
}

type Reader = Pick<Chain, 'readAccount'>;

/**
 * Creates the vault and its token account.
 * @throws Error if the program or the mint is not on the chain, the vault exists already, or two roles share a key
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

/** The operator may start a pause; only the admin may end one. */
export const pause = (vault: Vault, authority: Address, isPaused: boolean): Instruction[] => [
  setVaultPaused(vault, { authority, isPaused }),
];
