/**
 * Requests of the gateway and the signer to the funding apps: those that need the chain or change something. Records of
 * deposits and withdrawals are read from PostgreSQL instead. Withdrawals are the withdraw-worker's, all others are the
 * deposit-listener's.
 */
import { ID_BYTES, TEXT_FORMS } from '@bellwether/canonical-message';
import {
  FUNDING_CHAINS,
  GAS_ACTIONS,
  GAS_ITEM_KINDS,
  RECIPIENT_KINDS,
  TIERS,
} from '@bellwether/funding';
import { z } from 'zod';
import { FUNDING_TIMEOUT_MS, FUNDING_TRANSACTION_TIMEOUT_MS } from '../limits';
import { about, aboutBytes, fields, flag, integer, word } from '../rpc/fields';
import type { AnswerOf, JsonContract, RequestOf } from '../rpc/json-service';
import { PAYOUT_REQUESTS, payoutAnswer } from './payout-messages';
import { FUNDING_QUEUE, fundingSubject } from '../subjects';
import type { FundingOperation } from '../subjects';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KEY_ID_BYTES = 16;
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** Requests that wait for a transaction take seconds: room for a burst of them, not for a flood. */
const MAX_UNDER_WAY = 1_024;

const address = (description: string, byte: string) => aboutBytes(KEY_BYTES, description, byte);
const user = { user: address("A user's public key", '1f') };
const deposit = { depositId: address('A deposit', '3d') };
const chain = { chain: about(word(FUNDING_CHAINS), 'Which chain', 'ext') };
const tier = about(integer(0, TIERS.length - 1), 'The tier of the user', 1).transform(
  (value) => TIERS[value] ?? 0,
);
const nonce = {
  nonce: about(integer(1, MAX_INTEGER), "The user's, of the kind of the request", 7),
};
const signed = {
  ...nonce,
  clientId: aboutBytes(ID_BYTES, 'Chosen at random by its sender', '9f').exactOptional(),
  signature: aboutBytes(SIGNATURE_BYTES, "The user's signature of the canonical message", '7a'),
};
const asText = {
  textForm: about(
    word(TEXT_FORMS),
    'How the owner signed it, where it was signed as a text',
  ).optional(),
};
/** From the signer alone: that it may be sent is what makes the engine believe it. */
const builder = { builder: aboutBytes(KEY_ID_BYTES, "The builder's API key", '0c') };
const maxGasFee = {
  maxGasFee: about(
    integer(0, MAX_INTEGER),
    'The most that the gas fee may be, in micro-USDC; 0: any',
    1_500_000,
  ),
};
const mint = { mint: address('The mint of a token on ext', '5e') };
const recipient = address('An address that is paid', '6f');
const allowProgramAddress = {
  allowProgramAddress: about(flag(), 'Whether the recipient may be off the curve', false),
};
const recoverable = { ...user, ...mint, ...maxGasFee, recipient, ...allowProgramAddress };
const amountMicroUsdc = about(integer(1, MAX_INTEGER), 'Micro-USDC', 20_000_000);
const recipientKind = {
  recipientKind: about(word(RECIPIENT_KINDS), 'Whose address the recipient is', 'recipient_ext'),
};
const withdrawal = {
  ...user,
  amountMicroUsdc,
  ...recipientKind,
  recipient: about(recipient.nullable(), 'Null with the kind `default`'),
  ...allowProgramAddress,
};

const requests = {
  address: fields(user),
  proxy: fields(user),
  gas_price: fields({}),
  tier: fields({ ...user, tier }),
  refresh_tier: fields(user),
  recover: fields({ ...recoverable, ...signed, ...asText }),
  builder_recover: fields({ ...recoverable, ...signed, ...builder }),
  /** Test network only: TEST_NETWORK_ONLY elsewhere. */
  faucet: fields({
    ...chain,
    address: address('An address on that chain', '2b'),
    token: about(word(['usdc', 'native']), 'USDC, or the native unit', 'usdc'),
    amount: about(integer(1, MAX_INTEGER), 'Of the token, in its smallest unit', 25_000_000),
  }),
  withdraw: fields({ ...withdrawal, ...maxGasFee, ...signed, ...asText }),
  quote_withdraw: fields(withdrawal),
  builder_withdraw: fields({ ...withdrawal, ...maxGasFee, ...signed, ...builder }),
  ...PAYOUT_REQUESTS,
  bridge_executor: fields({
    enabled: about(flag(), 'Whether deposits are sent over the bridge', true),
  }),
  daily_cap: fields({
    microUsdc: about(integer(0, MAX_INTEGER), 'The cap, in micro-USDC', 500_000_000_000),
  }),
  /** Lets the scan of a chain step over a block that it cannot read; a repeat returns the outcome. */
  step_over: fields({
    ...chain,
    slot: about(integer(1, MAX_INTEGER), 'A block of the chain', 311_204_771),
  }),
  /** Lets a queued deposit pass the daily cap; asked again, it answers again. */
  release: fields(deposit),
  /** Takes a queued deposit out of the queue, so that it may be recovered; asked again, it answers again. */
  reject: fields(deposit),
};

const whole = (description: string, example: unknown) => about(z.int(), description, example);
const isMade = { initialized: about(flag(), 'Whether the vault has made the proxy wallet', true) };
const timeMs = (description: string) => whole(description, 1_795_255_200_000);
const txSignature = aboutBytes(SIGNATURE_BYTES, 'The transaction, final', '9c');
const maxPerTx = { maxPerTxMicroUsdc: whole('The most of one deposit', 10_000_000_000) };
const proxy = {
  proxyWallet: address("The vault's account of the user on main", '4c'),
  proxyUsdcAccount: address('Its token account, which USDC on main is sent to', '4d'),
};

const gasItem = z.object({
  kind: about(word(GAS_ITEM_KINDS), 'What it is for', 'transaction_fees'),
  microUsdc: whole('Micro-USDC', 3_000),
});
const gasItems = about(z.array(gasItem), 'What it is charged for');
const gasBill = z.object({ microUsdc: whole('The sum of the items', 3_000), items: gasItems });

const recovery = z.object({
  recoveryId: about(z.string(), 'The recovery', `user:${'1f'.repeat(KEY_BYTES)}:7`),
  ...user,
  ...mint,
  recipient,
  amount: about(z.string(), 'Base units of the mint: a u64 may pass what JSON holds', '25000000'),
  state: about(word(['sending', 'completed', 'failed']), 'How far it is', 'sending'),
  txSignature: about(txSignature.nullable(), 'Null before it is signed'),
});

const paid = {
  ...user,
  amountMicroUsdc,
  gasFeeMicroUsdc: whole('Taken of the amount', 1_200_000),
  netAmountMicroUsdc: whole('What is paid', 18_800_000),
  ...chain,
  ...recipientKind,
  recipient,
};
const accepted = z.object({
  withdrawalId: address('The withdrawal', '8b'),
  ...paid,
  gasItems: about(gasItems.nullable(), 'Null where the fee was fixed at another tariff'),
  ...nonce,
  createdMs: timeMs('When it was accepted'),
  isReplay: about(flag(), 'The first answer to a request that was sent again', false),
});
const decided = z.object({ ...deposit, ...user, amountMicroUsdc });

const answers = {
  /** Everything a user may send to, on both chains. Asking for it starts the watch. */
  address: z.object({
    ...user,
    depositAddress: address('A wallet on ext; tokens go to its associated accounts', '2b'),
    depositUsdcAccount: address('Its token account for USDC', '2c'),
    usdcMintExt: address('The mint of USDC on ext', '5e'),
    ...proxy,
    usdcMintMain: address('The mint of USDC on main', '5f'),
    ...isMade,
    tier,
    ...maxPerTx,
    dailyCapRemainingMicroUsdc: whole("What is left of the day's cap", 499_000_000_000),
    dailyCapResetsAtMs: timeMs('When the next day of the cap begins'),
    estimatedGas: about(
      z.object({
        extUsdc: about(gasBill, 'USDC on ext'),
        extOther: about(gasBill, 'Another token on ext'),
        mainUsdc: about(gasBill, 'USDC on main'),
      }),
      'The charge of a deposit sent now',
    ),
  }),
  proxy: z.object({
    ...user,
    ...proxy,
    usdcBalanceMicroUsdc: whole('What is in it', 0),
    ...isMade,
  }),
  /** Prices include the markup. */
  gas_price: z.object({
    extPerTxLamports: whole('A transaction on ext', 10_000),
    extPerTxMicroUsdc: whole('A transaction on ext', 3_000),
    mainPerTxMicroUsdc: whole('A transaction on main', 3_000),
    markupBps: whole('In basis points', 1_000),
    actions: about(
      z.array(
        z.object({
          ...gasBill.shape,
          action: about(word(GAS_ACTIONS), 'The action', 'withdraw_main'),
        }),
      ),
      'The present cost of each action',
    ),
    minimumWithdrawals: about(
      z.object({
        mainMicroUsdc: whole('To main', 2_600_000),
        extMicroUsdc: whole('To ext', 14_570_000),
      }),
      'The least withdrawal',
    ),
  }),
  tier: z.object({ ...user, tier, previousTier: tier, txSignature, ...maxPerTx }),
  refresh_tier: z.object({ ...user, tier, refreshedMs: timeMs('When the chain was read') }),
  recover: recovery,
  builder_recover: recovery,
  faucet: z.object({ txSignature }),
  withdraw: accepted,
  quote_withdraw: z.object({
    ...paid,
    gasItems,
    minimumMicroUsdc: whole('The least that is taken to this chain', 14_570_000),
  }),
  builder_withdraw: accepted,
  builder_payout: payoutAnswer,
  treasury_payout: payoutAnswer,
  bridge_executor: z.object(requests.bridge_executor.shape),
  daily_cap: z.object({
    capMicroUsdc: whole('The cap', 500_000_000_000),
    usedMicroUsdc: whole('Used of it', 1_000_000_000),
    resetsAtMs: timeMs('When the next day of the cap begins'),
  }),
  /** Null until the scan has done it. */
  step_over: z.object({
    ...requests.step_over.shape,
    steppedMs: about(z.int().nullable(), 'When it was done', 1_795_255_200_000),
    transactions: about(z.int().nullable(), 'How many the block held', 812),
  }),
  release: decided,
  reject: decided,
};

export interface FundingOperations {
  readonly requests: typeof requests;
  readonly answers: typeof answers;
}
export type FundingRequest<O extends FundingOperation> = RequestOf<FundingOperations, O>;
export type FundingAnswer<O extends FundingOperation> = AnswerOf<FundingOperations, O>;

export type FundingAddress = FundingAnswer<'address'>;
export type ProxyWalletView = FundingAnswer<'proxy'>;
export type TierChange = FundingAnswer<'tier'>;
/** Holding and recipient of a recovery: `recipient` is a wallet on ext. */
export type Recoverable = Omit<RecoverRequest, 'nonce' | 'signature' | 'textForm'>;
/** Of a user who holds its own key. */
export type RecoverRequest = FundingRequest<'recover'>;
/** For a builder's user, from the signer alone. */
export type BuilderRecoverRequest = FundingRequest<'builder_recover'>;
export type RecoveryAnswer = FundingAnswer<'recover'>;
/** Of a user who holds its own key. */
export type WithdrawRequest = FundingRequest<'withdraw'>;
/** For a builder's user, from the signer alone. */
export type BuilderWithdrawRequest = FundingRequest<'builder_withdraw'>;
/** A withdrawal before it is signed. */
export type WithdrawQuoteRequest = FundingRequest<'quote_withdraw'>;
export type WithdrawQuote = FundingAnswer<'quote_withdraw'>;
export type WithdrawAnswer = FundingAnswer<'withdraw'>;
/** Of a builder, from the signer alone. */
export type BuilderPayoutRequest = FundingRequest<'builder_payout'>;
/** Of the exchange, from the operators' gateway alone. */
export type TreasuryPayoutRequest = FundingRequest<'treasury_payout'>;
export type PayoutAnswer = FundingAnswer<'builder_payout'>;
export type DailyCapView = FundingAnswer<'daily_cap'>;

const AWAIT_A_TRANSACTION: ReadonlySet<FundingOperation> = new Set([
  'tier',
  'faucet',
  'recover',
  'builder_recover',
]);

export const FUNDING: JsonContract<FundingOperations> = {
  requests,
  answers,
  name: 'funding',
  subjectOf: fundingSubject,
  queue: FUNDING_QUEUE,
  unavailable: 'FUNDING_UNAVAILABLE',
  // The others change something; each is safe to send again.
  harmless: new Set(['address', 'proxy', 'gas_price', 'refresh_tier', 'quote_withdraw']),
  timeoutMs: (operation) =>
    AWAIT_A_TRANSACTION.has(operation) ? FUNDING_TRANSACTION_TIMEOUT_MS : FUNDING_TIMEOUT_MS,
  maxUnderWay: MAX_UNDER_WAY,
};
