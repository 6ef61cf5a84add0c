import {
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  createAssociatedToken,
  debitVault,
  transferOut,
} from '@bellwether/chain';
import type { Address, Instruction, KeptTransaction, Signer } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { netAmountOf, withdrawalTransferId } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { PAYOUT_COMPUTE_UNITS } from '../limits';
import type { WorkerParts } from '../parts';
import { paidAccountOf } from './recipient';

type Parts = Pick<
  WorkerParts,
  'chains' | 'messageMaster' | 'operator' | 'sides' | 'usdc' | 'vault'
>;

/** Of the transaction's instructions, from 0: behind the compute budget and the token account that is paid. */
export const DEBIT_PLACE = 2;

export const payoutPurpose = ({ withdrawalId }: Withdrawal, attempt: number): string =>
  `withdrawal:${toHex(withdrawalId)}:debit:${attempt}`;

/**
 * One transaction that pays all or nothing. To main: the debit to the recipient's account. To ext: the debit to the operator's
 * account and its burn by the token bridge, whose message names the recipient's account. Signed, and nobody has seen it.
 */
export async function signPayout(withdrawal: Withdrawal, parts: Parts): Promise<KeptTransaction> {
  const { chains, operator } = parts;
  const { instructions, signers } =
    withdrawal.chain === 'main'
      ? await toMain(withdrawal, parts)
      : await overTheBridge(withdrawal, parts);
  return chains.main.buildTransaction({
    instructions,
    signers,
    feePayer: operator,
    computeUnits: PAYOUT_COMPUTE_UNITS,
  });
}

interface Payout {
  readonly instructions: Instruction[];
  readonly signers: readonly Signer[];
}

async function toMain(withdrawal: Withdrawal, parts: Parts): Promise<Payout> {
  const { wallet, account } = await paidAccountOf(withdrawal, parts);
  return { instructions: await debitTo(wallet, account, withdrawal, parts), signers: [] };
}

async function overTheBridge(withdrawal: Withdrawal, parts: Parts): Promise<Payout> {
  const { operator, sides, usdc } = parts;
  const own = await associatedTokenAddress(operator.address, usdc.main);
  const { account } = await paidAccountOf(withdrawal, parts);
  const message = await messageSignerOf(withdrawal, parts);
  const burn = await transferOut(sides.main, {
    kind: 'wrapped',
    payer: operator.address,
    from: own,
    fromOwner: operator.address,
    mint: usdc.main,
    amount: BigInt(netAmountOf(withdrawal)),
    toChainId: sides.ext.chainId,
    to: bytesOfAddress(account),
    message: message.address,
    // The token bridge takes the message's fee from the payer itself.
  });
  const debit = await debitTo(operator.address, own, withdrawal, parts);
  return { instructions: [...debit, ...burn], signers: [message] };
}

/** One account a withdrawal, whatever the attempt: the core bridge too writes its message once. */
const messageSignerOf = ({ withdrawalId }: Withdrawal, { messageMaster }: Parts): Promise<Signer> =>
  bridgeMessageSigner(
    messageMaster.reveal(),
    new TextEncoder().encode(withdrawalTransferId(withdrawalId)),
  );

async function debitTo(
  owner: Address,
  recipientToken: Address,
  withdrawal: Withdrawal,
  { operator, usdc, vault }: Parts,
): Promise<Instruction[]> {
  const payer = operator.address;
  return [
    await createAssociatedToken({ payer, owner, mint: usdc.main }),
    await debitVault(vault, {
      payer,
      operator: operator.address,
      withdrawalId: withdrawal.withdrawalId,
      amount: BigInt(netAmountOf(withdrawal)),
      recipientToken,
    }),
  ];
}
