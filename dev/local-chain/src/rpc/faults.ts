import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getBase58Decoder } from '@solana/kit';
import { parseJson, toJson } from '@bellwether/codec';
import { fetchTops, requestedSlotIsAhead, withLag } from './faulty-lag';
import type { Tops } from './faulty-lag';
import { toBytes } from './params';
import type { RpcAnswer, RpcRequest } from './rpc-message';

/** How a node fails instead of answering: an RPC error, an HTTP status, or silence until the proxy stops. */
export type Failure =
  | { readonly code: number; readonly message: string }
  | { readonly httpStatus: number }
  | 'silence';

/** Everything; a log cut off at its beginning; no log; neither log nor inner instructions. */
export type Reported = 'all' | 'cut_off_log' | 'no_log' | 'no_calls';

/** A node's faults. Change the fields during a test; every request reads them again. */
export interface RpcFaults {
  /** Slots, heights, blocks, signatures and transactions are those of this many slots ago. Accounts are current. */
  lagSlots: number;
  /** The answer of `getSignatureStatuses` for all signatures: the truth, unknown, finalized or failed. */
  statuses: 'honest' | 'unknown' | 'finalized' | 'failed';
  /** Transactions left out of `getBlock` and `getSignaturesForAddress`. */
  omits: (signature: string) => boolean;
  /** Transactions that appear twice in these. */
  repeats: (signature: string) => boolean;
  /** The parts that `getBlock` shows of a transaction besides its instructions and balances. */
  reports: (signature: string) => Reported;
  /** Slots left out of `getBlocks` and `getBlocksWithLimit`. */
  omitsSlot: (slot: number) => boolean;
  /** Requests that fail; `undefined` passes a request on. */
  fails: (request: RpcRequest) => Failure | undefined;
}

export interface FaultyRpc {
  readonly url: string;
  readonly faults: RpcFaults;
  /** The methods called so far, in order. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

const honestFaults = (): RpcFaults => ({
  lagSlots: 0,
  statuses: 'honest',
  omits: () => false,
  repeats: () => false,
  reports: () => 'all',
  omitsSlot: () => false,
  fails: () => undefined,
});

/** A proxy before another node, over HTTP only, with the given `faults`. For tests. */
export async function startFaultyRpc(options: {
  readonly upstream: string;
  readonly faults?: Partial<RpcFaults>;
}): Promise<FaultyRpc> {
  const faults: RpcFaults = { ...honestFaults(), ...options.faults };
  const asked: string[] = [];
  const proxy = new FaultyProxy(options.upstream, faults, asked);
  const server = createServer((request, response) => {
    proxy.serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    asked,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

class FaultyProxy {
  private readonly upstream: string;
  private readonly faults: RpcFaults;
  private readonly asked: string[];

  constructor(upstream: string, faults: RpcFaults, asked: string[]) {
    this.upstream = upstream;
    this.faults = faults;
    this.asked = asked;
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parseJson(await text(incoming)) as RpcRequest | readonly RpcRequest[];
    const requests = Array.isArray(body) ? (body as readonly RpcRequest[]) : [body as RpcRequest];
    this.asked.push(...requests.map(({ method }) => method));
    const failures = requests.map((request) => this.faults.fails(request));
    if (failures.includes('silence')) return;
    for (const failure of failures) {
      if (typeof failure === 'object' && 'httpStatus' in failure) {
        response.writeHead(failure.httpStatus).end();
        return;
      }
    }
    try {
      const answers = await this.answerAll(requests, failures);
      response.setHeader('content-type', 'application/json');
      response.end(toJson(Array.isArray(body) ? answers : answers[0]));
    } catch {
      response.writeHead(502).end(); // the upstream node is down
    }
  }

  private async answerAll(
    requests: readonly RpcRequest[],
    failures: readonly (Failure | undefined)[],
  ): Promise<object[]> {
    const tops = this.faults.lagSlots > 0 ? await fetchTops(this.ask) : undefined;
    const answers: object[] = [];
    for (const [index, request] of requests.entries()) {
      const failure = failures[index];
      const answer: RpcAnswer =
        typeof failure === 'object' && 'code' in failure
          ? { error: failure }
          : await this.answer(request, tops);
      answers.push({ jsonrpc: '2.0', ...answer, id: request.id ?? null });
    }
    return answers;
  }

  private async answer(request: RpcRequest, tops: Tops | undefined): Promise<RpcAnswer> {
    const { lagSlots } = this.faults;
    const ahead = tops === undefined ? undefined : requestedSlotIsAhead(request, tops, lagSlots);
    if (ahead !== undefined) return ahead;
    const answer = await this.ask(request);
    if ('error' in answer) return answer;
    const aged =
      tops === undefined ? answer.result : withLag(request, answer.result, tops, lagSlots);
    return { result: this.distort(request.method, aged) };
  }

  private distort(method: string, result: unknown): unknown {
    switch (method) {
      case 'getBlocks':
      case 'getBlocksWithLimit':
        return (result as readonly number[]).filter((slot) => !this.faults.omitsSlot(slot));
      case 'getSignaturesForAddress':
        return this.thinned(result as readonly ListedSignature[], ({ signature }) => signature);
      case 'getBlock':
        return this.distortBlock(result as ListedBlock | null);
      case 'getSignatureStatuses':
        return this.distortStatuses(result as ListedStatuses);
      default:
        return result;
    }
  }

  private distortBlock(block: ListedBlock | null): unknown {
    if (block === null) return null;
    const { transactions, signatures } = block;
    return {
      ...block,
      ...(transactions === undefined
        ? {}
        : { transactions: this.thinned(transactions, signatureOf).map(this.reportedOf) }),
      ...(signatures === undefined ? {} : { signatures: this.thinned(signatures, (one) => one) }),
    };
  }

  private readonly reportedOf = (entry: unknown): unknown => {
    const reported = this.faults.reports(signatureOf(entry));
    if (reported === 'all') return entry;
    const { meta, ...rest } = entry as { readonly meta: object };
    const logMessages = reported === 'cut_off_log' ? ['Log truncated'] : null;
    const calls = reported === 'no_calls' ? { innerInstructions: null } : {};
    return { ...rest, meta: { ...meta, logMessages, ...calls } };
  };

  private distortStatuses(statuses: ListedStatuses): unknown {
    if (this.faults.statuses === 'honest') return statuses;
    const value = statuses.value.map(() => {
      if (this.faults.statuses === 'unknown') return null;
      const err = this.faults.statuses === 'failed' ? 'AccountNotFound' : null;
      return {
        slot: statuses.context.slot,
        confirmations: null,
        err,
        status: err === null ? { Ok: null } : { Err: err },
        confirmationStatus: 'finalized',
      };
    });
    return { ...statuses, value };
  }

  private thinned<T>(entries: readonly T[], signatureOfEntry: (entry: T) => string): T[] {
    return entries.flatMap((entry) => {
      const signature = signatureOfEntry(entry);
      if (this.faults.omits(signature)) return [];
      return this.faults.repeats(signature) ? [entry, entry] : [entry];
    });
  }

  private readonly ask = async (request: RpcRequest): Promise<RpcAnswer> => {
    const response = await fetch(this.upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ ...request, jsonrpc: '2.0', id: 1 }),
    });
    const answer = parseJson(await response.text()) as RpcAnswer;
    return 'error' in answer ? { error: answer.error } : { result: answer.result };
  };
}

interface ListedSignature {
  readonly signature: string;
}
interface ListedBlock {
  readonly transactions?: readonly unknown[];
  readonly signatures?: readonly string[];
}
interface ListedStatuses {
  readonly context: { readonly slot: number };
  readonly value: readonly unknown[];
}

/** The signature of a block's entry, whatever its encoding: in a transaction's bytes it follows the count. */
function signatureOf(entry: unknown): string {
  const { transaction } = entry as { readonly transaction: EncodedEntry };
  if ('signatures' in transaction) return transaction.signatures[0] ?? '';
  const [encoded, encoding] = transaction;
  const wire = toBytes(encoded, encoding, 'transaction');
  return getBase58Decoder().decode(wire.subarray(1, 65));
}

type EncodedEntry =
  | { readonly signatures: readonly string[] }
  | readonly [encoded: string, encoding: string];
