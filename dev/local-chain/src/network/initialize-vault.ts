import {
  initialize,
  vaultInstructionAccounts,
  vaultInstructionData,
} from '@bellwether/vault-program';
import type { AccountRole as NamedRole } from '@bellwether/vault-program';
import {
  AccountRole,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Address } from '@solana/kit';
import type { LocalChain } from '../chain/local-chain';
import { associatedTokenAddress } from '../associated-token';
import { SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from '../chain/program-addresses';
import { bytesOf, derivedAddress } from './genesis-account';
import { usdcOfMain } from './genesis-tokens';
import { VAULT_DAILY_LIMIT_MICRO_USDC } from './network-assets';
import type { NetworkKeys } from './network-keys';
import { VAULT_PROGRAM, vaultStateAddress } from './network-programs';

/** Makes the vault, as an operator would, where it is not there yet. @returns when that is final */
export async function initializeVault(chain: LocalChain, keys: NetworkKeys): Promise<void> {
  const state = await vaultStateAddress();
  if (chain.account(state) === null) {
    const { error, logs } = chain.submit(await initialization(chain, keys, state));
    if (error !== null) throw new Error(`the vault was not initialized:\n${logs.join('\n')}`);
  }
  while (chain.account(state, 'finalized') === null) chain.advance();
}

async function initialization(
  chain: LocalChain,
  { signers }: NetworkKeys,
  state: Address,
): Promise<Uint8Array> {
  const { admin, operator, registrar } = signers;
  const mint = await usdcOfMain();
  const accounts = vaultInstructionAccounts(initialize, {
    payer: admin.address,
    admin: admin.address,
    state,
    mint,
    vaultToken: await associatedTokenAddress({ owner: state, mint }),
    program: VAULT_PROGRAM,
    programData: await derivedAddress(UPGRADEABLE_LOADER, [bytesOf(VAULT_PROGRAM)]),
    systemProgram: SYSTEM_PROGRAM,
  });
  const instruction = {
    programAddress: VAULT_PROGRAM,
    accounts: accounts.map((account) => ({ address: account.address, role: roleOf(account) })),
    data: vaultInstructionData(initialize, {
      operator: bytesOf(operator.address),
      registrar: bytesOf(registrar.address),
      dailyLimit: VAULT_DAILY_LIMIT_MICRO_USDC,
    }),
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(admin, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(chain.latestBlockhash('processed'), paid),
    (dated) => appendTransactionMessageInstruction(instruction, dated),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return new Uint8Array(getTransactionEncoder().encode(signed));
}

/** Whoever signs here pays as well, and is known to the message. */
const roleOf = ({ isSigner, isWritable }: NamedRole) =>
  isSigner
    ? isWritable
      ? AccountRole.WRITABLE_SIGNER
      : AccountRole.READONLY_SIGNER
    : isWritable
      ? AccountRole.WRITABLE
      : AccountRole.READONLY;
