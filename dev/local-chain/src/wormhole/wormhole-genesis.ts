/**
 * What Wormhole has on a local chain before its first block: both programs at their real addresses, the core bridge's
 * state with its guardian set and fee, and the token bridge that knows its counterpart on the other chain.
 */
import { encode } from '@bellwether/codec';
import {
  WORMHOLE_ADDRESSES,
  WORMHOLE_CHAIN_IDS,
  bridgeStateLayout,
  coreSeeds,
  endpointLayout,
  guardianSetLayout,
  tokenBridgeConfigLayout,
  tokenBridgeSeeds,
  wrappedMetaLayout,
} from '@bellwether/wormhole';
import type { ChainName, GuardianSet } from '@bellwether/wormhole';
import { address, lamports } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { genesisMint, rentExemptLamportsOf } from '../chain/genesis';
import type { GenesisProgram } from '../chain/genesis';
import { readCheckoutFile } from '../network/checkout-file';
import { bytesOf, derivedAddress, wallet } from '../network/genesis-account';
import { GUARDIAN_SET_EXPIRATION_SECONDS, MESSAGE_FEE_LAMPORTS_DEFAULT } from './limits';

export interface WormholeGenesisOptions {
  readonly chain: ChainName;
  /** The last one is in force; those before it are on record, and have ended. */
  readonly guardianSets: readonly [GuardianSet, ...GuardianSet[]];
  readonly messageFeeLamports?: bigint;
}

export interface WormholeGenesis {
  readonly programs: readonly GenesisProgram[];
  readonly accounts: readonly EncodedAccount[];
}

/** When the sets before the last one ended: every block is later. */
const LONG_AGO_SECONDS = 1;

export async function wormholeGenesis(options: WormholeGenesisOptions): Promise<WormholeGenesis> {
  const core = await coreAccounts(options);
  const tokenBridge = await tokenBridgeAccounts(options.chain);
  return { programs: wormholePrograms(options.chain), accounts: [...core, ...tokenBridge] };
}

/** The stand-ins, built for that chain. */
function wormholePrograms(chain: ChainName): GenesisProgram[] {
  const elf = (name: string) =>
    readCheckoutFile(`dev/local-chain/programs/${name}.${WORMHOLE_CHAIN_IDS[chain]}.so`);
  const { core, tokenBridge } = WORMHOLE_ADDRESSES.production[chain];
  return [
    { address: address(core), elf: elf('wormhole-core') },
    { address: address(tokenBridge), elf: elf('wormhole-token-bridge') },
  ];
}

async function coreAccounts(options: WormholeGenesisOptions): Promise<EncodedAccount[]> {
  const { guardianSets, messageFeeLamports = MESSAGE_FEE_LAMPORTS_DEFAULT } = options;
  const core = address(WORMHOLE_ADDRESSES.production[options.chain].core);
  const inForce = guardianSets.at(-1) ?? guardianSets[0];
  const collected = rentExemptLamportsOf(0);
  const state = encode(bridgeStateLayout, {
    guardianSetIndex: inForce.index,
    feeCollectorLamports: collected,
    guardianSetExpirationSeconds: GUARDIAN_SET_EXPIRATION_SECONDS,
    messageFeeLamports,
  });
  const sets = guardianSets.map(async (set) => {
    const data = encode(guardianSetLayout, {
      index: set.index,
      guardians: [...set.guardians],
      creationTime: LONG_AGO_SECONDS,
      expirationTime: set === inForce ? 0 : LONG_AGO_SECONDS,
    });
    return ownedAccount(core, coreSeeds.guardianSet(set.index), data);
  });
  return [
    await ownedAccount(core, coreSeeds.bridge(), state),
    ...(await Promise.all(sets)),
    wallet(await derivedAddress(core, coreSeeds.feeCollector()), collected),
  ];
}

async function tokenBridgeAccounts(chain: ChainName): Promise<EncodedAccount[]> {
  const { core, tokenBridge } = WORMHOLE_ADDRESSES.production[chain];
  const program = address(tokenBridge);
  const other = chain === 'ext' ? 'main' : 'ext';
  const otherProgram = address(WORMHOLE_ADDRESSES.production[other].tokenBridge);
  const emitterAddress = bytesOf(await derivedAddress(otherProgram, tokenBridgeSeeds.emitter()));
  const emitterChain = WORMHOLE_CHAIN_IDS[other];
  const config = encode(tokenBridgeConfigLayout, { wormholeProgram: bytesOf(address(core)) });
  const endpoint = encode(endpointLayout, { emitterChain, emitterAddress });
  return [
    await ownedAccount(program, tokenBridgeSeeds.config(), config),
    await ownedAccount(program, tokenBridgeSeeds.endpoint(emitterChain, emitterAddress), endpoint),
  ];
}

export interface WrappedMintOptions {
  /** Where the wrapped mint lies. */
  readonly chain: ChainName;
  /** The token, native on the other chain. */
  readonly token: Address;
  /** At most 8: the bridge cuts the rest off. */
  readonly decimals: number;
  /** What is in circulation from the start; as much must lie in the other chain's custody. */
  readonly supply?: bigint;
}

/** A token of the other chain as the token bridge has it here, as if its attestation had been completed. */
export async function wrappedMintGenesis(
  options: WrappedMintOptions,
): Promise<{ readonly mint: Address; readonly accounts: EncodedAccount[] }> {
  const { token, decimals, supply = 0n } = options;
  const tokenBridge = address(WORMHOLE_ADDRESSES.production[options.chain].tokenBridge);
  const tokenChain = WORMHOLE_CHAIN_IDS[options.chain === 'ext' ? 'main' : 'ext'];
  const tokenAddress = bytesOf(token);
  const mint = await derivedAddress(
    tokenBridge,
    tokenBridgeSeeds.wrappedMint(tokenChain, tokenAddress),
  );
  const mintAuthority = await derivedAddress(tokenBridge, tokenBridgeSeeds.mintSigner());
  const meta = encode(wrappedMetaLayout, { tokenChain, tokenAddress, originalDecimals: decimals });
  const accounts = [
    genesisMint({ address: mint, decimals, mintAuthority, supply }),
    await ownedAccount(tokenBridge, tokenBridgeSeeds.wrappedMeta(bytesOf(mint)), meta),
  ];
  return { mint, accounts };
}

async function ownedAccount(
  owner: Address,
  seeds: readonly Uint8Array[],
  data: Uint8Array,
): Promise<EncodedAccount> {
  return {
    address: await derivedAddress(owner, seeds),
    programAddress: owner,
    data,
    executable: false,
    lamports: lamports(rentExemptLamportsOf(data.length)),
    space: BigInt(data.length),
  };
}
