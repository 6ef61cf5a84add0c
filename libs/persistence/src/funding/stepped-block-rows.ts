/** Blocks that an operator let the scan skip: the request, and what each block held when it was skipped. */
import { FUNDING_CHAINS } from '@bellwether/funding';
import type { FundingChain } from '@bellwether/funding';
import { recordTable } from './table';
import type { Client, RecordIn } from './table';

const STEPPED_BLOCKS = recordTable('SteppedBlock', { chain: FUNDING_CHAINS });
export type SteppedBlock = RecordIn<typeof STEPPED_BLOCKS>;

/** Contents of a skipped block. */
export interface SteppedOver {
  readonly signatures: readonly Uint8Array[];
}

export const steppedBlock = (
  client: Client,
  chain: FundingChain,
  slot: number,
): Promise<SteppedBlock | null> =>
  STEPPED_BLOCKS.first(client, 'WHERE chain = $1 AND slot = $2', [chain, slot]);

export async function askToStepOver(
  client: Client,
  { chain, slot, askedMs }: Pick<SteppedBlock, 'chain' | 'slot' | 'askedMs'>,
): Promise<void> {
  const notYet = { steppedMs: null, blockHash: null, signatures: null };
  await STEPPED_BLOCKS.insert(client, { chain, slot, askedMs, ...notYet });
}

/** @returns false without a request for it, or if it was skipped before */
export async function noteSteppedOver(
  client: Client,
  chain: FundingChain,
  {
    slot,
    blockHash,
    signatures,
    nowMs,
  }: SteppedOver & {
    readonly slot: number;
    readonly blockHash: Uint8Array;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE stepped_blocks SET stepped_ms = $3, block_hash = $4, signatures = $5
     WHERE chain = $1 AND slot = $2 AND stepped_ms IS NULL`,
    [chain, slot, nowMs, blockHash, Buffer.concat(signatures)],
  );
  return rowCount === 1;
}
