/** Transfers completed in a transaction, by anyone: what they paid, and which message they redeemed. */
import { decode } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import {
  completeNative,
  completeWrapped,
  decodeTokenTransfer,
  postedVaaLayout,
} from '@bellwether/wormhole';
import { addressOf } from '../address';
import type { Address } from '../address';
import type { BlockTransaction } from '../blocks/block';
import type { Chain } from '../connect-chain';
import type { BridgeSide } from './bridge-side';

export interface Completion {
  /** The account that holds the message; `readCompletedMessage` reads it. */
  readonly postedVaa: Address;
  /** The token account that was paid. */
  readonly to: Address;
}

/** Origin of a completed message: chain, emitter (the other side's token bridge) and sequence identify it. */
export interface CompletedMessage {
  readonly emitterChain: number;
  readonly emitter: Address;
  readonly sequence: bigint;
  /** The amount paid to the recipient named by the transfer, in the bridge's units, without the fee. */
  readonly amount: bigint;
}

/** In order, including those that programs called. None for a failed transaction. */
export function completionsIn(side: BridgeSide, transaction: BlockTransaction): Completion[] {
  if (transaction.error !== null) return [];
  return transaction.instructions.flatMap(({ program, data, accounts }) => {
    if (program !== side.tokenBridge) return [];
    const kind = [completeNative, completeWrapped].find(({ tag }) => tag === data[0]);
    if (kind === undefined) return [];
    const names = Object.keys(kind.accounts);
    const postedVaa = accounts[names.indexOf('vaa')];
    const to = accounts[names.indexOf('to')];
    return postedVaa === undefined || to === undefined ? [] : [{ postedVaa, to }];
  });
}

/**
 * The message of a finalized completion. The token bridge has verified it: it accepts only what guardians signed.
 * @throws Fault (retry) if the account is not there, as on a node that lags
 */
export async function readCompletedMessage(
  chain: Pick<Chain, 'readAccount'>,
  side: BridgeSide,
  postedVaa: Address,
): Promise<CompletedMessage> {
  const account = await chain.readAccount(postedVaa);
  if (account === null || account.program !== side.core) {
    throw new Fault('retry', `the message of a completed transfer is not at ${postedVaa}`);
  }
  const { emitterChain, emitterAddress, sequence, payload } = decode(postedVaaLayout, account.data);
  const transfer = decodeTokenTransfer(payload);
  const amount = transfer.amount - (transfer.kind === 'transfer' ? transfer.fee : 0n);
  return { emitterChain, emitter: addressOf(emitterAddress), sequence, amount };
}
