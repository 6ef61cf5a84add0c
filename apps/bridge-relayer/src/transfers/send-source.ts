/** `signed`: broadcasts the stored source transaction until it is final, or provably never will be. */
import {
  addressOf,
  messageAccountOf,
  readBridgeMessage,
  signatureText,
  transferMessagesIn,
} from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { Fault, assert } from '@bellwether/errors';
import { costMicroUsdc, sharersOf, sourceChainOf } from '@bellwether/funding';
import type { TransferFact } from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import { decodeTokenTransfer } from '@bellwether/wormhole';
import type { RelayerParts } from '../parts';
import { lookOf, waitFor } from './look';
import type { Look } from './look';
import { messageOf } from './message-of';

type Parts = Pick<
  RelayerParts,
  'alarms' | 'chains' | 'now' | 'sides' | 'splitProgram' | 'stores' | 'tariff' | 'usdc'
>;

export async function sendSource(transfer: TransferRow, parts: Parts): Promise<Look> {
  const fate = await fateOf(transfer, parts);
  if (fate === 'waiting') return waitFor('broadcast', transfer.tries);
  const { transferId } = transfer;
  const { alarms, now, stores } = parts;
  const effects = { spentOfReserveMicroUsdc: lostBy(transfer, fate, parts) };
  const advanced = await stores.transfers.advance({
    transferId,
    fact: fate,
    nowMs: now(),
    effects,
  });
  return lookOf(advanced, { alarms });
}

/** Its part of the cost of a failed transaction. Its user was charged for the one that transfers the money. */
function lostBy({ direction, split }: TransferRow, fate: TransferFact, { tariff }: Parts): number {
  if (fate.kind !== 'expired' || fate.reason !== 'failed_on_chain') return 0;
  const chain = sourceChainOf(direction);
  const fee = { kind: 'transaction_fees', chain, transactions: 1 } as const;
  return Math.ceil(costMicroUsdc([fee], tariff) / sharersOf(split));
}

async function fateOf(transfer: TransferRow, parts: Parts): Promise<TransferFact | 'waiting'> {
  const { sourceSignature, sourceBytes, lastValidBlockHeight } = transfer;
  const chain = parts.chains[sourceChainOf(transfer.direction)];
  const side = parts.sides[sourceChainOf(transfer.direction)];
  const signature = signatureText(sourceSignature);
  if (sourceBytes === null) {
    // The app that handed it over found it final. This process's nodes may lag.
    const found = await chain.findTransaction(signature);
    if (found === undefined) return 'waiting';
    const [account] = transferMessagesIn(side, found.transaction);
    return sentBy(transfer, account, parts);
  }
  assert(lastValidBlockHeight !== null, 'bytes are kept with the height at which they expire');
  const kept = { signature, wireBytes: sourceBytes, lastValidBlockHeight };
  const state = await chain.advance(kept);
  switch (state.state) {
    case 'pending':
    case 'confirmed':
      return 'waiting';
    case 'expired':
      return { kind: 'expired', reason: 'blockhash_expired' };
    case 'final':
      if (state.error !== null) return { kind: 'expired', reason: 'failed_on_chain' };
      return sentBy(transfer, messageAccountOf(side, kept), parts);
  }
}

/** The sequence number that the core bridge gave the transfer's message. */
async function sentBy(
  transfer: TransferRow,
  messageAccount: Address | undefined,
  parts: Parts,
): Promise<TransferFact> {
  const { chains, sides } = parts;
  const source = sourceChainOf(transfer.direction);
  const { transferId } = transfer;
  if (messageAccount === undefined) {
    throw new Fault('poison', `the source transaction of ${transferId} is no transfer`);
  }
  const message = await readBridgeMessage(chains[source], sides[source], messageAccount);
  if (message === undefined) throw new Fault('retry', `${transferId} has no message on ${source}`);
  const { amount, to } = decodeTokenTransfer(message.payload);
  const asked = await messageOf(transfer, parts);
  if (amount !== asked.amount || addressOf(to) !== asked.to) {
    throw new Fault(
      'poison',
      `the message of ${transferId} is another transfer than was asked for`,
    );
  }
  return { kind: 'sent', sequence: Number(message.sequence) };
}
