import { startLocalChain } from '@bellwether/local-chain';
import type { RunningChain, StartLocalChainOptions } from '@bellwether/local-chain';
import { growingPauses } from '@bellwether/local-services';
import { connectChain, connectLocalFaucet, newSigner } from '../src';
import type {
  Address,
  Chain,
  ChainAlarm,
  StoredTransaction,
  Signer,
  TransactionState,
} from '../src';
import { rpcBetween } from './rpc-between';
import type { RpcBetween } from './rpc-between';

/** Final after 160 ms: suites take seconds. */
const FAST = { slotMs: 20, confirmAfterBlocks: 1, finalizeAfterBlocks: 8 };
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address;

/** A local chain, and a client connected through two nodes whose answers a test can change. */
export interface ChainUnderTest {
  readonly local: RunningChain;
  readonly nodes: readonly [RpcBetween, RpcBetween];
  readonly chain: Chain;
  readonly alarms: ChainAlarm[];
  /** Another client of the same chain, as after a restart. */
  connect(options?: Partial<Parameters<typeof connectChain>[0]>): Chain;
  /** A new key with finalized lamports. */
  funded(lamports?: bigint): Promise<Signer>;
  close(): Promise<void>;
}

export const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Long, so that a slow machine is not taken for a node that is down. */
const TIMEOUT_MS = 30_000;

export async function chainUnderTest(
  options: StartLocalChainOptions = {},
): Promise<ChainUnderTest> {
  const local = await startLocalChain({ ...FAST, ...options });
  const nodes = [await rpcBetween(local.url), await rpcBetween(local.url)] as const;
  const alarms: ChainAlarm[] = [];
  const connect: ChainUnderTest['connect'] = (given = {}) =>
    connectChain({
      name: 'ext',
      rpcUrls: nodes.map(({ url }) => url),
      log: silent,
      timeouts: { requestMs: TIMEOUT_MS, blockMs: TIMEOUT_MS },
      onAlarm: (alarm) => alarms.push(alarm),
      ...given,
    });
  const chain = connect();
  return {
    local,
    nodes,
    chain,
    alarms,
    connect,
    funded: async (lamports = 10n ** 10n) => {
      const signer = await newSigner();
      const signature = await connectLocalFaucet(local.url).lamports(signer.address, lamports);
      await until(() => chain.findTransaction(signature));
      return signer;
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await local.stop();
    },
  };
}

/** Longer than anything here takes on a slow machine, so that a missing result ends in an error, not in a hang. */
const MAX_QUESTIONS = 1_000;

/** Retries until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  const pause = growingPauses();
  for (let asked = 0; asked < MAX_QUESTIONS; asked++) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause();
  }
  throw new Error('it never came');
}

export const pauseMs = (delayMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs));

/** Sends a stored transaction until it is final or expired. */
export const settled = (chain: Chain, kept: StoredTransaction): Promise<TransactionState> =>
  until(async () => {
    const state = await chain.advance(kept);
    return state.state === 'final' || state.state === 'expired' ? state : undefined;
  });
