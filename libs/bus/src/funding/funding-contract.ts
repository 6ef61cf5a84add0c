/** The contract of the funding requests: how the apps read each, and what its silence means. */
import { TEXT_FORMS } from '@bellwether/canonical-message';
import { FUNDING_CHAINS, RECIPIENT_KINDS, TIERS } from '@bellwether/funding';
import type { FundingOperations } from './funding-service';
import { bytes, fields, flag, integer, word } from '../rpc/fields';
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

const key = bytes(KEY_BYTES);
const user = { user: key };
const deposit = { depositId: key };
const signed = { nonce: integer(1, MAX_INTEGER), signature: bytes(SIGNATURE_BYTES) };
const asText = { textForm: word(TEXT_FORMS).exactOptional() };
const builder = { builder: bytes(KEY_ID_BYTES) };
const chain = { chain: word(FUNDING_CHAINS) };
const maxGasFee = { maxGasFee: integer(0, MAX_INTEGER) };
const recoverable = {
  ...user,
  mint: key,
  ...maxGasFee,
  recipient: key,
  allowProgramAddress: flag(),
};
const withdrawal = {
  ...user,
  amountMicroUsdc: integer(1, MAX_INTEGER),
  recipientKind: word(RECIPIENT_KINDS),
  recipient: key.nullable(),
  allowProgramAddress: flag(),
};

const AWAIT_A_TRANSACTION: ReadonlySet<FundingOperation> = new Set([
  'tier',
  'faucet',
  'recover',
  'builder_recover',
]);

export const FUNDING: JsonContract<FundingOperations> = {
  name: 'funding',
  subjectOf: fundingSubject,
  queue: FUNDING_QUEUE,
  requests: {
    address: fields(user),
    proxy: fields(user),
    gas_price: fields({}),
    tier: fields({
      ...user,
      tier: integer(0, TIERS.length - 1).transform((tier) => TIERS[tier] ?? 0),
    }),
    refresh_tier: fields(user),
    recover: fields({ ...recoverable, ...signed, ...asText }),
    builder_recover: fields({ ...recoverable, ...signed, ...builder }),
    faucet: fields({
      ...chain,
      address: key,
      token: word(['usdc', 'native']),
      amount: integer(1, MAX_INTEGER),
    }),
    withdraw: fields({ ...withdrawal, ...maxGasFee, ...signed, ...asText }),
    quote_withdraw: fields(withdrawal),
    builder_withdraw: fields({ ...withdrawal, ...maxGasFee, ...signed, ...builder }),
    bridge_executor: fields({ enabled: flag() }),
    daily_cap: fields({ microUsdc: integer(0, MAX_INTEGER) }),
    step_over: fields({ ...chain, slot: integer(1, MAX_INTEGER) }),
    release: fields(deposit),
    reject: fields(deposit),
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
