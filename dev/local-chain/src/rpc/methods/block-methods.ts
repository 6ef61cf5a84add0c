import type { LocalChain } from '../../chain/local-chain';
import type { Block } from '../../chain/block';
import type { Commitment } from '../../chain/commitment';
import {
  encodeSignature,
  encodeStatus,
  encodeTransaction,
  encodeTransactionAccounts,
  transactionViewOf,
} from '../encode-transaction';
import { BLOCKS_RANGE_MAX, SIGNATURES_PAGE_MAX, SIGNATURE_STATUSES_MAX } from '../limits';
import { commitmentOf, sealedCommitmentOf, withContext } from '../method';
import type { Methods } from '../method';
import { Config, toSignature } from '../params';
import type { Params } from '../params';
import { RPC_CODES, RpcError, invalidParams } from '../rpc-error';

const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const;

/** Blocks and the transactions in them. */
export const blockMethods: Methods = {
  getBlock: (chain, params) => {
    const slot = params.integer(0, 'slot');
    const config = encodingOrConfig(params, 1);
    const commitment = sealedCommitmentOf(chain, config);
    return encodeBlock(chain, blockIn(chain, slot, commitment), config);
  },
  getBlockTime: (chain, params) =>
    blockIn(chain, params.integer(0, 'slot'), 'confirmed').timeSeconds,
  getBlocks: (chain, params) => {
    const from = params.integer(0, 'start slot');
    const hasEnd = typeof params.raw(1) === 'number';
    const config = params.config(hasEnd || params.raw(1) === null ? 2 : 1);
    const top = chain.blockAt(sealedCommitmentOf(chain, config)).slot;
    const to = hasEnd ? params.integer(1, 'end slot') : from + BLOCKS_RANGE_MAX;
    if (to - from > BLOCKS_RANGE_MAX) {
      throw invalidParams(`slot range too large; max ${BLOCKS_RANGE_MAX}`);
    }
    return chain.slotsBetween(from, Math.min(to, top), BLOCKS_RANGE_MAX);
  },
  getBlocksWithLimit: (chain, params) => {
    const from = params.integer(0, 'start slot');
    const limit = params.integer(1, 'limit', { max: BLOCKS_RANGE_MAX });
    const top = chain.blockAt(sealedCommitmentOf(chain, params.config(2))).slot;
    return chain.slotsBetween(from, top, limit);
  },
  getTransaction: (chain, params) => {
    const signature = params.signature(0, 'signature');
    const config = encodingOrConfig(params, 1);
    const stored = chain.transaction(signature, sealedCommitmentOf(chain, config));
    if (stored === undefined) return null;
    const { slot, blockTimeSeconds: blockTime } = stored;
    return { slot, blockTime, ...encodeTransaction(stored, transactionViewOf(config)) };
  },
  getSignaturesForAddress: (chain, params) => {
    const address = params.address(0, 'address');
    const config = params.config(1);
    const found = chain.signaturesFor(address, {
      limit: config.integer('limit', { min: 1, max: SIGNATURES_PAGE_MAX }) ?? SIGNATURES_PAGE_MAX,
      before: config.signature('before'),
      until: config.signature('until'),
      height: chain.heightAt(sealedCommitmentOf(chain, config)),
    });
    return found.map((stored) => encodeSignature(stored, chain.commitmentOf(stored)));
  },
  getSignatureStatuses: (chain, params) => {
    const signatures = params
      .list(0, 'signatures', SIGNATURE_STATUSES_MAX)
      .map((value, index) => toSignature(value, `parameter 0 (signatures), entry ${index}`));
    params.config(1).flag('searchTransactionHistory');
    const statuses = signatures.map((signature) => {
      const stored = chain.transaction(signature, 'processed');
      if (stored === undefined) return null;
      const commitment = chain.commitmentOf(stored);
      const above = chain.heightAt('processed') - stored.height;
      return {
        slot: stored.slot,
        confirmations: commitment === 'finalized' ? null : above,
        err: stored.error,
        status: encodeStatus(stored),
        confirmationStatus: commitment,
      };
    });
    return withContext(chain, 'processed', statuses);
  },
  getLatestBlockhash: (chain, params) => {
    const commitment = commitmentOf(chain, params.config(0));
    return withContext(chain, commitment, chain.latestBlockhash(commitment));
  },
  isBlockhashValid: (chain, params) => {
    const blockhash = params.text(0, 'blockhash');
    const commitment = commitmentOf(chain, params.config(1));
    return withContext(chain, commitment, chain.isBlockhashValid(blockhash, commitment));
  },
};

/** Older clients give the encoding alone where a configuration stands today. */
function encodingOrConfig(params: Params, index: number): Config {
  const value = params.raw(index);
  return typeof value === 'string' ? new Config({ encoding: value }) : params.config(index);
}

function blockIn(chain: LocalChain, slot: number, commitment: Commitment): Block {
  const first = chain.firstAvailableSlot;
  if (slot < first) {
    throw new RpcError(
      RPC_CODES.blockCleanedUp,
      `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
    );
  }
  if (slot > chain.blockAt(commitment).slot) {
    throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
  }
  const block = chain.blockInSlot(slot);
  if (block !== undefined) return block;
  throw new RpcError(
    RPC_CODES.slotSkipped,
    `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  );
}

function encodeBlock(chain: LocalChain, block: Block, config: Config): object {
  const details = config.oneOf('transactionDetails', DETAILS) ?? 'full';
  const view = transactionViewOf(config);
  const parent = chain.blockInSlot(block.parentSlot);
  return {
    blockhash: block.blockhash,
    previousBlockhash: parent?.blockhash ?? '11111111111111111111111111111111',
    parentSlot: block.parentSlot,
    blockHeight: block.height,
    blockTime: block.timeSeconds,
    ...(details === 'full'
      ? { transactions: block.transactions.map((stored) => encodeTransaction(stored, view)) }
      : {}),
    ...(details === 'accounts'
      ? {
          transactions: block.transactions.map((stored) => encodeTransactionAccounts(stored, view)),
        }
      : {}),
    ...(details === 'signatures'
      ? { signatures: block.transactions.map(({ signature }) => signature) }
      : {}),
    ...((config.raw('rewards') ?? true) === true ? { rewards: [] } : {}),
  };
}
