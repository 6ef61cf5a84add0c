/** Every example of a request in OpenAPI, and of a client's message in AsyncAPI, is sent to the running exchange, and answered as the document says. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '@bellwether/runtime';
import { EXAMPLE } from '@bellwether/api';
import type { AsyncApiDocument, OpenApiDocument, PlacedOperation } from '@bellwether/runtime';
import { WebSocket } from 'ws';
import { readDocument } from '../../../tools/documents/src/committed-document';
import { undocumented } from '../../../tools/documents/src/documented-answer';
import { suiteExchange } from '../src/exchange';
import { answered, http } from '../src/http';
import { liveRequest, liveValues } from '../src/live-example';
import type { LiveRequest } from '../src/live-example';
import {
  RESULT_RULES,
  USDC,
  credit,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newEvent,
} from '../src/scenario';
import type { TestBuilder } from '../src/scenario';
import { signedExample } from '../src/signed-example';
import { Wallet } from '../src/wallet';

/**
 * Examples that no fresh exchange can carry out, with the failure they are answered with: each is documented at the
 * operation. What comes of them with money on the chains is in funding.spec.ts, through the same schemas.
 */
type Refused = Readonly<Record<string, string>>;
const REFUSED_BY_GATEWAY: Refused = {
  getWithdrawal: 'WITHDRAWAL_NOT_FOUND',
  releaseDeposit: 'DEPOSIT_NOT_FOUND',
  rejectDeposit: 'DEPOSIT_NOT_FOUND',
  withdraw: 'INSUFFICIENT_BALANCE',
  redeemPairs: 'INSUFFICIENT_POSITION',
  payTreasury: 'INSUFFICIENT_REVENUE',
  fillDisputeFund: 'INSUFFICIENT_REVENUE',
  makeGood: 'INSUFFICIENT_REVENUE',
  attest: 'SOURCE_NOT_FOUND', // by a user of the test
  proposeEvent: 'VALIDATION_FAILED', // its outcomes do not exclude each other
  recoverDeposit: 'NOTHING_TO_RECOVER',
  openStream: 'UPGRADE_REQUIRED',
  confirmAct: 'CONFIRMATION_NOT_FOUND', // nothing has to be confirmed here
  rejectAct: 'CONFIRMATION_NOT_FOUND',
  stepOverBlock: 'VALIDATION_FAILED', // the scan stands at none here
  createKey: 'BUILDER_HAS_KEYS', // it makes its own from then on
  restoreKey: 'KEY_NOT_FOUND', // nothing was stopped here
  rotateOperator: 'ROLE_MISSING', // the first operator's key is of the configuration
};
/** The key of this test may trade, and no more. */
const REFUSED_BY_SIGNER: Refused = {
  withdraw: 'SCOPE_MISSING',
  payOut: 'SCOPE_MISSING',
  getPayout: 'PAYOUT_NOT_FOUND',
  recoverDeposit: 'SCOPE_MISSING',
  redeemPairs: 'INSUFFICIENT_POSITION',
  rotateBuilderKey: 'KEY_NOT_FOUND', // the key of the example is another builder's
  revokeBuilderKey: 'KEY_NOT_FOUND',
};
/** The nonce that a user's first order has here. */
const FIRST = 1;

const exchange = suiteExchange();
// What the tests of the apps have compared with what the apps serve.
const documentOf = (app: string) => readDocument(`${app}.openapi`) as OpenApiDocument;
const gateway = documentOf('gateway');
const signer = documentOf('signer');
const named = (document: OpenApiDocument) =>
  operationsOf(document).map((one): [string, PlacedOperation] => [one.operation.operationId, one]);

let wallet: Wallet;
let builder: TestBuilder;
let builderUser = '';
beforeAll(async () => {
  wallet = await Wallet.create();
  await credit(exchange, wallet.publicKey, 1_000 * USDC);
  builder = await newBuilder(exchange);
  await exchange.operator.setResolutionRules({ rules: RESULT_RULES });
  // The example of an event names it.
  const words = { name: 'gauge-4711', url: 'https://example.org/gauge', about: 'A gauge.' };
  await exchange.operator.setSource({ ...words, key: EXAMPLE.source });
  builderUser = await fundedUser(exchange, builder.builder);
});

let lastNonce = FIRST;
const order = (marketId: string, nonce: number) => ({
  market_id: marketId,
  side: 'buy' as const,
  outcome: 'yes' as const,
  price: 100,
  size: 100,
  order_type: 'gtc' as const,
  nonce,
});

/** A market of its own for each example, with an open order of the user in it. */
async function liveFor(
  user: string,
  place: (marketId: string) => Promise<number>,
  operationId: string,
) {
  const category = { name: 'tests', sub: 'results' };
  const { eventId, marketIds } = await newEvent(
    exchange,
    OF_CASE.has(operationId) ? { category } : {},
  );
  const [marketId = ''] = marketIds;
  // Of a builder of its own: one builder may not have a key for each example.
  const { keyId } = await newBuilder(exchange);
  const orderId = await place(marketId);
  const caseId = OF_CASE.has(operationId) ? await proposed(marketId, operationId) : 0;
  return {
    marketId,
    caseId,
    live: liveValues({
      user,
      marketId,
      eventId: operationId === 'createEvent' ? randomUUID() : eventId,
      builderId: builder.builderId,
      keyId,
      fields: {
        order_id: orderId,
        nonce: nonceFor(operationId),
        reference: randomUUID(),
        case_id: caseId,
      },
    }),
  };
}

/** Those that are about a proposed result. */
const OF_CASE = new Set(['getCase', 'challengeCase', 'decideCase', 'withdrawCase']);

/** Only a disputed one is decided. */
async function proposed(marketId: string, operationId: string): Promise<number> {
  const body = { outcome: 'yes', note: 'An example.' } as const;
  const { case_id: caseId } = (await exchange.operator.proposeMarket(marketId, body)).answer;
  if (caseId === null) throw new Error('it was no dry run');
  if (operationId === 'decideCase') {
    const said = { claim: 'no', reason: 'An example.', stake_micro_usdc: 50 * USDC } as const;
    const challenge = await wallet.challenge({ case_id: caseId, ...said, nonce: ++lastNonce });
    await exchange.post(`/v1/cases/${caseId}/challenge`, challenge);
  }
  if (operationId === 'getCase') await historyCaughtUp(exchange);
  return caseId;
}

/** The order's own nonce if it is requested, else the next. */
const nonceFor = (operationId: string): number =>
  operationId === 'getOrderByNonce' ? lastNonce : ++lastNonce;

const orderIdIn = (answer: { readonly body: unknown }): number =>
  Number(Object(answer.body)['order_id']);

async function placeByWallet(marketId: string): Promise<number> {
  const body = await wallet.order(order(marketId, ++lastNonce));
  return orderIdIn(await exchange.post('/v1/orders', body));
}

async function placeByBuilder(marketId: string): Promise<number> {
  const body = { user: builderUser, ...order(marketId, ++lastNonce) };
  return orderIdIn(await builder.builder.post('/v1/submit', body));
}

/** The one of the examples. It begins long after the tests. */
const SERIES = {
  series_id: 'rain-by-day',
  event: {
    question: 'Will it rain before {end}?',
    category: { name: 'tests', sub: 'results' },
    outcomes: [{ label: 'Yes' }],
  },
  period_seconds: 86_400,
  first_start: 1_893_456_000,
  lead_seconds: 86_400,
};

/** What an example needs to have happened before it. */
async function prepare(operationId: string, marketId: string): Promise<void> {
  // History alone knows nonces, and follows the engine by moments.
  if (operationId === 'getOrderByNonce') await historyCaughtUp(exchange);
  if (operationId === 'getSeries') await exchange.operator.setSeries(SERIES);
  if (operationId === 'resumeMarket') {
    await exchange.admin('POST', `/admin/markets/${marketId}/pause`);
  }
}

/** What an example may not do here. */
const MUCH = new Set(['withdraw', 'payTreasury', 'fillDisputeFund', 'makeGood']);

function changesOf(operationId: string): LiveRequest['body'] {
  // More than the user has, and than other suites have earned: money would leave the chains of the other tests.
  if (MUCH.has(operationId)) return { amount: 1_000_000 * USDC };
  if (operationId === 'setResolutionRules') return { rules: RESULT_RULES };
  // A mint that there is here.
  return operationId === 'recoverDeposit' ? { mint: exchange.file.usdc_ext } : {};
}

/** What came of it in one word, where the answer is one that the document promises. */
function outcomeOf(
  placed: PlacedOperation,
  document: OpenApiDocument,
  answer: { readonly status: number; readonly body: unknown },
): string {
  const fault = undocumented(placed, document, answer);
  if (fault !== null) return fault;
  return answer.status < 400 ? 'done' : String(Object(Object(answer.body)['error'])['code']);
}

const expected = (operationId: string, refusals: Refused): string =>
  refusals[operationId] ?? 'done';

describe('the gateway', () => {
  it.each(named(gateway))('%s', async (operationId, placed) => {
    const { marketId, caseId, live } = await liveFor(wallet.publicKey, placeByWallet, operationId);
    await prepare(operationId, marketId);
    const { method, target, body } = liveRequest(placed, gateway, live);
    const example = body === undefined ? undefined : { ...body, ...changesOf(operationId) };
    const sent = await signedExample(wallet, operationId, example, caseId);
    const isAdmin = placed.operation.security.some((one) => 'X-Admin-Key' in one);
    const url = `${exchange.file.gateway_url}${target}`;
    const headers = isAdmin
      ? { 'X-Admin-Key': exchange.file.admin_key }
      : await exchange.ownerHeaders(target);
    const text = sent === undefined ? undefined : JSON.stringify(sent);
    const answer = await answered(() => http(url, { method, headers, text }));
    expect(outcomeOf(placed, gateway, answer)).toBe(expected(operationId, REFUSED_BY_GATEWAY));
  });
});

describe('the signer', () => {
  it.each(named(signer))('%s', async (operationId, placed) => {
    const { live } = await liveFor(builderUser, placeByBuilder, operationId);
    const { method, target, body } = liveRequest(placed, signer, live);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await builder.builder.send(target, text, method);
    expect(outcomeOf(placed, signer, answer)).toBe(expected(operationId, REFUSED_BY_SIGNER));
  });
});

describe('the stream', () => {
  const { components, servers } = readDocument('streams.asyncapi') as AsyncApiDocument;
  const pathname = String(Object(servers?.['gateway'])['pathname']);

  it.each([
    ['Subscribe', 'subscribed'],
    ['Resume', 'subscribed'],
    ['Unsubscribe', 'unsubscribed'],
    ['Session', 'error'], // the token of the document is nobody's
    ['Ping', 'pong'],
  ])('%s', async (message, answer) => {
    const { marketIds } = await newEvent(exchange);
    const example = JSON.stringify(components.messages[message]?.examples[0]?.payload);
    const url = exchange.file.gateway_url.replace('http', 'ws');
    const socket = new WebSocket(`${url}${pathname}`);
    await once(socket, 'open');
    const answered = new Promise<unknown>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const reported: unknown = JSON.parse(data.toString());
        if (Object(reported).id !== undefined) resolve(reported);
      });
    });
    socket.send(example.replaceAll(EXAMPLE.marketId, marketIds[0] ?? ''));
    expect(await answered).toMatchObject({ type: answer });
    socket.close();
  });
});
