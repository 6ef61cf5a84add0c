/**
 * Keys without money sign and ask anything: it costs no user anything, and leaves nothing behind.
 * `ATTACK_STRANGERS=100000` is the large run.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndependentUser } from '../../independent-client/src/independent-user';
import { newEvent } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { Attacker, tallyOf } from '../src/attacker';
import { witness, whenQuiet } from '../src/journal-witness';
import { publicRequests } from '../src/stranger-requests';
import type { KnownPlaces, StrangerRequest } from '../src/stranger-requests';

const STRANGERS = Number(process.env['ATTACK_STRANGERS'] ?? 600);
const IMMEDIATE_ORDERS = STRANGERS / 6;

const exchange = attackedExchange();
const { gateway_url: gatewayUrl, signer_url: signerUrl } = exchange.file;
let attacker: Attacker;
let known: KnownPlaces;

beforeAll(async () => {
  attacker = await Attacker.at(gatewayUrl, '127.0.1.1');
  const { eventId, marketIds } = await newEvent(exchange);
  known = { eventId, marketId: marketIds[0] ?? '' };
  await whenQuiet(exchange);
});
afterAll(() => attacker.leave());

/** Each is of a key of its own. */
const ofEach = (count: number, request: (stranger: IndependentUser) => Buffer): Buffer[] =>
  Array.from({ length: count }, () => request(new IndependentUser()));

const bytesOf = (sender: Attacker, { method, target, body }: StrangerRequest): Buffer =>
  method === 'GET' ? sender.get(target) : sender.post(target, body ?? {});

describe('a stranger', () => {
  it(`with ${STRANGERS.toLocaleString('en')} cancel-alls opens no account`, async () => {
    const before = await witness(exchange);
    const requests = ofEach(STRANGERS, (stranger) =>
      attacker.post('/v1/orders/cancel-all', stranger.cancelAll({ nonce: 1 })),
    );
    expect(await attacker.tally(requests)).toEqual({ '403 ACCOUNT_NOT_FUNDED': STRANGERS });
    expect(await witness(exchange)).toEqual(before);
  });

  it('with orders that never rest opens none either', async () => {
    const before = await witness(exchange);
    const requests = ofEach(IMMEDIATE_ORDERS, (stranger) => {
      const terms = { market_id: known.marketId, side: 'buy', outcome: 'yes', price: 1 } as const;
      return attacker.post(
        '/v1/orders',
        stranger.order({ ...terms, size: 1, order_type: 'ioc', nonce: 1 }),
      );
    });
    expect(await attacker.tally(requests)).toEqual({ '403 ACCOUNT_NOT_FUNDED': IMMEDIATE_ORDERS });
    expect(await witness(exchange)).toEqual(before);
  });

  it('who makes every public call leaves the journal and the state hash where they were', async () => {
    const before = await witness(exchange);
    const requests = await publicRequests('gateway', await Wallet.create(), known);
    const replies = await attacker.send(requests.map((request) => bytesOf(attacker, request)));
    const changes = requests.flatMap(({ operationId, body }, at) =>
      body !== undefined && 'signature' in body && operationId !== 'debugSignature'
        ? [[operationId, tallyOf([replies[at]!])]]
        : [],
    );
    expect(Object.fromEntries(changes)).toEqual({
      placeOrder: { '403 ACCOUNT_NOT_FUNDED': 1 },
      cancelOrder: { '404 ORDER_NOT_FOUND': 1 },
      cancelAllOrders: { '403 ACCOUNT_NOT_FUNDED': 1 },
      cancelAfter: { '403 ACCOUNT_NOT_FUNDED': 1 },
      amendOrder: { '403 ACCOUNT_NOT_FUNDED': 1 },
      attest: { '404 SOURCE_NOT_FOUND': 1 },
      challengeCase: { '403 ACCOUNT_NOT_FUNDED': 1 },
      redeemPairs: { '403 ACCOUNT_NOT_FUNDED': 1 },
      allowTradingKey: { '403 ACCOUNT_NOT_FUNDED': 1 },
      revokeTradingKey: { '403 TRADING_KEY_UNKNOWN': 1 },
      recoverDeposit: { '400 VALIDATION_FAILED': 1 }, // of a mint that does not exist
      withdraw: { '403 ACCOUNT_NOT_FUNDED': 1 },
      openSession: { '200': 1 }, // of the attacker's own account; nothing of it is stored
    });
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await witness(exchange)).toEqual(before);
  });

  it('without an API key gets nothing done by the signer', async () => {
    const before = await witness(exchange);
    const sender = await Attacker.at(signerUrl, '127.0.1.1');
    const requests = await publicRequests('signer', await Wallet.create(), known);
    const calls = requests.filter(({ method }) => method === 'POST');
    const tally = await sender.tally(calls.map((request) => bytesOf(sender, request)));
    sender.leave();
    expect(tally).toEqual({ '401 API_KEY_INVALID': calls.length });
    expect(await witness(exchange)).toEqual(before);
  });
});
