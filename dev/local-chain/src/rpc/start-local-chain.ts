import { LocalChain } from '../chain/local-chain';
import type { LocalChainOptions } from '../chain/chain-options';
import { RpcServer } from './rpc-server';

export interface StartLocalChainOptions extends LocalChainOptions {
  /** Default 0: the system chooses. */
  readonly port?: number;
  /** Default 127.0.0.1: a chain that gives money away should not be reachable from other machines. */
  readonly host?: string;
  /** False: the chain advances only when the caller advances it. Default true. */
  readonly isMoving?: boolean;
}

export interface RunningChain {
  readonly url: string;
  readonly wsUrl: string;
  readonly port: number;
  /** The chain itself, in this process, for tests to control and inspect. */
  readonly chain: LocalChain;
  stop(): Promise<void>;
}

/**
 * Starts a local chain with its RPC, HTTP and WebSocket on one port. Only its data folder outlives it.
 *
 * @throws Error if the port is in use, or the data folder cannot be read
 */
export async function startLocalChain(options: StartLocalChainOptions = {}): Promise<RunningChain> {
  const host = options.host ?? '127.0.0.1';
  const chain = await LocalChain.open(options);
  const server = new RpcServer(chain);
  let port: number;
  try {
    port = await server.listen(options.port ?? 0, host);
  } catch (error) {
    chain.close();
    throw error;
  }
  if (options.isMoving ?? true) chain.start();
  return {
    url: `http://${host}:${port}`,
    wsUrl: `ws://${host}:${port}`,
    port,
    chain,
    stop: async () => {
      chain.stop();
      await server.close();
      chain.close();
    },
  };
}
