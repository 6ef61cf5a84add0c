/**
 * A thief with a trading key, or with texts that others signed: a key that was revoked, has ended or is another user's
 * allows nothing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectOk } from '../../e2e/src/answers';
import { USDC, credit, newMarket } from '../../e2e/src/scenario';
import { IndependentUser } from '../../independent-client/src/independent-user';
import { tradingKeyChangeAnswer } from '@bellwether/api';
import { attackedExchange } from '../src/attacked-exchange';
import { whenQuiet, witness } from '../src/journal-witness';

const exchange = attackedExchange();
const DAY = 86_400;
let marketId: string;
let owner: IndependentUser;
let other: IndependentUser;
let until: number;
let nonce = 0;

const funded = async (): Promise<IndependentUser> => {
  const user = new IndependentUser();
  await credit(exchange, user.publicKey, 100 * USDC);
  return user;
};
const order = (number: number) =>
  ({
    ...({ side: 'buy', outcome: 'yes', order_type: 'gtc', price: 1_000, size: 10 } as const),
    market_id: marketId,
    nonce: number,
  }) as const;

async function allow(key: IndependentUser, from = owner) {
  const text = from.allowTradingKey({ trading_key: key.publicKey, until, nonce: ++nonce });
  expectOk(tradingKeyChangeAnswer, await exchange.post('/v1/trading-keys', text));
}

beforeAll(async () => {
  marketId = await newMarket(exchange);
  [owner, other] = [await funded(), await funded()];
  until = (await exchange.gateway.time()).time + DAY;
});

/** It is refused, and nothing of it is in the journal. */
async function leavesNothing(attack: () => Promise<void>): Promise<void> {
  await whenQuiet(exchange);
  const before = await witness(exchange);
  await attack();
  expect(await witness(exchange)).toEqual(before);
}

describe('a trading key', () => {
  it('that was revoked, by its owner or by itself, is refused before the journal', async () => {
    const [byOwner, byKey] = [new IndependentUser(), new IndependentUser()];
    await allow(byOwner);
    await allow(byKey);
    const ends = [
      byKey.revokeTradingKey({ trading_key: byKey.publicKey, account: owner.publicKey, nonce }),
      owner.revokeTradingKey({ trading_key: byOwner.publicKey, nonce: ++nonce }),
    ];
    for (const text of ends)
      expectOk(tradingKeyChangeAnswer, await exchange.post('/v1/trading-keys/revoke', text));
    await leavesNothing(async () => {
      for (const key of [byOwner, byKey]) {
        const placed = await exchange.post('/v1/orders', key.orderFor(owner.publicKey, order(1)));
        expect(expectError(placed)).toMatchObject({ status: 403, code: 'TRADING_KEY_ENDED' });
        const all = key.cancelAllFor(owner.publicKey, { nonce: 1 });
        const cancelled = await exchange.post('/v1/orders/cancel-all', all);
        expect(expectError(cancelled)).toMatchObject({ status: 403, code: 'TRADING_KEY_ENDED' });
      }
    });
  });

  it('of another account, or that nobody allowed, is refused before the journal', async () => {
    const [key, nobodys] = [new IndependentUser(), new IndependentUser()];
    await allow(key);
    await leavesNothing(async () => {
      for (const [signer, account] of [
        [key, other],
        [nobodys, owner],
        [other, owner],
      ] as const) {
        const body = signer.orderFor(account.publicKey, order(1));
        expect(expectError(await exchange.post('/v1/orders', body))).toMatchObject({
          status: 403,
          code: 'TRADING_KEY_UNKNOWN',
        });
      }
      const ofAnother = { ...key.orderFor(owner.publicKey, order(1)), signer: nobodys.publicKey };
      expect(expectError(await exchange.post('/v1/orders', ofAnother))).toMatchObject({
        status: 401,
        code: 'SIGNATURE_INVALID',
      });
    });
  });

  it('does not use up the nonces of its owner', async () => {
    const thief = new IndependentUser();
    await allow(thief);
    const far = Number.MAX_SAFE_INTEGER;
    await leavesNothing(async () => {
      for (const [path, body] of [
        ['/v1/orders', thief.orderFor(owner.publicKey, order(far))],
        ['/v1/orders/cancel-all', thief.cancelAllFor(owner.publicKey, { nonce: far })],
      ] as const) {
        const refused = expectError(await exchange.post(path, body));
        expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
        expect(refused.details).toMatchObject({ field: 'nonce', value: far });
      }
    });
    expect(await exchange.gateway.nonces(owner.publicKey)).toMatchObject({
      order: 0,
      cancel_all: 0,
    });
  });

  it('loses to a thief no more than its bounds allow in a day, until the owner raises them', async () => {
    const [victim, thief, key] = [await funded(), await funded(), new IndependentUser()];
    const market_id = await newMarket(exchange);
    let allowed = 0;
    const bound = async (at_most: number) => {
      const what = { trading_key: key.publicKey, until, nonce: ++allowed };
      const bounds = { at_most, price_band: 1_000, redeem: false };
      const text = victim.allowTradingKey({ ...what, ...bounds });
      expectOk(tradingKeyChangeAnswer, await exchange.post('/v1/trading-keys', text));
    };
    const available = async () => (await exchange.gateway.balance(victim.publicKey)).available;
    let number = 0;
    // The victim buys at 99 cents what the thief knows to be worth nothing.
    const steal = async () => {
      const trade = { market_id, size: 1, side: 'buy', nonce: ++number } as const;
      const rest = { ...trade, size: 100, outcome: 'yes', price: 100, order_type: 'gtc' } as const;
      await exchange.post('/v1/orders', thief.order(rest));
      const dear = { ...trade, outcome: 'no', price: 9_900, order_type: 'ioc' } as const;
      return exchange.post('/v1/orders', key.orderFor(victim.publicKey, dear));
    };
    const before = await available();
    for (const atMost of [5 * USDC, 8 * USDC]) {
      await bound(atMost);
      let answer = await steal();
      while (answer.status === 200) answer = await steal();
      const { status, code, details } = expectError(answer);
      expect([status, code, details['bound']]).toEqual([403, 'TRADING_KEY_BOUND', 'at_most']);
      const lost = before - (await available());
      expect(lost).toBeLessThanOrEqual(atMost);
      expect(lost).toBeGreaterThan(atMost - 1.1 * USDC);
    }
  });

  it('sells to a thief no more than its bound, where the first trade was the thief’s', async () => {
    const [victim, thief, other, key] = [
      await funded(),
      await funded(),
      await funded(),
      new IndependentUser(),
    ];
    const market_id = await newMarket(exchange);
    const terms = { market_id, side: 'buy', order_type: 'gtc' } as const;
    let nonce = 0;
    const meet = async (yes: IndependentUser, no: IndependentUser, price: number, size: number) => {
      const rest = {
        ...terms,
        outcome: 'no',
        price: 10_000 - price,
        size,
        nonce: ++nonce,
      } as const;
      expect((await exchange.post('/v1/orders', no.order(rest))).status).toBe(200);
      const take = { ...terms, outcome: 'yes', price, size, nonce: ++nonce } as const;
      expect((await exchange.post('/v1/orders', yes.order(take))).status).toBe(200);
    };
    await meet(other, thief, 1, 10);
    await meet(victim, other, 9_000, 100);
    const bounds = { at_most: 5 * USDC, price_band: 1_000, redeem: false };
    const text = { trading_key: key.publicKey, until, nonce: 1, ...bounds };
    expectOk(
      tradingKeyChangeAnswer,
      await exchange.post('/v1/trading-keys', victim.allowTradingKey(text)),
    );
    await meet(other, thief, 1, 10);
    const bid = { ...terms, outcome: 'yes', price: 100, size: 200, nonce: ++nonce } as const;
    expect((await exchange.post('/v1/orders', thief.order(bid))).status).toBe(200);
    const sell = (size: number) => {
      const cheap = { ...bid, side: 'sell', order_type: 'ioc', size, nonce: ++nonce } as const;
      return exchange.post('/v1/orders', key.orderFor(victim.publicKey, cheap));
    };
    // A contract counts the 90 cents that the victim paid, less the one that it gets.
    expect(expectError(await sell(6))).toMatchObject({ status: 403, code: 'TRADING_KEY_BOUND' });
    expect((await sell(5)).status).toBe(200);
    expect(expectError(await sell(1))).toMatchObject({ status: 403, code: 'TRADING_KEY_BOUND' });
  });

  it('withdraws and recovers nothing, and allows no other key', async () => {
    const key = new IndependentUser();
    await allow(key);
    // Far above the smallest withdrawal, which rises with the price of gas.
    const money = { amount: 100 * USDC, recipient_ext: key.publicKey, nonce: 1 };
    const { text: withdrawal } = owner.withdrawByText(money);
    const { text: recovery } = owner.recoverByText({
      mint: '11111111111111111111111111111111',
      recipient_ext: key.publicKey,
      nonce: 1,
    });
    const { text: allowance } = owner.allowTradingKey({
      trading_key: new IndependentUser().publicKey,
      until,
      nonce: nonce + 1,
    });
    await leavesNothing(async () => {
      const byMessage = { ...key.withdraw(money), main_address: owner.publicKey };
      expect(expectError(await exchange.post('/v1/withdraw', byMessage))).toMatchObject({
        status: 401,
        code: 'SIGNATURE_INVALID',
      });
      const named = { ...byMessage, signer: key.publicKey };
      expect(expectError(await exchange.post('/v1/withdraw', named))).toMatchObject({
        status: 400,
        code: 'UNKNOWN_FIELD',
      });
      for (const form of ['raw', 'envelope'] as const) {
        const signed = key.signedText(withdrawal, form);
        expect(expectError(await exchange.post('/v1/withdraw', signed))).toMatchObject({
          status: 401,
          code: 'SIGNATURE_INVALID',
        });
        const recovered = key.signedText(recovery, form);
        const answer = await exchange.post('/v1/deposit/recover', recovered);
        expect(expectError(answer)).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
        const allowed = key.signedText(allowance, form);
        expect(expectError(await exchange.post('/v1/trading-keys', allowed))).toMatchObject({
          status: 401,
          code: 'SIGNATURE_INVALID',
        });
      }
    });
  });

  it('is not allowed by a text of another network, of the past, or that another key signed', async () => {
    const key = new IndependentUser();
    const elsewhere = new IndependentUser(undefined, 'production');
    const terms = { trading_key: key.publicKey, until, nonce: nonce + 1 };
    const late = owner.allowTradingKey({ ...terms, until: 1 });
    const { text } = owner.allowTradingKey(terms);
    await leavesNothing(async () => {
      const production = elsewhere.allowTradingKey(terms);
      expect(expectError(await exchange.post('/v1/trading-keys', production))).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      expect(expectError(await exchange.post('/v1/trading-keys', late))).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      const forged = other.signedText(text);
      expect(expectError(await exchange.post('/v1/trading-keys', forged))).toMatchObject({
        status: 401,
        code: 'SIGNATURE_INVALID',
      });
      const ofNobody = other.revokeTradingKey({ trading_key: key.publicKey, nonce: 1 });
      const revoked = await exchange.post('/v1/trading-keys/revoke', ofNobody);
      expect(expectError(revoked)).toMatchObject({ status: 403, code: 'TRADING_KEY_UNKNOWN' });
    });
  });

  it('whose owner’s text anybody sends again does not come back, nor use up a limit', async () => {
    const key = new IndependentUser();
    const allowance = owner.allowTradingKey({ trading_key: key.publicKey, until, nonce: ++nonce });
    expectOk(tradingKeyChangeAnswer, await exchange.post('/v1/trading-keys', allowance));
    const end = owner.revokeTradingKey({ trading_key: key.publicKey, nonce: ++nonce });
    expectOk(tradingKeyChangeAnswer, await exchange.post('/v1/trading-keys/revoke', end));
    const answers = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const { status, body } = await exchange.post('/v1/trading-keys', allowance);
      answers.add(`${status} ${(body as { error: { code: string } }).error.code}`);
    }
    expect([...answers].toSorted()).toEqual(['403 TRADING_KEY_ENDED', '429 RATE_LIMITED']);
    await allow(new IndependentUser());
  });
});
