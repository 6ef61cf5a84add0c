import { LocalChain } from '../chain/local-chain';
import type { LocalChainOptions } from '../chain/chain-options';
import { RpcServer } from './rpc-server';

export interface StartLocalChainOptions extends LocalChainOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** Default 127.0.0.1: a chain that gives its money away is for this machine. */
  readonly host?: string;
  /** False leaves the chain standing until the caller advances it. Default true. */
  readonly isMoving?: boolean;
}

export interface RunningChain {
  readonly url: string;
  readonly wsUrl: string;
  readonly port: number;
  /** The chain itself, in this process: what a test turns and looks at. */
  readonly chain: LocalChain;
  stop(): Promise<void>;
}

/**
 * A local chain with its RPC, HTTP and WebSocket on one port. Nothing outlives it but its data folder.
 *
 * @throws Error when the port is taken, or the data folder cannot be read
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
