/** Blocks that an operator let the scan skip: the request, and what each block held when it was skipped. */
import type { FundingChain } from '@bellwether/funding';
import { bytea, integer, nullable, text } from './columns';
import { Table } from './table';
import type { Client } from './table';

export interface SteppedBlock {
  readonly chain: FundingChain;
  readonly slot: number;
  readonly askedMs: number;
  /** Null until it is skipped, as are the fields below. */
  readonly steppedMs: number | null;
  readonly blockHash: Uint8Array | null;
  /** Of all its transactions, in order, 64 bytes each. */
  readonly signatures: Uint8Array | null;
}

/** Contents of a skipped block. */
export interface SteppedOver {
  readonly signatures: readonly Uint8Array[];
}

type Row = Omit<SteppedBlock, 'chain'> & { readonly chain: string };

const STEPPED_BLOCKS = new Table<Row>(
  'stepped_blocks',
  {
    chain: text('chain'),
    slot: integer('slot'),
    askedMs: integer('asked_ms'),
    steppedMs: nullable(integer('stepped_ms')),
    blockHash: nullable(bytea('block_hash')),
    signatures: nullable(bytea('signatures')),
  },
  ['chain', 'slot'],
);

export async function steppedBlock(
  client: Client,
  chain: FundingChain,
  slot: number,
): Promise<SteppedBlock | null> {
  const row = await STEPPED_BLOCKS.first(client, 'WHERE chain = $1 AND slot = $2', [chain, slot]);
  return row && { ...row, chain };
}

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
