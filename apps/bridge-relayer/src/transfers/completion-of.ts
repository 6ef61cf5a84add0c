import { claimAddress, completionsIn, postedVaaAddress, signatureBytes } from '@bellwether/chain';
import type { BridgeSide, Chain } from '@bellwether/chain';
import type { Vaa } from '@bellwether/wormhole';
import { CLAIM_SIGNATURES_PER_READ } from '../limits';

/** The transaction that completed a transfer, whoever sent it; `undefined` where the nodes do not show it (yet). */
export async function completionOf(
  vaa: Vaa,
  side: BridgeSide,
  chain: Chain,
): Promise<Uint8Array | undefined> {
  const claim = await claimAddress(side, vaa);
  const postedVaa = await postedVaaAddress(side, vaa);
  const signatures = await chain.signaturesOf(claim, { limit: CLAIM_SIGNATURES_PER_READ });
  // Anyone may name the account in a transaction, before and after: the one that redeemed the message counts.
  for (const { signature, error } of signatures.toReversed()) {
    if (error !== null) continue;
    const found = await chain.findTransaction(signature);
    if (found === undefined) continue;
    const isRedeemed = completionsIn(side, found.transaction).some(
      (completion) => completion.postedVaa === postedVaa,
    );
    if (isRedeemed) return signatureBytes(signature);
  }
  return undefined;
}
