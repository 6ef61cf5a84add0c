/** The chain costs of each action. Tests of the three apps run them on real chains and compare. */
import { CAPITAL_ACCOUNTS } from './capital';
import type { FundingChain } from './chain';
import type { DepositSource } from './deposit';
import { chainOfSource, needsSwap } from './deposit';
import { gasBill } from './gas-bill';
import type { GasBill, GasPart } from './gas-bill';
import type { GasTariff } from './gas';
import { MAX_SWAP_PRIORITY_FEE_LAMPORTS } from './limits';

/** Bytes of accounts, as the programs create them. */
export const ACCOUNT_BYTES = {
  /** A token account. */
  token: 165,
  /** The core bridge's account of a message with a transfer: 95 bytes before its 133. */
  message: 228,
  /** The account of the guardians' attestation: the same. */
  postedVaa: 228,
  /** The account of verified signatures: a flag for each of nineteen guardians. */
  signatureSet: 59,
  claim: 1,
} as const;

/**
 * The cost of completing a transfer with nineteen guardians: two transactions verify thirteen signatures and carry
 * two of their own, one posts the message, one completes. Fewer guardians cost less.
 */
const COMPLETION_TRANSACTIONS = 4;
const VERIFIED_SIGNATURES = 13;

/** The relayer's part of a transfer, paid for with the transfer. */
export const partsOfCompletion = (chain: FundingChain): GasPart[] => [
  {
    kind: 'transaction_fees',
    chain,
    transactions: COMPLETION_TRANSACTIONS,
    signatures: VERIFIED_SIGNATURES,
  },
  {
    kind: 'attestation_rent',
    chain,
    accountBytes: [ACCOUNT_BYTES.signatureSet, ACCOUNT_BYTES.postedVaa, ACCOUNT_BYTES.claim],
  },
];

/** A token account created within another transaction. */
export const tokenAccountRent = (chain: FundingChain): GasPart => ({
  kind: 'account_rent',
  chain,
  accountBytes: [ACCOUNT_BYTES.token],
});

export interface WithdrawalAction {
  readonly chain: FundingChain;
  /** Whether the recipient's token account is missing and must be created. */
  readonly makesAccount: boolean;
}

/**
 * On main: the debit. A proxy wallet made for it is the exchange's. To ext: debit and burn in one
 * transaction, then attestation and completion there.
 */
export function partsOfWithdrawal({ chain, makesAccount }: WithdrawalAction): GasPart[] {
  const bridged: GasPart[] = [
    { kind: 'message_rent', chain: 'main', accountBytes: [ACCOUNT_BYTES.message] },
    ...partsOfCompletion('ext'),
  ];
  return [
    { kind: 'transaction_fees', chain: 'main', transactions: 1 },
    ...(chain === 'ext' ? bridged : []),
    ...(makesAccount ? [tokenAccountRent(chain)] : []),
  ];
}

/**
 * A transfer of deposits, signed by payer, message, and deposit address or collector, and its completion on main. Where
 * it is shared, making and paying the split account costs less than those signatures that are charged for and not made.
 */
export const partsOfBridging = (sharers = 1): GasPart[] =>
  [
    { kind: 'transaction_fees', chain: 'ext', transactions: 1, signatures: 1 } as const,
    { kind: 'message_rent', chain: 'ext', accountBytes: [ACCOUNT_BYTES.message] } as const,
    ...partsOfCompletion('main'),
  ].map((part) => ({ ...part, sharers }));

/** The transaction that lets deposits of an address be shared: once, as later transfers renew it. */
export const PARTS_OF_APPROVAL: readonly GasPart[] = [
  { kind: 'transaction_fees', chain: 'ext', transactions: 1 },
];

/** A transaction of its own that creates a token account of the exchange's for the user. */
export const partsOfOwnAccount = (chain: FundingChain): GasPart[] => [
  { kind: 'transaction_fees', chain, transactions: 1 },
];

/** A wallet's rent is charged with a first credit that did not come over the bridge (`CreditProxies`). */
export const partsOfCredit = ({ paysWallet = false } = {}): GasPart[] => [
  { kind: 'transaction_fees', chain: 'main', transactions: 1 },
  ...(paysWallet
    ? [
        {
          kind: 'wallet_rent',
          chain: 'main',
          accountBytes: [CAPITAL_ACCOUNTS.proxy.bytes],
        } as const,
      ]
    : []),
];

/** The recovery of one token. */
export const partsOfRecovery = ({
  makesAccount,
  chain = 'ext',
}: {
  readonly makesAccount: boolean;
  readonly chain?: FundingChain;
}): GasPart[] => [
  { kind: 'transaction_fees', chain, transactions: 1 },
  ...(makesAccount ? [tokenAccountRent(chain)] : []),
];

/** The user's accounts that exist already and need not be created. */
export interface PlacesOnChain {
  readonly hasDepositAccount: boolean;
  readonly hasProxyAccount: boolean;
  readonly hasProxyWallet: boolean;
  /** Its deposits can be shared. */
  readonly isApproved: boolean;
}

export const NOTHING_ON_CHAIN: PlacesOnChain = {
  hasDepositAccount: false,
  hasProxyAccount: false,
  hasProxyWallet: false,
  isApproved: false,
};

/**
 * A deposit from arrival to balance. Each list is charged, and rounded, together. The swap is one transaction here;
 * the real charge is that of the actual transaction.
 */
function chargesOfDeposit(source: DepositSource, places: PlacesOnChain): (readonly GasPart[])[] {
  if (chainOfSource(source) === 'main')
    return [partsOfCredit({ paysWallet: !places.hasProxyWallet })];
  const charges: (readonly GasPart[])[] = [partsOfBridging(), partsOfCredit()];
  if (!places.isApproved) charges.unshift(PARTS_OF_APPROVAL);
  if (!places.hasProxyAccount) charges.unshift(partsOfOwnAccount('main'));
  if (!needsSwap(source)) return charges;
  charges.unshift([{ kind: 'transaction_fees', chain: 'ext', transactions: 1, signatures: 1 }]);
  if (!places.hasDepositAccount) charges.unshift(partsOfOwnAccount('ext'));
  return charges;
}

export const partsOfDeposit = (source: DepositSource, places: PlacesOnChain): GasPart[] =>
  chargesOfDeposit(source, places).flat();

/** What a swap may cost above its transaction: priority, and an account on its way. */
const SWAP_EXTRAS: readonly GasPart[] = [
  { kind: 'transaction_fees', chain: 'ext', lamports: MAX_SWAP_PRIORITY_FEE_LAMPORTS },
  tokenAccountRent('ext'),
];

/** What crediting a deposit is charged at most, in micro-USDC: by default of a user who has nothing on the chains. */
export function depositCostMicroUsdc(
  source: DepositSource,
  tariff: GasTariff,
  places = NOTHING_ON_CHAIN,
): number {
  const charges = chargesOfDeposit(source, places);
  if (needsSwap(source)) charges.push(SWAP_EXTRAS);
  return charges.reduce((sum, parts) => sum + gasBill(parts, tariff).microUsdc, 0);
}

export const GAS_ACTIONS = [
  'withdraw_main',
  'withdraw_main_new_account',
  'withdraw_ext',
  'withdraw_ext_new_account',
  'deposit_ext_usdc_first',
  'deposit_ext_usdc',
  'deposit_ext_other_first',
  'deposit_ext_other',
  'deposit_main_first',
  'deposit_main',
  'recover',
  'recover_new_account',
  'recover_main',
  'recover_main_new_account',
] as const;
export type GasAction = (typeof GAS_ACTIONS)[number];

const EVERYTHING_ON_CHAIN: PlacesOnChain = {
  hasDepositAccount: true,
  hasProxyAccount: true,
  hasProxyWallet: true,
  isApproved: true,
};

const PARTS_OF_ACTION: Readonly<Record<GasAction, readonly GasPart[]>> = {
  withdraw_main: partsOfWithdrawal({ chain: 'main', makesAccount: false }),
  withdraw_main_new_account: partsOfWithdrawal({ chain: 'main', makesAccount: true }),
  withdraw_ext: partsOfWithdrawal({ chain: 'ext', makesAccount: false }),
  withdraw_ext_new_account: partsOfWithdrawal({ chain: 'ext', makesAccount: true }),
  deposit_ext_usdc_first: partsOfDeposit('ext_usdc', NOTHING_ON_CHAIN),
  deposit_ext_usdc: partsOfDeposit('ext_usdc', EVERYTHING_ON_CHAIN),
  deposit_ext_other_first: partsOfDeposit('ext_token', NOTHING_ON_CHAIN),
  deposit_ext_other: partsOfDeposit('ext_token', EVERYTHING_ON_CHAIN),
  deposit_main_first: partsOfDeposit('main_usdc', NOTHING_ON_CHAIN),
  deposit_main: partsOfDeposit('main_usdc', EVERYTHING_ON_CHAIN),
  recover: partsOfRecovery({ makesAccount: false }),
  recover_new_account: partsOfRecovery({ makesAccount: true }),
  recover_main: partsOfRecovery({ makesAccount: false, chain: 'main' }),
  recover_main_new_account: partsOfRecovery({ makesAccount: true, chain: 'main' }),
};

export interface PricedAction extends GasBill {
  readonly action: GasAction;
}

/** `GET /v1/gas/price`: the present cost of each action for its user. */
export const pricedActions = (tariff: GasTariff): PricedAction[] =>
  GAS_ACTIONS.map((action) => ({ action, ...gasBill(PARTS_OF_ACTION[action], tariff) }));
