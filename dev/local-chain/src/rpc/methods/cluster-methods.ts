import { SLOTS_PER_EPOCH } from '../../chain/limits';
import { SYSTEM_PROGRAM } from '../../chain/program-addresses';
import { API_VERSION, commitmentOf } from '../method';
import type { Methods } from '../method';

/** The most addresses whose fees a client may ask for; a local chain has room for all, so none pays more. */
const PRIORITY_FEE_ADDRESSES_MAX = 128;
const PRIORITY_FEE_BLOCKS = 150;

/** Where the chain stands and what it is. */
export const clusterMethods: Methods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': 0 }),
  getGenesisHash: (chain) => chain.genesisHash,
  getIdentity: () => ({ identity: SYSTEM_PROGRAM }),
  getSlot: (chain, params) => chain.blockAt(commitmentOf(chain, params.config(0))).slot,
  getBlockHeight: (chain, params) => chain.blockAt(commitmentOf(chain, params.config(0))).height,
  getTransactionCount: (chain) => chain.transactionCount,
  getFirstAvailableBlock: (chain) => chain.firstAvailableSlot,
  minimumLedgerSlot: (chain) => chain.firstAvailableSlot,
  getEpochInfo: (chain, params) => {
    const { slot, height } = chain.blockAt(commitmentOf(chain, params.config(0)));
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: chain.transactionCount,
    };
  },
  getEpochSchedule: () => ({
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),
  getMinimumBalanceForRentExemption: (chain, params) =>
    chain.rentExemptLamports(params.integer(0, 'data length', { max: 10 * 1024 * 1024 })),
  getRecentPrioritizationFees: (chain, params) => {
    if (params.has(0)) params.list(0, 'addresses', PRIORITY_FEE_ADDRESSES_MAX);
    const { height } = chain.blockAt('confirmed');
    return Array.from({ length: PRIORITY_FEE_BLOCKS }, (_, back) =>
      chain.blockAtHeight(height - back),
    )
      .flatMap((block) => (block === undefined ? [] : [{ slot: block.slot, prioritizationFee: 0 }]))
      .toReversed();
  },
};
