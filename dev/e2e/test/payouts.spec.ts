/** What a builder earned is paid out through the SDK: once for each reference, and never more than was earned. */
import { randomUUID } from 'node:crypto';
import { BellwetherError } from '@bellwether/client';
import { expect, it } from 'vitest';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { USDC, balanceOf, fundedUser, newBuilder, newEvent, submit } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();

it('of a builder, and of what the exchange earned, to a user', async () => {
  const { builder, client } = await newBuilder(exchange);
  const { marketIds } = await newEvent(exchange, { fee_bps: 700 });
  for (const outcome of ['yes', 'no'] as const) {
    const user = await fundedUser(exchange, builder);
    const order = { market_id: marketIds[0]!, outcome, side: 'buy', price: 5_000 } as const;
    await submit(builder, user, { ...order, size: 100, order_type: 'gtc', nonce: 1, fee_bps: 100 });
  }
  // 100 contracts at 50 cents, of which each side pays one per cent.
  const earned = USDC;
  const { answer: key } = await client.createKey({ scopes: ['payout'] });
  const payer = exchange.builder(key);
  const { publicKey: user } = await Wallet.create();
  const terms = { reference: 'first', amount: earned / 4, user };
  await expect(client.payOut(terms)).rejects.toMatchObject({ code: 'SCOPE_MISSING' });
  const { answer: paid } = await payer.payOut(terms);
  expect(paid).toMatchObject({ status: 'completed', net_amount: earned / 4, gas_fee: 0 });
  const again = await payer.payOut(terms);
  expect(again.answer).toEqual(paid);
  const much = payer.payOut({ ...terms, reference: 'all', amount: earned });
  await expect(much).rejects.toMatchObject({ code: 'INSUFFICIENT_REVENUE' });
  const { available, payouts } = await client.payouts({ limit: 5 });
  expect([available, payouts]).toEqual([(earned * 3) / 4, [paid]]);
  expect(await client.payout('first')).toEqual(paid);
  expect(await client.payout('none').catch((error) => error instanceof BellwetherError)).toBe(true);

  const fees = { source: 'protocol_fees', reference: randomUUID(), amount: 10, user } as const;
  const { answer: ofTreasury } = await exchange.operator.payTreasury(fees);
  expect(ofTreasury).toMatchObject({ source: 'protocol_fees', net_amount: 10 });
  const total = earned / 4 + 10;
  await eventually(
    () => balanceOf(exchange, user),
    (balance) => balance.available === total,
  );
  const [newest] = (await exchange.operator.treasuryPayouts({ limit: 50 })).payouts.filter(
    ({ reference }) => reference === fees.reference,
  );
  expect(newest).toEqual(ofTreasury);
});
