/** `sent`: asks the guardians for their attestation until it exists, for a minute or a day. */
import type { TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';
import { askAttestation } from './attestation';
import { lookOf, waitFor } from './look';
import type { Look } from './look';

type Parts = Parameters<typeof askAttestation>[1] & Pick<RelayerParts, 'stores'>;

export async function attest(transfer: TransferRow, parts: Parts): Promise<Look> {
  const attestation = await askAttestation(transfer, parts);
  if (attestation === undefined) return waitFor('attestation', transfer.tries);
  const { transferId } = transfer;
  const fact = { kind: 'attested', vaa: attestation.vaaBytes } as const;
  const advanced = await parts.stores.transfers.advance({ transferId, fact, nowMs: parts.now() });
  return lookOf(advanced, parts);
}
