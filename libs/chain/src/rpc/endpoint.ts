import { createSolanaRpcFromTransport } from '@solana/kit';
import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { CodedError } from '@bellwether/errors';
import { answerChunks, boundedTransport } from './bounded-transport';
import type { StreamedRequest } from './bounded-transport';

export type SolanaRpc = Rpc<SolanaRpcApi>;

/** Sends a request whose answer is streamed. */
export type AskStreamed = (
  request: StreamedRequest,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>;

/** One request to one node. The signal aborts it at its time-out. */
export type Ask<T> = (rpc: SolanaRpc, signal: AbortSignal, streamed: AskStreamed) => Promise<T>;

/**
 * One node of a chain. Before its first answer, and after each fault, it must prove that it is of the right chain:
 * another machine may answer under the same name later.
 */
export class Endpoint {
  readonly label: string;
  /** The last finalized slot the node has named: the next one must not be lower. */
  finalizedSlot = 0;
  /** Until this time the endpoint is used last. Milliseconds of the process's monotonic clock. */
  coolUntilMs = 0;
  private proven = false;
  private readonly rpc: SolanaRpc;
  private readonly streamed: AskStreamed;

  constructor(
    url: string,
    place: number,
    private readonly expectGenesis: (genesisHash: string, endpoint: Endpoint) => void,
  ) {
    this.label = `${hostOf(url)}#${place}`;
    this.rpc = createSolanaRpcFromTransport(boundedTransport(url));
    this.streamed = (request, signal) => answerChunks(url, request, signal);
  }

  /** @throws what the transport or the node throws; CHAIN_DISAGREEMENT for a node of another chain */
  async ask<T>(request: Ask<T>, timeoutMs: number): Promise<T> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (!this.proven) {
        this.expectGenesis(await this.rpc.getGenesisHash().send({ abortSignal: signal }), this);
        this.proven = true;
      }
      return await request(this.rpc, signal, this.streamed);
    } catch (error) {
      this.proven = false;
      throw error;
    }
  }
}

function hostOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.host;
  throw new CodedError('VALIDATION_FAILED', {
    field: 'rpcUrls',
    value: '(not shown)',
    expected: 'http:// or https:// URLs',
  });
}
