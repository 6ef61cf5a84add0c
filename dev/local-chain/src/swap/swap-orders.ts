import { setTimeout as sleep } from 'node:timers/promises';
import {
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  isFullySignedTransaction,
  isSolanaError,
} from '@solana/kit';
import type { Rpc, SolanaRpcApi, Transaction } from '@solana/kit';
import { EXECUTION_TIMEOUT_MS, EXECUTION_POLL_MS, ORDERS_KEPT } from './limits';
import type { SwapQuote } from './swap-quote';

/** Result codes of an execution, as the aggregator documents them. */
const CODES = {
  success: 0,
  missingOrder: -1,
  invalidTransaction: -2,
  invalidMessage: -3,
  failedToLand: -1000,
  notFullySigned: -1003,
  timedOut: -1006,
} as const;

export interface Execution {
  readonly status: 'Success' | 'Failed';
  readonly code: number;
  readonly error?: string;
  readonly signature?: string;
  readonly slot?: string;
  readonly totalInputAmount?: string;
  readonly totalOutputAmount?: string;
}

interface Order {
  readonly quote: SwapQuote;
  /** Base64, as it was returned. */
  readonly transaction: string;
}

/** Issued orders, and their execution once signed. A repeated execution is safe: the transaction lands once. */
export class SwapOrders {
  private readonly rpc: Rpc<SolanaRpcApi>;
  private readonly orders = new Map<string, Order>();

  constructor(rpc: Rpc<SolanaRpcApi>) {
    this.rpc = rpc;
  }

  keep(requestId: string, order: Order): void {
    this.orders.set(requestId, order);
    const [oldest] = this.orders.keys();
    if (this.orders.size > ORDERS_KEPT && oldest !== undefined) this.orders.delete(oldest);
  }

  /** Sends the signed transaction, and waits until it is confirmed. */
  async execute(requestId: string, signedTransaction: string): Promise<Execution> {
    const order = this.orders.get(requestId);
    if (order === undefined) return failure(CODES.missingOrder, 'Missing cached order');
    const signed = decode(signedTransaction);
    if (signed === null) return failure(CODES.invalidTransaction, 'Invalid signed transaction');
    const ordered = decode(order.transaction);
    if (ordered === null || !areEqual(signed.messageBytes, ordered.messageBytes)) {
      return failure(CODES.invalidMessage, 'Invalid message bytes');
    }
    if (!isFullySignedTransaction(signed)) {
      return failure(CODES.notFullySigned, 'Transaction not fully signed');
    }
    const signature = getSignatureFromTransaction(signed);
    try {
      const wire = getBase64EncodedWireTransaction(signed);
      await this.rpc.sendTransaction(wire, { encoding: 'base64' }).send();
    } catch (error) {
      if (!isSolanaError(error)) throw error;
      return { ...failure(CODES.failedToLand, error.message), signature };
    }
    return this.outcome(signature, order.quote);
  }

  private async outcome(
    signature: ReturnType<typeof getSignatureFromTransaction>,
    quote: SwapQuote,
  ): Promise<Execution> {
    for (let waitedMs = 0; waitedMs < EXECUTION_TIMEOUT_MS; waitedMs += EXECUTION_POLL_MS) {
      const { value } = await this.rpc.getSignatureStatuses([signature]).send();
      const [status] = value;
      if (status !== null && status !== undefined && status.confirmationStatus !== 'processed') {
        const slot = String(status.slot);
        if (status.err !== null) {
          return { ...failure(CODES.failedToLand, 'Failed to land'), signature, slot };
        }
        const { inAmount: totalInputAmount, outAmount: totalOutputAmount } = quote;
        const code = CODES.success;
        return { status: 'Success', code, signature, slot, totalInputAmount, totalOutputAmount };
      }
      await sleep(EXECUTION_POLL_MS);
    }
    return { ...failure(CODES.timedOut, 'Timed out'), signature };
  }
}

const failure = (code: number, error: string): Execution => ({ status: 'Failed', code, error });

function decode(base64: string): Transaction | null {
  try {
    return getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  } catch {
    return null; // neither base64 nor a transaction
  }
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  return Buffer.compare(Uint8Array.from(one), Uint8Array.from(other)) === 0;
}
