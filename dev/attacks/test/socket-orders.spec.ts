/**
 * Attacks on the gateway's WebSocket by keys without money: floods of operations, half frames, forged and too many
 * cancels.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_HELD_CANCELS_PER_CONNECTION } from '@bellwether/api';
import { expectOk, submitted } from '../../e2e/src/answers';
import { whenThere } from '../../e2e/src/eventually';
import { USDC, credit, newEvent, newMarket } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { OrderLine } from '../src/order-line';

const exchange = attackedExchange();
const { gateway_url: gatewayUrl } = exchange.file;
/** The gateway's limits: of all users without money together, and of one user. */
const OF_STRANGERS = 1_024;
const OF_USER = 16;
const HALF_OPEN = 50;

let marketId: string;
let victim: Wallet;
let nonce = 0;
const lines: OrderLine[] = [];
const halves: Socket[] = [];

beforeAll(async () => {
  marketId = await newMarket(exchange);
  victim = await Wallet.create();
  await credit(exchange, victim.publicKey, 1_000 * USDC);
});
afterAll(() => {
  for (const line of lines) line.leave();
  for (const half of halves) half.destroy();
});

async function lineFrom(from: string): Promise<OrderLine> {
  const line = await OrderLine.open(gatewayUrl, from);
  lines.push(line);
  return line;
}

const openOrders = async (): Promise<number> =>
  (await exchange.gateway.orders(victim.publicKey, { status: 'open' })).orders.length;

/** What an honest user does during the attack, over HTTP and over the WebSocket. */
async function honestUserTrades(): Promise<void> {
  const terms = { market_id: marketId, side: 'buy', outcome: 'yes', order_type: 'gtc' } as const;
  const order = await victim.order({ ...terms, price: 100, size: 100, nonce: ++nonce });
  const { order_id } = expectOk(submitted, await exchange.post('/v1/orders', order));
  const line = await lineFrom('127.0.5.1');
  const cancel = await victim.cancel({ market_id: marketId, order_id });
  expect((await line.ask('cancel', cancel)).status).toBe(200);
  line.leave();
}

describe('a flood over sockets', () => {
  it('of operations is refused and closed, and others trade meanwhile', async () => {
    const body = { user: victim.publicKey, market_id: marketId, order_id: 1, signature: '00' };
    const flooders = await Promise.all(Array.from({ length: 4 }, () => lineFrom('127.0.5.9')));
    // More than the address's burst.
    for (let count = 0; count < 2_000; count++) {
      for (const line of flooders) line.say('order', `f${count}`, body);
    }
    await honestUserTrades();
    await whenThere(async () => flooders.every(({ closed }) => closed !== undefined) || undefined);
    for (const { closed } of flooders) expect(closed).toMatchObject({ code: 4429 });
    const answers = new Set(flooders.flatMap((line) => Object.keys(line.tally())));
    for (const answer of answers) {
      expect(['400 UNKNOWN_FIELD', '429 RATE_LIMITED']).toContain(answer);
    }
  });

  it('of nonsense is closed after as many messages as any', async () => {
    const line = await lineFrom('127.0.5.10');
    for (let count = 0; count < 1_000; count++) line.socket.send('{"op":"order"');
    await whenThere(async () => line.closed);
    expect(line.closed).toMatchObject({ code: 4429 });
    await honestUserTrades();
  });

  it('of halves of frames holds nobody up', async () => {
    const { hostname, port, host } = new URL(gatewayUrl);
    const head = `GET /v1/ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    for (let count = 0; count < HALF_OPEN; count++) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.5.11' });
      socket.on('error', () => undefined);
      socket.resume();
      // A frame of 16,000 bytes, of which only ten arrive.
      const begun = Buffer.from([0x81, 0xfe, 0x3e, 0x80, 0, 0, 0, 0, 0x7b, 0x22]);
      socket.write(Buffer.concat([Buffer.from(head + key), begun]));
      halves.push(socket);
    }
    await honestUserTrades();
    // None of them answers a ping, so all are closed.
    await whenThere(async () => halves.every(({ destroyed }) => destroyed) || undefined);
    expect(halves).toHaveLength(HALF_OPEN);
  });
});

describe('cancels for the end of a session', () => {
  it('are held for the key that signed them alone', async () => {
    const terms = { market_id: marketId, side: 'buy', outcome: 'yes', order_type: 'gtc' } as const;
    const order = await victim.order({ ...terms, price: 200, size: 100, nonce: ++nonce });
    expectOk(submitted, await exchange.post('/v1/orders', order));
    const stranger = await Wallet.create();
    const line = await lineFrom('127.0.5.12');
    const forged = { ...(await stranger.cancelAll({ nonce: 1 })), user: victim.publicKey };
    const answer = await line.ask('cancel_on_disconnect', forged);
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'SIGNATURE_INVALID']);

    // Another session's held cancel cannot be withdrawn either.
    const careful = await lineFrom('127.0.5.13');
    const held = await victim.cancelAll({ nonce: 1 });
    expect((await careful.ask('cancel_on_disconnect', held)).body.held).toBe(1);
    const kept = await line.ask('keep_on_disconnect', { user: victim.publicKey });
    expect([kept.status, kept.body.held]).toEqual([200, 0]);
    line.leave();
    expect(await openOrders()).toBe(1);
    careful.leave();
    await whenThere(async () => (await openOrders()) === 0 || undefined);
  });

  it('of keys without money fill their own part of the table, and leave nothing', async () => {
    const strangers = await Promise.all(
      Array.from({ length: OF_STRANGERS / OF_USER }, () => Wallet.create()),
    );
    const labels = Array.from(
      { length: MAX_HELD_CANCELS_PER_CONNECTION },
      (_, index) => `${index}`,
    );
    const { marketIds } = await newEvent(exchange, { labels });
    const sessions: OrderLine[] = [];
    let last = 0;
    for (const stranger of strangers) {
      for (let session = 0; session < OF_USER / MAX_HELD_CANCELS_PER_CONNECTION; session++) {
        const line = await lineFrom('127.0.5.14');
        sessions.push(line);
        for (const market_id of marketIds) {
          const cancel = await stranger.cancelAll({ market_id, nonce: ++last });
          line.say('cancel_on_disconnect', market_id, cancel);
        }
      }
    }
    await whenThere(
      async () =>
        sessions.every(({ received }) => {
          const answers = received.filter(({ type }) => type === 'answer');
          return answers.length === MAX_HELD_CANCELS_PER_CONNECTION;
        }) || undefined,
    );
    expect(sessions.flatMap((line) => Object.keys(line.tally()))).toEqual(
      sessions.map(() => '200'),
    );

    const late = await lineFrom('127.0.5.15');
    const another = await Wallet.create();
    const refused = await late.ask('cancel_on_disconnect', await another.cancelAll({ nonce: 1 }));
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'OVERLOADED']);
    const one = strangers[0]!;
    const more = await late.ask('cancel_on_disconnect', await one.cancelAll({ nonce: ++last }));
    expect([more.status, more.body.error?.code]).toEqual([422, 'CAPACITY_REACHED']);
    // A user with money is admitted.
    const held = await victim.cancelAll({ nonce: 2 });
    expect((await late.ask('cancel_on_disconnect', held)).status).toBe(200);

    for (const line of sessions) line.leave();
    const freed = await Wallet.create();
    await whenThere(async () => {
      const again = await late.ask('cancel_on_disconnect', await freed.cancelAll({ nonce: 1 }));
      return again.status === 200 || undefined;
    });
    for (const stranger of strangers) {
      const { cancel_all: used } = await exchange.gateway.nonces(stranger.publicKey);
      expect(used).toBe(0);
    }
    await honestUserTrades();
  });
});
