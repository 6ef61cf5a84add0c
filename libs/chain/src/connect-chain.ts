import { assert } from '@bellwether/errors';
import { readAccounts } from './accounts/read-accounts';
import type { AccountsRead, ChainAccount } from './accounts/read-accounts';
import type { Address } from './address';
import type { BlockOutline, ChainCursor } from './blocks/block';
import { BlockReader } from './blocks/block-reader';
import type { BlocksRead, BlocksRequest } from './blocks/block-reader';
import type { Signer } from './keys/signer';
import { BLOCK_TIMEOUT_MS, MAX_ENDPOINTS, REQUEST_TIMEOUT_MS } from './limits';
import type { Log } from './log';
import type { ChainAlarm } from './rpc/alarm';
import { RpcPool } from './rpc/rpc-pool';
import { advance } from './transactions/advance';
import { buildTransaction } from './transactions/build-transaction';
import type { TransactionRequest } from './transactions/build-transaction';
import { findTransaction } from './transactions/find-transaction';
import type { FinalTransaction } from './transactions/find-transaction';
import type {
  BroadcastTransaction,
  KeptTransaction,
  TransactionState,
} from './transactions/kept-transaction';
import { signOffered } from './transactions/sign-offered';
import { signaturesOf } from './transactions/signatures-of';
import type { SignatureOfAddress } from './transactions/signatures-of';
import { simulate } from './transactions/simulate';
import type { Simulation } from './transactions/simulate';

export interface ChainOptions {
  readonly name: 'ext' | 'main';
  /** One or two nodes, of different providers. URLs may hold a provider's key: they are never told. */
  readonly rpcUrls: readonly string[];
  readonly log: Log;
  /** Of the chain. Without it, the first node that answers names it, and the other must agree. */
  readonly genesisHash?: string;
  /**
   * Nodes that must answer, and agree, before anything is taken for final: all of them unless told. With 1 of 2, the death
   * of a node stops nothing, but what the last one says is then believed. Nothing expires without all of them.
   */
  readonly witnesses?: number;
  readonly timeouts?: { readonly requestMs?: number; readonly blockMs?: number };
  /** Called, besides the log, for each contradiction. */
  readonly onAlarm?: (alarm: ChainAlarm) => void;
}

/** A chain, as the apps see it. All methods throw only CodedError CHAIN_UNAVAILABLE or CHAIN_DISAGREEMENT, both retryable. */
export interface Chain {
  readonly name: 'ext' | 'main';
  /** The finalized slot that every node that answers has reached. */
  finalizedSlot(): Promise<number>;
  /** The newest finalized block, as a place to begin reading at. */
  head(): Promise<ChainCursor>;
  /** Finalized blocks in order, each the child of the one before; none where there are no new ones. */
  readBlocks(request: BlocksRequest): Promise<BlocksRead>;
  /** The block that comes next, without what is in it: for one that cannot be read. `undefined` where there is none. */
  outlineAfter(after: ChainCursor): Promise<BlockOutline | undefined>;
  /** Signs once; the answer is to be stored before `advance` sends it. */
  buildTransaction(request: TransactionRequest): Promise<KeptTransaction>;
  /** Adds our signatures to a transaction that somebody else built, and that was checked before. */
  signOffered(offered: {
    readonly wireBytes: Uint8Array;
    readonly signers: readonly Signer[];
  }): Promise<KeptTransaction>;
  /** Looks for a kept transaction, and sends it again where it is nowhere yet. To be repeated until final or expired. */
  advance(kept: BroadcastTransaction): Promise<TransactionState>;
  /** What a transaction would do now, by one node's word. */
  simulate(kept: Pick<KeptTransaction, 'wireBytes'>): Promise<Simulation>;
  /** A finalized transaction with its block; `undefined` as long as it is not. */
  findTransaction(signature: string): Promise<FinalTransaction | undefined>;
  /** Finalized transactions that name an address, newest first, by one node's word. `limit` 1 to 1,000. */
  signaturesOf(
    address: Address,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<SignatureOfAddress[]>;
  /** Finalized accounts, 1 to 100, all as of one slot. */
  readAccounts(addresses: readonly Address[]): Promise<AccountsRead>;
  /** One finalized account. */
  readAccount(address: Address): Promise<ChainAccount | null>;
  /** Lamports that make an account of so many bytes free of rent. */
  minimumLamports(dataBytes: number): Promise<bigint>;
}

/** Opens no connection: the first call does, and each node proves then that it is of the right chain. */
export function connectChain(options: ChainOptions): Chain {
  const { name, rpcUrls, log, timeouts = {} } = options;
  assert(
    rpcUrls.length >= 1 && rpcUrls.length <= MAX_ENDPOINTS,
    () => `${rpcUrls.length} endpoints of ${name}`,
  );
  const pool = new RpcPool({
    chain: name,
    rpcUrls,
    genesisHash: options.genesisHash,
    witnesses: options.witnesses ?? rpcUrls.length,
    requestMs: timeouts.requestMs ?? REQUEST_TIMEOUT_MS,
    log,
    onAlarm: options.onAlarm ?? (() => undefined),
  });
  const blocks = new BlockReader(pool, timeouts.blockMs ?? BLOCK_TIMEOUT_MS);
  return {
    name,
    finalizedSlot: () => blocks.finalizedSlot(),
    head: () => blocks.head(),
    readBlocks: (request) => blocks.read(request),
    outlineAfter: (after) => blocks.outlineAfter(after),
    buildTransaction: (request) => buildTransaction(pool, request),
    signOffered: (offered) => signOffered(pool, offered),
    advance: (kept) => advance(pool, kept),
    simulate: (kept) => simulate(pool, kept),
    findTransaction: (signature) => findTransaction(pool, blocks, signature),
    signaturesOf: (address, page) => signaturesOf(pool, address, page),
    readAccounts: (addresses) => readAccounts(pool, addresses),
    readAccount: async (address) => (await readAccounts(pool, [address])).accounts[0]!,
    minimumLamports: (dataBytes) =>
      pool.any('rent', (rpc, abortSignal) =>
        rpc.getMinimumBalanceForRentExemption(BigInt(dataBytes)).send({ abortSignal }),
      ),
  };
}
