/**
 * What the edges say of deposits and withdrawals before any money moves: addresses, limits, refusals. The users' keys and
 * signatures are made here, by other code than the servers'.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { base58 } from '@scure/base';
import { expectError, expectOk, keypair } from '../src/answers';
import {
  acceptedWithdrawal,
  bridgeAddress,
  changedTier,
  depositAddress,
  depositStatus,
  gasPrice,
  proxyWallet,
  withdrawal,
  withdrawals,
} from '../src/funding-answers';
import type { Builder } from '../src/builder';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { newBuilder } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
let wallet: Wallet;

beforeAll(async () => {
  wallet = await Wallet.create();
  const credit = { user: wallet.publicKey, amount: 50_000_000, reference: wallet.publicKey };
  await exchange.admin('POST', '/admin/credit', credit);
});

const userOf = async (builder: Builder) =>
  expectOk(keypair, await builder.post('/v1/keys', { user_id: 'edges' })).public_key;
const addressOf = async (user: string) =>
  expectOk(bridgeAddress, await exchange.get(`/v1/deposit/bridge-address/${user}`)).data;

describe('an address for deposits', () => {
  it('is the same for every call, for base58 and for hex', async () => {
    const first = await addressOf(wallet.publicKey);
    const hex = Buffer.from(base58.decode(wallet.publicKey)).toString('hex');
    for (const user of [wallet.publicKey, hex]) {
      expect(await addressOf(user)).toMatchObject({ address: first.address, chain: 'ext' });
    }
    expect(first.usdc_token).toBe(exchange.file.usdc_ext);
    expect(first.max_usdc_per_tx_micro).toBe(10_000_000_000);
  });

  it('of a builder’s user is the deposit address on ext and the proxy wallet on main', async () => {
    const { builder } = await newBuilder(exchange);
    const user = await userOf(builder);
    const ask = async (chain: string) =>
      expectOk(depositAddress, await builder.post('/v1/deposit/address', { user, chain }));
    const [ext, main] = [await ask('ext'), await ask('main')];
    const proxy = expectOk(proxyWallet, await exchange.get(`/v1/proxy/${user}`)).data;
    expect(ext.address).toBe((await addressOf(user)).address);
    expect(main).toMatchObject({
      address: proxy.proxy_wallet,
      usdc_token: exchange.file.usdc_main,
    });
  });

  it('is watched from then on, and nothing was seen of it', async () => {
    await addressOf(wallet.publicKey);
    const answer = await exchange.get(`/v1/deposit/status/${wallet.publicKey}`);
    expect(expectOk(depositStatus, answer).deposits).toEqual([]);
    expect(answer.body).toMatchObject({ watched: true });
  });

  it('shows the new cap when an operator has set the tier', async () => {
    const { publicKey: user } = await Wallet.create();
    const set = await exchange.admin('POST', '/admin/bridge/user-tier', { user, tier: 2 });
    expect(expectOk(changedTier, set).data).toMatchObject({ tier: 2, previous_tier: 0 });
    await exchange.admin('POST', '/admin/bridge/invalidate-tier-cache', { user });
    expect((await addressOf(user)).max_usdc_per_tx_micro).toBe(10_000_000_000_000);
  });
});

describe('a withdrawal', () => {
  const post = (body: unknown) => exchange.post('/v1/withdraw', body);

  it('is accepted once a nonce, told with its fee, and found by its id', async () => {
    const price = expectOk(gasPrice, await exchange.get('/v1/gas/price')).data;
    expect(price.markup_bps).toBe(1_000);
    const body = await wallet.withdraw({ amount: 15_000_000, nonce: 1 });
    const accepted = expectOk(acceptedWithdrawal, await post(body), 202).data;
    expect(accepted.net_amount).toBe(accepted.amount - accepted.gas_fee);
    expect(accepted.recipient).toBe((await addressOf(wallet.publicKey)).address);
    const again = await post(body);
    expect(expectOk(acceptedWithdrawal, again, 202).data).toEqual(accepted);
    const shown = await exchange.get(`/v1/withdraw/${accepted.withdrawal_id}`);
    expect(expectOk(withdrawal, shown).data).toMatchObject({ nonce: 1, amount: 15_000_000 });
    await eventually(
      async () => expectOk(withdrawals, await exchange.get(`/v1/withdrawals/${wallet.publicKey}`)),
      (page) => page.withdrawals.length === 1,
    );
  });

  it('is refused with a code where it cannot be', async () => {
    const tooMuch = await wallet.withdraw({ amount: 1_000_000_000, nonce: 2 });
    expect(expectError(await post(tooMuch))).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
    });
    const forged = { ...(await wallet.withdraw({ amount: 15_000_000, nonce: 3 })), nonce: 4 };
    const refused = await post(forged);
    expect(expectError(refused)).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
    expect(refused.body).toMatchObject({ success: false });
  });

  it('of a builder’s user needs a key with the scope', async () => {
    const { builder } = await newBuilder(exchange);
    const user = await userOf(builder);
    const body = { user, amount: 1_000_000, nonce: 1 };
    const refused = expectError(await builder.post('/v1/withdraw', body));
    expect(refused).toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
  });
});
