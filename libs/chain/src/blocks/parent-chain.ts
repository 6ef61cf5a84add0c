import { toHex } from '@bellwether/codec';
import type { Block, BlockTransaction, ChainCursor } from './block';

/** Why a block cannot be the one after a place in the chain; `undefined` where it is. */
export function breakBetween(before: ChainCursor, block: Block): string | undefined {
  if (block.slot <= before.slot) return 'its slot is not above the one before';
  if (before.blockhash === null) {
    // Reading begins at a bare slot: there the chain may have had no block, so only the order can be checked.
    return block.parentSlot <= before.slot
      ? undefined
      : 'blocks between it and the start are missing';
  }
  if (block.parentSlot !== before.slot) return 'its parent is another slot: a block is missing';
  if (block.previousBlockhash !== before.blockhash) return 'its parent is another block';
  return undefined;
}

/** Why a block is impossible by itself; `undefined` where it is not. */
export function contradictionIn(block: Block): string | undefined {
  const signatures = new Set(block.transactions.map(({ signature }) => signature));
  if (signatures.size !== block.transactions.length) return 'it has a transaction twice';
  if (block.parentSlot >= block.slot) return 'its parent is not before it';
  return undefined;
}

/** Where two nodes' views of one finalized block differ first; `undefined` where they are the same. */
export function differenceOf(a: Block, b: Block): string | undefined {
  const differs = (['slot', 'blockhash', 'parentSlot', 'previousBlockhash'] as const).find(
    (field) => a[field] !== b[field],
  );
  if (differs !== undefined) return differs;
  if (a.transactions.length !== b.transactions.length) return 'number of transactions';
  const index = a.transactions.findIndex(
    (transaction, at) => fingerprintOf(transaction) !== fingerprintOf(b.transactions[at]!),
  );
  return index < 0 ? undefined : `transaction ${index}`;
}

/** What money is decided by, as one text. Timestamps and costs of computing are left out: nodes round them. */
function fingerprintOf(transaction: BlockTransaction): string {
  const { signature, error, accounts, lamportsBefore, lamportsAfter, logs } = transaction;
  const ran = transaction.instructions.map(({ program, accounts: given, data, depth }) =>
    [depth, program, toHex(data), ...given].join(),
  );
  const tokens = [transaction.tokensBefore, transaction.tokensAfter].map((balances) =>
    [...balances]
      .sort((a, b) => a.accountIndex - b.accountIndex)
      .map(({ accountIndex, mint, owner, tokenProgram, amount }) =>
        [accountIndex, mint, owner, tokenProgram, amount].join(),
      )
      .join(';'),
  );
  return [
    signature,
    canonicalError(error),
    accounts.join(),
    lamportsBefore.join(),
    lamportsAfter.join(),
    String(transaction.signerCount),
    String(transaction.feeLamports),
    ...tokens,
    ...ran,
    ...logs,
  ].join('\n');
}

/** Only whether it failed: versions of nodes name the same failure differently. */
const canonicalError = (error: string | null): string => (error === null ? 'ok' : 'failed');
