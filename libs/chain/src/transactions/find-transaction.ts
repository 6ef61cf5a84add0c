import type { Signature } from '@solana/kit';
import type { Block, BlockTransaction } from '../blocks/block';
import type { BlockReader } from '../blocks/block-reader';
import type { RpcPool } from '../rpc/rpc-pool';

export interface FinalTransaction {
  /** Contains only this transaction. */
  readonly block: Block;
  readonly transaction: BlockTransaction;
}

/**
 * A finalized transaction with its block, as agreed by the nodes: what arrived, what was logged. `undefined` until a
 * node shows it as finalized and its block is agreed on.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function findTransaction(
  pool: RpcPool,
  blocks: BlockReader,
  signature: string,
): Promise<FinalTransaction | undefined> {
  const answers = await pool.all('signature status', (rpc, abortSignal) =>
    rpc
      .getSignatureStatuses([signature as Signature], { searchTransactionHistory: true })
      .send({ abortSignal }),
  );
  const statuses = answers.map(({ value }) => value.value[0]);
  const found = statuses.find((status) => status?.confirmationStatus === 'finalized');
  if (!found || statuses.some((status) => status?.confirmationStatus !== 'finalized'))
    return undefined;
  const { endpoint, value: block } = await blocks.agreedBlock(Number(found.slot), {
    wants: (one) => one.signature === signature,
  });
  const transaction = block.transactions.find((one) => one.signature === signature);
  if (transaction === undefined) {
    throw pool.disagreement('status_differs', endpoint, { signature, why: 'not in its block' });
  }
  return { block, transaction };
}
