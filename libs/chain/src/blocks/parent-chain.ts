import type { Block, BlockOutline, ChainCursor } from './block';
import type { ReadBlock } from './block-of-json';

/** Why a block cannot follow a position in the chain; `undefined` if it can. */
export function breakBetween(
  before: ChainCursor,
  block: Omit<BlockOutline, 'signatures'>,
): string | undefined {
  if (block.slot <= before.slot) return 'its slot is not above the one before';
  if (before.blockhash === null) {
    // Reading begins at a bare slot, which may have no block, so only the order can be checked.
    return block.parentSlot <= before.slot
      ? undefined
      : 'blocks between it and the start are missing';
  }
  if (block.parentSlot !== before.slot) return 'its parent is another slot: a block is missing';
  if (block.previousBlockhash !== before.blockhash) return 'its parent is another block';
  return undefined;
}

/** Why a block is impossible by itself; `undefined` if it is not. */
export function contradictionIn(
  block: Block & Partial<Pick<ReadBlock, 'repeats'>>,
): string | undefined {
  const signatures = new Set(block.transactions.map(({ signature }) => signature));
  const isRepeated = block.repeats === true || signatures.size !== block.transactions.length;
  if (isRepeated) return 'it has a transaction twice';
  if (block.parentSlot >= block.slot) return 'its parent is not before it';
  return undefined;
}

/** The first difference between two nodes' views of one finalized block; `undefined` if they are the same. */
export function differenceOf(a: ReadBlock, b: ReadBlock): string | undefined {
  const differs = (['slot', 'blockhash', 'parentSlot', 'previousBlockhash'] as const).find(
    (field) => a[field] !== b[field],
  );
  if (differs !== undefined) return differs;
  if (a.fingerprints.length !== b.fingerprints.length) return 'number of transactions';
  const index = a.fingerprints.findIndex((one, at) => one !== b.fingerprints[at]);
  return index < 0 ? undefined : `transaction ${index}`;
}
