/** Calls of both SDKs with what they need and no more: what a caller leaves out is the SDK's to fill in, in both alike. */
import { snakeCase } from '@bellwether/codec';
import type { JsonSchema } from '@bellwether/runtime';
import type { Call, Calls, Fields } from '../../../tools/documents/src/calls/call';

export type Client = 'PublicClient' | 'Trader' | 'TradingKeys' | 'BuilderClient' | 'AdminClient';

export interface SdkCall {
  readonly client: Client;
  /** As TypeScript has it. */
  readonly name: string;
  /** By position in both. `KEY` stands for the key of the user. */
  readonly arguments: readonly unknown[];
  /** One object in TypeScript, arguments by name in Python. */
  readonly terms: Readonly<Record<string, unknown>> | null;
}

const KEY = '6prrDry7bXSR3jdUVAsPgZSNPdK89phurjKR7CixyPM3';
const MARKET = 'ab'.repeat(32);
const TERMS = { market_id: MARKET, outcome: 'yes', price: 4_500 };
const ORDER = { ...TERMS, side: 'buy', size: 10 };
const BUDGET = { ...TERMS, budget_micro_usdc: 5_000_000 };
const AMEND = { market_id: MARKET, order_id: 7, price: 4_500, size: 10 };
const PAIRS = { market_id: MARKET, size: 10 };
const CHALLENGE = { case_id: 7, claim: 'no', reason: 'a', stake_micro_usdc: 5_000_000 };
const BATCH = [
  { place: ORDER },
  { cancel: { market_id: MARKET, order_id: 7 } },
  { amend: { ...AMEND, filled: 0 } },
  { cancel_all: {} },
];

const call = (client: Client, name: string, terms: SdkCall['terms'], given: unknown[] = []) => ({
  client,
  name,
  terms,
  arguments: given,
});

const ofUser = (client: Client, order: string, user: readonly string[]): readonly SdkCall[] => [
  call(client, order, ORDER, [...user]),
  call(client, order, { ...ORDER, max_cost: 5_000_000 }, [...user]),
  call(client, 'buyFor', BUDGET, [...user]),
  call(client, 'cancelOrder', { market_id: MARKET, order_id: 7 }, [...user]),
  call(client, 'amendOrder', { ...AMEND, filled: 3 }, [...user]),
  call(client, 'amendOrder', { ...AMEND, filled: 'any' }, [...user]),
  call(client, 'cancelAll', null, [...user]),
  call(client, 'cancelAfter', null, [...user, 60]),
  call(client, 'redeem', PAIRS, [...user]),
  call(client, 'challenge', CHALLENGE, [...user]),
  call(client, 'withdraw', { amount: 20_000_000 }, [...user]),
  call(client, 'recover', { mint: KEY, recipient_ext: KEY }, [...user]),
];

/** Those that are written by hand in both. */
export const WRITTEN: readonly SdkCall[] = [
  ...ofUser('Trader', 'placeOrder', []),
  call('Trader', 'batch', null, [BATCH]),
  ...ofUser('BuilderClient', 'submitOrder', [KEY]),
  call('BuilderClient', 'signOrder', null, [KEY, ORDER, 9]),
  call('BuilderClient', 'batch', null, [BATCH.map((one) => ({ user: KEY, ...one }))]),
  call('BuilderClient', 'quoteWithdrawal', null, [KEY, { amount: 20_000_000 }]),
  call('TradingKeys', 'allow', { trading_key: KEY, until: 1_798_070_400 }, ['KEY']),
  call('TradingKeys', 'sendAllowance', null, [{ text: 'a', signature: 'b' }]),
  call('TradingKeys', 'sendRevocation', null, [{ text: 'a', signature: 'b' }]),
  call('PublicClient', 'quoteWithdrawal', null, [KEY, { amount: 20_000_000 }]),
  call('PublicClient', 'previewOrder', null, [{ ...ORDER, order_type: 'gtc' }]),
];

/** Those that are made of endpoints. */
export const made = ({ gateway, operator, signer }: Calls): readonly SdkCall[] => [
  ...gateway.map((one) => sdkCall('PublicClient', one)),
  ...operator.map((one) => sdkCall('AdminClient', one)),
  ...signer.map((one) => sdkCall('BuilderClient', one)),
];

function sdkCall(client: Client, { name, path, query, body }: Call): SdkCall {
  const given = path.flatMap((part) => (typeof part === 'string' ? [] : [exampleOf(part.schema)]));
  const fields = query ?? body;
  return call(client, name, fields === null ? null : requiredOf(fields), given);
}

const requiredOf = ({ fields }: Fields) =>
  Object.fromEntries(
    fields.flatMap(({ name, schema, isRequired }) =>
      isRequired ? [[name, exampleOf(schema)] as const] : [],
    ),
  );

/** Any of its type: nobody reads it. */
function exampleOf({ type, enum: words, ...schema }: JsonSchema): unknown {
  if (words !== undefined) return words[0];
  if (schema['const'] !== undefined) return schema['const'];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return type === 'array' ? [] : type === 'object' ? {} : 'x/1';
}

export const inPython = ({ client, name, arguments: given, terms }: SdkCall) => ({
  client,
  call: snakeCase(name),
  arguments: given,
  terms: terms ?? {},
});
