import { FaucetError } from '../../chain/faucet';
import { ADVANCE_SLOTS_MAX, AIRDROP_LAMPORTS_MAX, STALL_MS_MAX } from '../../chain/limits';
import { TransactionRejected } from '../../chain/transaction-rejected';
import type { Methods } from '../method';
import { RPC_CODES, RpcError, invalidParams } from '../rpc-error';

/** 2100-01-01: later is milliseconds by mistake. */
const CLOCK_SECONDS_MAX = 4_102_444_800;

/** Test money, and what happens to chains by chance. A real node has none of these but the airdrop. */
export const localnetMethods: Methods = {
  requestAirdrop: (chain, params) => {
    const recipient = params.address(0, 'recipient');
    const lamports = params.u64(1, 'lamports');
    if (lamports > AIRDROP_LAMPORTS_MAX) {
      throw invalidParams(`lamports is ${lamports}, the most at once is ${AIRDROP_LAMPORTS_MAX}`);
    }
    return byFaucet(() => chain.airdrop(recipient, lamports));
  },
  localnet_mint: (chain, params) => {
    const request = {
      mint: params.address(0, 'mint'),
      owner: params.address(1, 'owner'),
      amount: params.u64(2, 'amount'),
    };
    return byFaucet(() => chain.mint(request));
  },
  localnet_fork: (chain, params) =>
    chain.fork(params.integer(0, 'slots', { min: 1, max: ADVANCE_SLOTS_MAX })),
  localnet_setClock: (chain, params) => {
    const unixSeconds = params.integer(0, 'unix seconds', { min: 1, max: CLOCK_SECONDS_MAX });
    chain.setClock(unixSeconds);
    return unixSeconds;
  },
  localnet_stall: (chain, params) => {
    const durationMs = params.integer(0, 'milliseconds', { max: STALL_MS_MAX });
    chain.stall(durationMs);
    return durationMs;
  },
};

async function byFaucet(give: () => Promise<string>): Promise<string> {
  try {
    return await give();
  } catch (error) {
    if (error instanceof FaucetError) throw invalidParams(error.message);
    if (error instanceof TransactionRejected) {
      throw new RpcError(RPC_CODES.internalError, `the faucet's transaction: ${error.message}`);
    }
    throw error;
  }
}
