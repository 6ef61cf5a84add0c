/** The items of gas, in every answer that shows it: real bus, real database, prepared answers of the chains. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toBase58 } from '@bellwether/codec';
import { DepositStore, GasChargeStore, ScanCursors } from '@bellwether/persistence';
import { FundingApps } from './funding-apps';
import { GAS, keyOf, usdcDeposit } from './funding-fixtures';
import { GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const alice = new UserUnderTest(1);
const NOW_MS = Date.UTC(2026, 4, 1, 12);
const RECIPIENT = toBase58(keyOf('recipient'));

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasFunding: true });
  await new FundingApps(gateway.bus).start();
});
afterAll(() => gateway?.stop());

it('the gas price, with the markup: 10 % unless it is configured otherwise', async () => {
  expect((await gateway.get('/v1/gas/price')).body).toEqual({
    success: true,
    data: {
      ext_per_tx_lamports: 10_000,
      ext_per_tx_usdc: 1_650,
      main_per_tx_usdc: 1_100,
      markup_bps: 1_000,
      actions: [
        {
          action: 'withdraw_main',
          gas_micro_usdc: 1_100,
          gas_items: [
            { kind: 'transaction_fees', micro_usdc: 1_000 },
            { kind: 'markup', micro_usdc: 100 },
          ],
        },
      ],
      min_withdrawal_main_micro: 1_000_000,
      min_withdrawal_ext_micro: 1_000_000,
    },
  });
});

it('a withdrawal is priced before it is signed', async () => {
  const asked = { main_address: alice.name, amount: 1_000_000, recipient_main: RECIPIENT };
  const { status, body } = await gateway.post('/v1/withdraw/quote', asked);
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      data: {
        user: alice.name,
        amount: 1_000_000,
        gas_fee: GAS.mainPerTxMicroUsdc,
        net_amount: 1_000_000 - GAS.mainPerTxMicroUsdc,
        gas_micro_usdc: GAS.mainPerTxMicroUsdc,
        gas_items: [
          { kind: 'transaction_fees', micro_usdc: 1_000 },
          { kind: 'markup', micro_usdc: 100 },
        ],
        min_amount: 1_000_000,
        recipient: RECIPIENT,
        recipient_kind: 'recipient_main',
        chain: 'main',
      },
    },
  ]);
  const both = { ...asked, recipient_ext: RECIPIENT };
  const refused = await gateway.post('/v1/withdraw/quote', both);
  expect([refused.status, refused.body.error.details.field]).toEqual([400, 'recipient_main']);
});

it('a deposit shows what it was charged, item by item', async () => {
  const to = { slot: 1, blockHash: keyOf('block') };
  const deposits = [usdcDeposit('a', alice.publicKey, 5_000_000)];
  const scans = new ScanCursors(gateway.database);
  await scans.advance('ext', { after: null, to, findings: { deposits }, nowMs: NOW_MS });
  const [newest] = await new DepositStore(gateway.database).latestOf(alice.publicKey, 1);
  const charges = new GasChargeStore(gateway.database);
  const items = [
    { kind: 'account_rent', microUsdc: 300 },
    { kind: 'markup', microUsdc: 30 },
  ] as const;
  const made = { user: alice.publicKey, depositId: newest?.depositId ?? null };
  await charges.add({ ...made, purpose: 'a', amountMicroUsdc: 330, items }, NOW_MS);
  await charges.add({ ...made, purpose: 'b', amountMicroUsdc: 30, items: [items[1]] }, NOW_MS);
  expect((await gateway.get(`/v1/deposit/status/${alice.name}`)).body.deposits[0]).toMatchObject({
    gas_micro_usdc: 360,
    gas_items: [
      { kind: 'account_rent', micro_usdc: 300 },
      { kind: 'markup', micro_usdc: 60 },
    ],
    credited_after_gas_micro_usdc: 0,
  });
});
