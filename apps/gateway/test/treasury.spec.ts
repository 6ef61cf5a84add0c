/** What the exchange earned is paid out by operators: who may, how often, and what they see of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBase58 } from '@bellwether/codec';
import { RevenuePayoutStore } from '@bellwether/persistence';
import { FundingApps } from './funding-apps';
import { keyOf } from './funding-fixtures';
import { GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const alice = new UserUnderTest(1);
const WALLET = toBase58(keyOf('treasury wallet'));
const GAS = 5_000;

let gateway: GatewayUnderTest;
let apps: FundingApps;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasFunding: true });
  apps = new FundingApps(gateway.bus);
  await apps.start();
  // A credit pays the gas debt: that is gas revenue.
  const { publicKey: user } = alice;
  gateway.engine.apply('deposit', {
    kind: 'charge_gas',
    user,
    chargeSeq: 1,
    amount: GAS,
    purpose: 'x',
  });
  const proof = { txSignature: new Uint8Array(64), slot: 1 };
  gateway.engine.apply('deposit', {
    kind: 'chain_credit',
    user,
    creditSeq: 1,
    amount: 9_000,
    ...proof,
  });
});
afterAll(async () => {
  await apps?.stop();
  await gateway?.stop();
});

const payout = (body: object) => gateway.admin('POST', '/admin/treasury/payout', body);

describe('the treasury', () => {
  it('is what the exchange earned', async () => {
    const { body } = await gateway.admin('GET', '/admin/treasury');
    expect(body.data).toMatchObject({ protocol_fees: 0, gas_revenue: GAS });
  });

  it('is paid out once for each reference, and listed', async () => {
    const body = {
      source: 'gas_revenue',
      reference: 'june',
      amount: 4_000,
      recipient_main: WALLET,
    };
    const paid = await payout(body);
    expect([paid.status, paid.body.data]).toMatchObject([
      202,
      {
        source: 'gas_revenue',
        reference: 'june',
        amount: 4_000,
        gas_fee: 1_000,
        net_amount: 3_000,
        recipient: WALLET,
        chain: 'main',
        status: 'pending',
      },
    ]);
    const again = await payout(body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toEqual(paid.body);
    const other = await payout({ ...body, amount: 3_999 });
    expect([other.status, other.body.error.code]).toEqual([409, 'REFERENCE_REUSED']);
    const { body: now } = await gateway.admin('GET', '/admin/treasury');
    expect(now.data).toMatchObject({ gas_revenue: GAS - 4_000 });

    const asked = apps.asked.get('treasury_payout') as Parameters<RevenuePayoutStore['add']>[0];
    await new RevenuePayoutStore(gateway.database).add({
      ...asked,
      builderId: '',
      amountMicroUsdc: 4_000,
      gasFeeMicroUsdc: 1_000,
      withdrawalId: Buffer.from(paid.body.data.withdrawal_id, 'hex'),
      acceptedSeq: paid.body.data.seq,
      createdMs: paid.body.data.created_at * 1_000,
    });
    const listed = await gateway.admin('GET', '/admin/treasury/payouts?limit=1');
    expect(listed.body.data).toMatchObject({ has_more: false, payouts: [paid.body.data] });
    const named = async (query: string) =>
      (await gateway.admin('GET', `/admin/treasury/payouts?${query}`)).body.data;
    expect(await named('reference=june')).toEqual(listed.body.data);
    expect(await named('reference=july')).toMatchObject({ has_more: false, payouts: [] });
  });

  it('pays no more than it has', async () => {
    const body = { source: 'protocol_fees', reference: 'july', amount: 1, user: alice.name };
    const refused = await payout(body);
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      { code: 'INSUFFICIENT_REVENUE', details: { required: 1, available: 0, shortfall: 1 } },
    ]);
  });

  it.each([
    [{ source: 'builder', reference: 'x', amount: 1, user: WALLET }, 'source'],
    [{ source: 'gas_revenue', reference: 'x', amount: 1 }, 'recipient_main'],
    [{ source: 'gas_revenue', reference: 'x/y', amount: 1, user: WALLET }, 'reference'],
  ])('is told what is wrong with %j', async (body, field) => {
    const { status, body: answer } = await payout(body);
    expect([status, answer.error.details.field]).toEqual([400, field]);
  });
});
