/**
 * Local SVM chains for development and tests: the embedded chain (slots, commitments, forks, history, data folder) and
 * the JSON-RPC and WebSocket interface that unmodified Solana clients use. No app imports this, and no real network has
 * its `localnet_` methods.
 *
 *     const local = await startLocalChain({ faucetSeed, genesis: { programs, mints, tokenAccounts } });
 *     local.url, local.wsUrl          // for any Solana client
 *     local.chain.advance(3)          // or fork(2), setClock(unixSeconds), stall(ms), account(address, 'finalized')
 *     const faulty = await startFaultyRpc({ upstream: local.url });
 *     faulty.faults.lagSlots = 5      // a node that lags, lies, omits, fails or stays silent
 *     await local.stop()
 */
export type { Block } from './chain/block';
export { COMMITMENTS } from './chain/commitment';
export type { Commitment } from './chain/commitment';
export { TransactionRejected } from './chain/transaction-rejected';
export { genesisMint, genesisTokenAccount } from './chain/genesis';
export type { Genesis, GenesisMint, GenesisProgram, GenesisTokenAccount } from './chain/genesis';
export * from './chain/limits';
export { LocalChain } from './chain/local-chain';
export type { ChainEvents } from './chain/local-chain';
export type { BlockPace, LocalChainOptions } from './chain/chain-options';
export { FaucetError, faucetSigner } from './chain/faucet';
export type { Fork } from './chain/ledger';
export type { LatestBlockhash } from './chain/lifetime';
export type { StoredTransaction } from './chain/stored-transaction';
export { startFaultyRpc } from './rpc/faults';
export type { Failure, FaultyRpc, RpcFaults, Reported } from './rpc/faults';
export type { RpcRequest } from './rpc/rpc-message';
export * from './rpc/limits';
export { startLocalChain } from './rpc/start-local-chain';
export type { RunningChain, StartLocalChainOptions } from './rpc/start-local-chain';
export * from './network/network-assets';
export { describeNetwork, networkAddresses } from './network/network-description';
export type { ChainDescription, NetworkDescription } from './network/network-description';
export * from './network/network-files';
export { networkKeys } from './network/network-keys';
export type { NetworkKeys, NetworkRole } from './network/network-keys';
export { VAULT_PROGRAM, WORMHOLE_PROGRAMS } from './network/network-programs';
export { loadNetworkSeed } from './network/network-seed';
export { startLocalNetwork } from './network/start-local-network';
export type { LocalNetwork, LocalNetworkOptions } from './network/start-local-network';
export { startNetworkChain } from './network/start-network-chain';
export { startNetworkServices } from './network/start-network-services';
export type { SwapFaults } from './swap/swap-faults';
export { startSwapServer } from './swap/swap-server';
export type { SwapServer, SwapServerOptions } from './swap/swap-server';
export { NATIVE_MINT, NATIVE_TOKEN } from './swap/swap-token';
export type { SwapToken } from './swap/swap-token';
export type { GuardianFaults } from './wormhole/guardian-faults';
export { guardianPrivateKeys, guardianSetOf } from './wormhole/guardian-keys';
export { startGuardians } from './wormhole/guardians';
export type { GuardianOptions, Guardians, WatchedChain } from './wormhole/guardians';
export { signVaa } from './wormhole/sign-vaa';
export type { VaaSigner } from './wormhole/sign-vaa';
export { wormholeGenesis, wrappedMintGenesis } from './wormhole/wormhole-genesis';
export type {
  WormholeGenesis,
  WormholeGenesisOptions,
  WrappedMintOptions,
} from './wormhole/wormhole-genesis';
