import { transferNative, transferWrapped } from '@bellwether/wormhole';
import type { Address } from '../address';
import type { BlockTransaction } from '../blocks/block';
import type { BridgeSide } from './bridge-side';

/**
 * The message accounts of a transaction's outgoing transfers, in order, including those that programs called;
 * `readBridgeMessage` reads them. None for a failed transaction.
 */
export function transferMessagesIn(side: BridgeSide, transaction: BlockTransaction): Address[] {
  if (transaction.error !== null) return [];
  return transaction.instructions.flatMap(({ program, data, accounts }) => {
    if (program !== side.tokenBridge) return [];
    const kind = [transferNative, transferWrapped].find(({ tag }) => tag === data[0]);
    if (kind === undefined) return [];
    const account = accounts[Object.keys(kind.accounts).indexOf('wormholeMessage')];
    return account === undefined ? [] : [account];
  });
}
