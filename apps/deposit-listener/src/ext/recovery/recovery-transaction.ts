import {
  addressOf,
  createAssociatedToken,
  associatedTokenAddress,
  transferLamports,
  transferTokens,
} from '@bellwether/chain';
import type { Address, Instruction, KeptTransaction } from '@bellwether/chain';
import type { Recovery } from '@bellwether/persistence';
import type { ListenerParts } from '../../parts';
import type { Holding } from './free-balance';

/** What is sent, and what is kept for the transaction, in base units of the holding. */
export interface RecoveredAmount {
  readonly amount: bigint;
  readonly gas: bigint;
  /** Whether the recipient's token account is created if it is missing. */
  readonly makesAccount: boolean;
}

/** Sends so much of a holding to the recipient: lamports to the wallet, tokens to its associated account. */
export async function recoveryTransaction(
  { chains, listener, addresses }: Pick<ListenerParts, 'chains' | 'listener' | 'addresses'>,
  { user, recipient }: Pick<Recovery, 'user' | 'recipient'>,
  holding: Holding,
  recovered: RecoveredAmount,
): Promise<KeptTransaction> {
  const owner = await addresses.depositSigner(user);
  const instructions = await sending(holding, {
    payer: listener.address,
    from: owner.address,
    to: addressOf(recipient),
    ...recovered,
  });
  return chains.ext.buildTransaction({ instructions, feePayer: listener, signers: [owner] });
}

async function sending(
  holding: Holding,
  {
    payer,
    from,
    to,
    amount,
    gas,
    makesAccount,
  }: RecoveredAmount & {
    readonly payer: Address;
    readonly from: Address;
    readonly to: Address;
  },
): Promise<Instruction[]> {
  if (holding.kind === 'lamports') {
    return [
      ...(gas === 0n ? [] : [transferLamports({ from, to: payer, lamports: gas })]),
      transferLamports({ from, to, lamports: amount }),
    ];
  }
  const { account: source, mint: token } = holding;
  const { address: mint, tokenProgram, decimals } = token;
  const destination = await associatedTokenAddress(to, mint, tokenProgram);
  const move = { source, destination, owner: from, mint, decimals, amount, tokenProgram };
  const accountOf = (owner: Address) => createAssociatedToken({ payer, owner, mint, tokenProgram });
  const own = await associatedTokenAddress(payer, mint, tokenProgram);
  const kept = { ...move, destination: own, amount: gas };
  return [
    ...(gas === 0n ? [] : [await accountOf(payer), transferTokens(kept)]),
    ...(makesAccount ? [await accountOf(to)] : []),
    transferTokens(move),
  ];
}
