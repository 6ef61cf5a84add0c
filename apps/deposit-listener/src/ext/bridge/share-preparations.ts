/** What must be there before a deposit can be shared. */
import { createAssociatedToken } from '@bellwether/chain';
import { PARTS_OF_APPROVAL } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import type { Preparation } from '../preparation';
import { approveCollector, isApproved } from './shared-transfer';
import type { Collector, Member } from './shared-transfer';

/** One that cannot be approved, as its account is frozen, goes alone. */
const APPROVAL_ATTEMPTS = 2;

/** The collector may take from the deposit's address. */
export const approval = (
  { addresses }: Pick<ListenerParts, 'addresses'>,
  { deposit: { depositId, user }, places }: Member,
  collector: Collector,
): Preparation => ({
  chain: 'ext',
  user,
  depositId,
  purpose: `approval:${places.depositUsdcAccount}`,
  attempts: APPROVAL_ATTEMPTS,
  isDone: async (ext) => isApproved(await ext.readAccount(places.depositUsdcAccount), collector),
  instructions: async () => [approveCollector(places, collector)],
  signer: () => addresses.depositSigner(user),
  parts: async () => PARTS_OF_APPROVAL,
});

/** Made once, at the exchange's cost. */
export const collectorAccount = (
  { usdc }: Pick<ListenerParts, 'usdc'>,
  { deposit: { depositId, user } }: Member,
  { signer, account }: Collector,
): Preparation => ({
  chain: 'ext',
  user,
  depositId,
  purpose: `collector:${account}`,
  isDone: async (ext) => (await ext.readAccount(account)) !== null,
  instructions: async (payer) => [
    await createAssociatedToken({ payer: payer.address, owner: signer.address, mint: usdc.ext }),
  ],
  parts: async () => [],
});
