import { transferNative, transferWrapped } from '@bellwether/wormhole';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import type { Address } from '../address';
import type { StoredTransaction } from '../transactions/stored-transaction';
import type { BridgeSide } from './bridge-side';

const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

/** The account that a stored transfer writes its message to; `undefined` if the transaction is no outgoing transfer. */
export function messageAccountOf(
  side: BridgeSide,
  kept: Pick<StoredTransaction, 'wireBytes'>,
): Address | undefined {
  const { messageBytes } = transactionDecoder.decode(kept.wireBytes);
  const message = messageDecoder.decode(messageBytes);
  if (message.version === 1) return undefined;
  for (const instruction of message.instructions) {
    if (message.staticAccounts[instruction.programAddressIndex] !== side.tokenBridge) continue;
    const transfer = [transferNative, transferWrapped].find(
      ({ tag }) => tag === instruction.data?.[0],
    );
    if (transfer === undefined) continue;
    const place = Object.keys(transfer.accounts).indexOf('wormholeMessage');
    return message.staticAccounts[instruction.accountIndices?.[place] ?? -1];
  }
  return undefined;
}
