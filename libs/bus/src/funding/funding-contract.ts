/** The contract of the funding requests: how the apps read each, and what its silence means. */
import { CodedError } from '@bellwether/errors';
import { FUNDING_CHAINS, MAX_WORD_BYTES, RECIPIENT_KINDS, TIERS } from '@bellwether/funding';
import type { Tier } from '@bellwether/funding';
import type {
  FundingOperations,
  Recoverable,
  WithdrawQuoteRequest,
  WithdrawRequest,
} from './funding-service';
import type { JsonFields } from '../rpc/json-fields';
import type { JsonContract } from '../rpc/json-service';
import { FUNDING_TIMEOUT_MS, FUNDING_TRANSACTION_TIMEOUT_MS } from '../limits';
import { FUNDING_QUEUE, fundingSubject } from '../subjects';
import type { FundingOperation } from '../subjects';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KEY_ID_BYTES = 16;
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** Requests that wait for a transaction take seconds: room for a burst of them, not for a flood. */
const MAX_UNDER_WAY = 1_024;

const key = (fields: JsonFields, field: string): Uint8Array => fields.bytes(field, KEY_BYTES);
const user = (fields: JsonFields) => ({ user: key(fields, 'user') });
const deposit = (fields: JsonFields) => ({ depositId: key(fields, 'depositId') });
const nonce = (fields: JsonFields): number => fields.integer('nonce', 1, MAX_INTEGER);
const signature = (fields: JsonFields): Uint8Array => fields.bytes('signature', SIGNATURE_BYTES);
const builder = (fields: JsonFields): Uint8Array => fields.bytes('builder', KEY_ID_BYTES);

function tierOf(fields: JsonFields): Tier {
  const tier = TIERS[fields.integer('tier', 0, TIERS.length - 1)];
  if (tier === undefined) throw new CodedError('VALIDATION_FAILED', { field: 'tier' });
  return tier;
}

const signed = (fields: JsonFields) => ({ nonce: nonce(fields), signature: signature(fields) });

const recoverableOf = (fields: JsonFields): Recoverable => ({
  ...user(fields),
  mint: key(fields, 'mint'),
  recipient: key(fields, 'recipient'),
});

const withdrawQuoteOf = (fields: JsonFields): WithdrawQuoteRequest => ({
  ...user(fields),
  amountMicroUsdc: fields.integer('amountMicroUsdc', 1, MAX_INTEGER),
  recipientKind: fields.word('recipientKind', RECIPIENT_KINDS),
  recipient: fields.isNull('recipient') ? null : key(fields, 'recipient'),
});

const withdrawOf = (fields: JsonFields): WithdrawRequest => ({
  ...withdrawQuoteOf(fields),
  ...signed(fields),
});

const AWAIT_A_TRANSACTION: ReadonlySet<FundingOperation> = new Set([
  'tier',
  'faucet',
  'recover',
  'operator_recover',
  'builder_recover',
]);

export const FUNDING: JsonContract<FundingOperations> = {
  name: 'funding',
  subjectOf: fundingSubject,
  queue: FUNDING_QUEUE,
  requests: {
    address: user,
    proxy: user,
    gas_price: () => ({}),
    tier: (fields) => ({ ...user(fields), tier: tierOf(fields) }),
    refresh_tier: user,
    recover: (fields) => ({ ...recoverableOf(fields), ...signed(fields) }),
    operator_recover: (fields) => ({
      ...recoverableOf(fields),
      reference: fields.text('reference', MAX_WORD_BYTES),
    }),
    builder_recover: (fields) => ({
      ...recoverableOf(fields),
      ...signed(fields),
      builder: builder(fields),
    }),
    faucet: (fields) => ({
      chain: fields.word('chain', FUNDING_CHAINS),
      address: key(fields, 'address'),
      token: fields.word('token', ['usdc', 'native']),
      amount: fields.integer('amount', 1, MAX_INTEGER),
    }),
    withdraw: withdrawOf,
    quote_withdraw: withdrawQuoteOf,
    builder_withdraw: (fields) => ({ ...withdrawOf(fields), builder: builder(fields) }),
    bridge_executor: (fields) => ({ enabled: fields.flag('enabled') }),
    daily_cap: (fields) => ({ microUsdc: fields.integer('microUsdc', 0, MAX_INTEGER) }),
    step_over: (fields) => ({
      chain: fields.word('chain', FUNDING_CHAINS),
      slot: fields.integer('slot', 1, MAX_INTEGER),
    }),
    release: deposit,
    reject: deposit,
  },
  byteFields: new Map([
    ...[
      'user',
      'depositId',
      'withdrawalId',
      'depositAddress',
      'depositUsdcAccount',
      'usdcMintExt',
      'proxyWallet',
      'proxyUsdcAccount',
      'usdcMintMain',
      'mint',
      'recipient',
    ].map((field) => [field, KEY_BYTES] as const),
    ['txSignature', SIGNATURE_BYTES] as const,
  ]),
  unavailable: 'FUNDING_UNAVAILABLE',
  // The others change something; each is safe to send again.
  harmless: new Set(['address', 'proxy', 'gas_price', 'refresh_tier', 'quote_withdraw']),
  timeoutMs: (operation) =>
    AWAIT_A_TRANSACTION.has(operation) ? FUNDING_TRANSACTION_TIMEOUT_MS : FUNDING_TIMEOUT_MS,
  maxUnderWay: MAX_UNDER_WAY,
};
