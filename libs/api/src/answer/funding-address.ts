/** Deposit addresses and proxy wallets, with instructions for people. */
import { toBase58 } from '@bellwether/codec';
import type { Network } from '@bellwether/exchange';
import {
  MICRO_USDC_PER_USDC,
  MIN_DEPOSIT_LAMPORTS,
  MIN_DEPOSIT_MICRO_USDC,
  TEST_NATIVE_PRICE_MICRO_USDC,
  TIERS,
} from '@bellwether/funding';
import type { FundingChain, GasBill } from '@bellwether/funding';
import { z } from 'zod';
import type { ChainNames } from '../chain-names';
import { EXAMPLE } from '../examples';
import { chainField } from './deposit';
import { address, count, flag, micro, named, time, user, words } from './fields';
import { gasEstimateAnswer } from './gas';
import { from } from './inside';
import type { Inside } from './inside';

/** A user's addresses on both chains, and what may be sent to them. */
export interface AddressView {
  readonly depositAddress: Uint8Array;
  readonly depositUsdcAccount: Uint8Array;
  readonly usdcMintExt: Uint8Array;
  readonly proxyWallet: Uint8Array;
  readonly proxyUsdcAccount: Uint8Array;
  readonly usdcMintMain: Uint8Array;
  readonly initialized: boolean;
  readonly maxPerTxMicroUsdc: number;
  readonly estimatedGas: {
    readonly extUsdc: GasBill;
    readonly extOther: GasBill;
    readonly mainUsdc: GasBill;
  };
}

const addressFields = {
  chain: chainField('Where the address is'),
  address: address('Where to send to', EXAMPLE.depositAddress),
  instructions: words(
    'What to send, and what not, for people',
    'Send USDC on ext to this address: 1 USDC or more.',
  ),
  initialized: flag(
    'Whether the proxy wallet exists on chain yet; it is made when it is needed',
    true,
  ),
  usdc_token: address('The mint of USDC on that chain', EXAMPLE.usdcMint),
  usdc_account: address('The token account of the address for USDC', EXAMPLE.tokenAccount),
  estimated_gas: from(
    'gas',
    gasEstimateAnswer.describe('What a deposit of USDC sent now would be charged'),
  ),
};
export const depositAddressAnswer = named(
  'DepositAddress',
  z.strictObject(addressFields),
  "Where a user's money is sent to. It never changes.",
);

export const bridgeAddressAnswer = named(
  'BridgeAddress',
  z.strictObject({
    ...addressFields,
    main_address: from('user', user()),
    min_usdc_micro: from(
      () => MIN_DEPOSIT_MICRO_USDC,
      micro('Less USDC is rejected', MIN_DEPOSIT_MICRO_USDC),
    ),
    min_other_micro: from(
      () => MIN_DEPOSIT_MICRO_USDC,
      micro('The same of what has to be exchanged, by its quote', MIN_DEPOSIT_MICRO_USDC),
    ),
    min_ext_lamports: from(
      () => Number(MIN_DEPOSIT_LAMPORTS),
      count('Less of the native token is rejected, in lamports', Number(MIN_DEPOSIT_LAMPORTS)),
    ),
    estimated_gas_other: from(
      ({ estimatedGas }: AddressView) => estimatedGas.extOther,
      gasEstimateAnswer.describe('The same of what has to be exchanged'),
    ),
    tier: z.literal(TIERS).meta({ description: "The user's tier, 0 to 2", example: 0 }),
    max_usdc_per_tx_micro: from(
      'maxPerTxMicroUsdc',
      micro('More in one transfer is rejected', 10_000_000_000),
    ),
    daily_cap_remaining_usdc_micro: from(
      'dailyCapRemainingMicroUsdc',
      micro(
        'What all users together may still bring today; what is more waits for tomorrow',
        75_000_000_000,
      ),
    ),
    daily_cap_resets_at: from('dailyCapResetsAtMs', time('When the next day begins')),
  }),
  'The deposit address of a user, with what may be sent to it.',
);

export const proxyAnswer = named(
  'ProxyWallet',
  z.strictObject({
    main_address: from('user', user()),
    proxy_wallet: address('The program-derived account of this user', EXAMPLE.proxyWallet),
    proxy_usdc_ata: from(
      'proxyUsdcAccount',
      address('Its token account for USDC', EXAMPLE.tokenAccount),
    ),
    usdc_balance: from(
      'usdcBalanceMicroUsdc',
      micro('What lies there, and was not taken into the vault yet', 0),
    ),
    initialized: flag('Whether it exists on chain yet', true),
  }),
  "A user's proxy wallet on the main chain.",
);

/** The texts shown with an address. */
export interface AddressWords {
  readonly names: ChainNames;
  readonly network: Network;
}

/**
 * On ext the deposit address, on main the proxy wallet. A proxy wallet's address has no owner on ext: tokens sent to it
 * there would be lost.
 */
export function addressOn(
  chain: FundingChain,
  view: AddressView,
  said: AddressWords,
): Inside<typeof depositAddressAnswer> {
  const { initialized, estimatedGas } = view;
  const shown = { chainName: said.names.nameOf(chain), initialized };
  return chain === 'ext'
    ? {
        ...shown,
        address: view.depositAddress,
        instructions: extInstructions(view, said),
        usdcToken: view.usdcMintExt,
        usdcAccount: view.depositUsdcAccount,
        gas: estimatedGas.extUsdc,
      }
    : {
        ...shown,
        address: view.proxyWallet,
        instructions: mainInstructions(view, said),
        usdcToken: view.usdcMintMain,
        usdcAccount: view.proxyUsdcAccount,
        gas: estimatedGas.mainUsdc,
      };
}

const dollars = (microUsdc: number): string => String(microUsdc / MICRO_USDC_PER_USDC);
const MIN_NATIVE = String(Number(MIN_DEPOSIT_LAMPORTS) / 1e9);
const TEST_RATE = dollars(TEST_NATIVE_PRICE_MICRO_USDC);

function extInstructions(view: AddressView, { names, network }: AddressWords): string {
  const chain = names.nameOf('ext');
  const rate =
    network === 'test'
      ? `the fixed rate of the test network (${TEST_RATE} USDC a unit of the native token)`
      : "the market's price, at most 1 % below the quote";
  return (
    `Send USDC (${toBase58(view.usdcMintExt)}) on ${chain} to this address: ${dollars(MIN_DEPOSIT_MICRO_USDC)} USDC or more, and at most ` +
    `${dollars(view.maxPerTxMicroUsdc)} in one transfer. Other tokens are exchanged for USDC at ${rate}, wrapped ` +
    `native ones excepted; of the native token send ${MIN_NATIVE} or more. What is not taken stays at this address and can be recovered.`
  );
}

function mainInstructions(view: AddressView, { names, network }: AddressWords): string {
  const chain = names.nameOf('main');
  const natives =
    network === 'test'
      ? `On the test network the native token, sent to this address, is credited at ${TEST_RATE} USDC a unit. `
      : '';
  return (
    `Send USDC (${toBase58(view.usdcMintMain)}) on ${chain} to the token account ${toBase58(view.proxyUsdcAccount)}, ` +
    `which belongs to this address. ${natives}Nothing else that is sent here is credited. This address exists on ` +
    `${chain} alone: on ${names.nameOf('ext')} nobody can reach what is sent to it.`
  );
}
