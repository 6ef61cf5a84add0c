import { WORMHOLE_CHAIN_IDS, tokenBridgeSeeds } from '@bellwether/wormhole';
import type { Address } from '@solana/kit';
import type { Genesis, GenesisTokenAccount } from '../chain/genesis';
import { associatedTokenAddress } from '../associated-token';
import { wrappedMintGenesis } from '../wormhole/wormhole-genesis';
import { bytesOf, derivedAddress } from './genesis-account';
import {
  CUSTODY_MICRO_USDC,
  FAUCET_STOCK_MICRO_USDC,
  SWAP_STOCK_MICRO_USDC,
  SWAP_STOCK_TOKEN,
  TOKEN_DECIMALS,
  TREASURY_STOCK_MICRO_USDC,
  USDC_DECIMALS,
  USDC_EXT,
} from './network-assets';
import type { NetworkKeys } from './network-keys';
import { WORMHOLE_PROGRAMS } from './network-programs';

/** USDC with its custody, the second test token, and the swap's stock. The faucet may mint both tokens. */
export async function tokensOfExt(keys: NetworkKeys): Promise<Genesis> {
  const bridge = WORMHOLE_PROGRAMS.ext.tokenBridge;
  const mintAuthority = keys.signers.faucet.address;
  const owner = keys.signers.swap.address;
  const token = keys.tokenMint;
  const custody = {
    address: await derivedAddress(bridge, tokenBridgeSeeds.custody(bytesOf(USDC_EXT))),
    mint: USDC_EXT,
    owner: await derivedAddress(bridge, tokenBridgeSeeds.custodySigner()),
    amount: CUSTODY_MICRO_USDC,
  };
  return {
    mints: [
      { address: USDC_EXT, decimals: USDC_DECIMALS, mintAuthority, freezeAuthority: mintAuthority },
      { address: token, decimals: TOKEN_DECIMALS, mintAuthority },
    ],
    tokenAccounts: [
      custody,
      await stock({ owner, mint: USDC_EXT, amount: SWAP_STOCK_MICRO_USDC }),
      await stock({ owner, mint: token, amount: SWAP_STOCK_TOKEN }),
    ],
  };
}

/** The token bridge's mint on main for ext's USDC. */
export function usdcOfMain(): Promise<Address> {
  const seeds = tokenBridgeSeeds.wrappedMint(WORMHOLE_CHAIN_IDS.ext, bytesOf(USDC_EXT));
  return derivedAddress(WORMHOLE_PROGRAMS.main.tokenBridge, seeds);
}

/** The counterpart of the custody on ext: all of it belongs to the faucet and the treasury. */
export async function tokensOfMain({ signers }: NetworkKeys): Promise<Genesis> {
  const { mint, accounts } = await wrappedMintGenesis({
    chain: 'main',
    token: USDC_EXT,
    decimals: USDC_DECIMALS,
    supply: CUSTODY_MICRO_USDC,
  });
  const { faucet, treasury } = signers;
  return {
    accounts,
    tokenAccounts: [
      await stock({ owner: faucet.address, mint, amount: FAUCET_STOCK_MICRO_USDC }),
      await stock({ owner: treasury.address, mint, amount: TREASURY_STOCK_MICRO_USDC }),
    ],
  };
}

async function stock(holding: Omit<GenesisTokenAccount, 'address'>): Promise<GenesisTokenAccount> {
  return { ...holding, address: await associatedTokenAddress(holding) };
}
