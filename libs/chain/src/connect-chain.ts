import { assert } from '@bellwether/errors';
import { readAccounts } from './accounts/read-accounts';
import { tokenAccountsOf } from './accounts/token-accounts-of';
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
import { successSlots } from './transactions/success-slots';
import type { FinalTransaction } from './transactions/find-transaction';
import type {
  BroadcastTransaction,
  StoredTransaction,
  TransactionState,
} from './transactions/stored-transaction';
import { signOffered } from './transactions/sign-offered';
import { signaturesOf } from './transactions/signatures-of';
import type { SignatureOfAddress } from './transactions/signatures-of';
import { simulate } from './transactions/simulate';
import type { Simulation } from './transactions/simulate';

export interface ChainOptions {
  readonly name: 'ext' | 'main';
  /** One or two nodes, of different providers. URLs may contain a provider's key: they are never logged. */
  readonly rpcUrls: readonly string[];
  readonly log: Log;
  /** Genesis hash of the chain. If absent, the first node that answers sets it, and the other must agree. */
  readonly genesisHash?: string;
  /**
   * Nodes that must answer, and agree, before anything counts as final; all by default. With 1 of 2, the loss of a node
   * stops nothing, but the remaining node is trusted. Nothing expires without all of them.
   */
  readonly witnesses?: number;
  readonly timeouts?: { readonly requestMs?: number; readonly blockMs?: number };
  /** Called for each contradiction, in addition to the log. */
  readonly onAlarm?: (alarm: ChainAlarm) => void;
}

/** A chain for the apps. Methods throw only CodedError CHAIN_UNAVAILABLE or CHAIN_DISAGREEMENT, both retryable. */
export interface Chain {
  readonly name: 'ext' | 'main';
  /** The finalized slot that every answering node has reached. */
  finalizedSlot(): Promise<number>;
  /** The newest finalized block, as a cursor to start reading from. */
  head(): Promise<ChainCursor>;
  /** Finalized blocks in order, each the child of the one before; none if there are no new ones. */
  readBlocks(request: BlocksRequest): Promise<BlocksRead>;
  /** The next block without its contents, for a block that cannot be read. `undefined` if there is none. */
  outlineAfter(after: ChainCursor): Promise<BlockOutline | undefined>;
  /** Signs once. Store the answer before `advance` sends it. */
  buildTransaction(request: TransactionRequest): Promise<StoredTransaction>;
  /** Adds our signatures to a transaction that someone else built and that was checked before. */
  signOffered(offered: {
    readonly wireBytes: Uint8Array;
    readonly signers: readonly Signer[];
  }): Promise<StoredTransaction>;
  /** Looks for a stored transaction, and sends it again if no node has it. Repeat until it is final or expired. */
  advance(kept: BroadcastTransaction): Promise<TransactionState>;
  /** The effect of a transaction now, according to one node. */
  simulate(kept: Pick<StoredTransaction, 'wireBytes'>): Promise<Simulation>;
  /** A finalized transaction with its block; `undefined` until it is final. */
  findTransaction(signature: string): Promise<FinalTransaction | undefined>;
  /** Slots of these transactions, in order; null for one that is not final or failed. */
  successSlots(signatures: readonly string[]): Promise<(number | null)[]>;
  /** Finalized transactions that name an address, newest first, according to one node. `limit` 1 to 1,000. */
  signaturesOf(
    address: Address,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<SignatureOfAddress[]>;
  /** Finalized accounts, 1 to 100, all as of one slot. */
  readAccounts(addresses: readonly Address[]): Promise<AccountsRead>;
  /** One finalized account. */
  readAccount(address: Address): Promise<ChainAccount | null>;
  /** Finalized token accounts of a mint that an address owns, as any node shows them, the fullest first. */
  tokenAccountsOf(owner: Address, mint: Address): Promise<Address[]>;
  /** Lamports that make an account of this size rent-exempt. */
  minimumLamports(dataBytes: number): Promise<bigint>;
}

/** Opens no connection: the first call does, and each node must then prove that it is of the right chain. */
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
    successSlots: (signatures) => successSlots(pool, signatures),
    signaturesOf: (address, page) => signaturesOf(pool, address, page),
    readAccounts: (addresses) => readAccounts(pool, addresses),
    readAccount: async (address) => (await readAccounts(pool, [address])).accounts[0]!,
    tokenAccountsOf: (owner, mint) => tokenAccountsOf(pool, owner, mint),
    minimumLamports: (dataBytes) =>
      pool.any('rent', (rpc, abortSignal) =>
        rpc.getMinimumBalanceForRentExemption(BigInt(dataBytes)).send({ abortSignal }),
      ),
  };
}
