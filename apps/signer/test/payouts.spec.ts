/** A builder is paid what its keys earned, by a key that may, and sees what became of it. The chains are prepared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHex, parsePublicKey, toBase58 } from '@bellwether/codec';
import { RevenuePayoutStore, WithdrawalStore, openDatabase } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import type { RunningSigner } from '../src/start';
import type { BuilderClient, HttpAnswer } from './builder-client';
import { FundingApps } from './funding-apps';
import { SignerUnderTest } from './signer-under-test';

const USD = 1_000_000;
const WALLET = toBase58(new Uint8Array(32).fill(9));

let world: SignerUnderTest;
let signer: RunningSigner;
let apps: FundingApps;
let database: Database;
let builderId: string;
let payer: BuilderClient;
let reader: BuilderClient;
let alice: string;

beforeAll(async () => {
  world = await SignerUnderTest.start();
  signer = await world.startSigner({ FUNDING: 'on' });
  apps = new FundingApps(world.bus);
  await apps.start();
  database = openDatabase({ url: world.databaseUrl, poolMax: 2, log: { warn: () => {} } });
  builderId = await world.builderId();
  payer = await world.client(signer, { builderId, scopes: ['payout'] });
  reader = await world.client(signer, { builderId, scopes: ['read'] });
  const trader = await world.client(signer, { builderId });
  alice = await trader.user('alice');
  const bob = await trader.user('bob');
  const market = world.market();
  for (const [user, outcome] of [
    [alice, 'yes'],
    [bob, 'no'],
  ] as const) {
    world.credit(user, 100_000 * USD);
    const order = { user, market_id: market, side: 'buy', outcome, price: 5_000, size: 10_000 };
    const sent = await trader.post('/v1/submit', {
      ...order,
      fee_bps: 100,
      order_type: 'gtc',
      nonce: 1,
    });
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  }
  // What a key earned stays the builder's after its end.
  const { keys } = (await reader.get('/v1/builder')).body;
  const traded = keys.find(({ scopes }: { scopes: string[] }) => scopes.join() === 'trade');
  const first = await world.firstOf(signer, builderId);
  const revoked = await first.delete(`/v1/builder/keys/${traded.key_id}`);
  if (revoked.status !== 200) throw new Error(JSON.stringify(revoked.body));
});
afterAll(async () => {
  await database.close();
  await apps.stop();
  await world.stop();
});

const codeOf = ({ status, body }: HttpAnswer) => [status, body.error?.code];
const pay = (body: object, client = payer) => client.post('/v1/builder/payout', body);
/** 10,000 contracts at 50 cents, of which each side pays one per cent. */
const EARNED = 100 * USD;

describe('a payout', () => {
  it('to a user is in its balance, once for its reference', async () => {
    const body = { reference: 'to-alice', amount: 2 * USD, user: alice };
    const before = world.engine.exchange.balance(parsePublicKey(alice)!).available;
    const paid = await pay(body);
    expect([paid.status, paid.body]).toMatchObject([
      202,
      {
        reference: 'to-alice',
        amount: 2 * USD,
        gas_fee: 0,
        net_amount: 2 * USD,
        recipient: alice,
        recipient_kind: 'user',
        chain: null,
        status: 'completed',
        withdrawal_id: null,
      },
    ]);
    const again = await pay(body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toEqual(paid.body);
    const other = await pay({ ...body, amount: USD });
    expect(codeOf(other)).toEqual([409, 'REFERENCE_REUSED']);
    const { available } = world.engine.exchange.balance(parsePublicKey(alice)!);
    expect(available).toBe(before + 2 * USD);
  });

  it('to a wallet is accepted, and listed with how far it is', async () => {
    const body = { reference: 'to-wallet', amount: 5 * USD, recipient_main: WALLET };
    const paid = await pay(body);
    expect(paid.body).toMatchObject({ status: 'pending', chain: 'main', recipient: WALLET });
    const { withdrawal_id: id, gas_fee, seq, created_at } = paid.body;
    const withdrawalId = fromHex(id, 32)!;
    const recipient = parsePublicKey(WALLET)!;
    const amounts = { amountMicroUsdc: 5 * USD, gasFeeMicroUsdc: gas_fee };
    const to = { recipientKind: 'recipient_main', recipient, allowProgramAddress: false } as const;
    // As the worker writes them.
    await new RevenuePayoutStore(database).add({
      source: 'builder',
      builderId,
      reference: 'to-wallet',
      ...amounts,
      ...to,
      maxGasFeeMicroUsdc: 0,
      withdrawalId,
      acceptedSeq: seq,
      createdMs: created_at * 1_000,
    });
    const listed = await reader.get('/v1/builder/payouts');
    expect(listed.body).toMatchObject({ available: EARNED - 7 * USD, has_more: false });
    expect(listed.body.payouts).toEqual([paid.body]);
    const view = world.engine.exchange.withdrawal(withdrawalId)!;
    const { user, nonce, paymentSeq } = view;
    const row = {
      withdrawalId,
      user,
      nonce,
      paymentSeq,
      ...amounts,
      ...to,
      chain: 'main',
      builder: null,
    } as const;
    const store = new WithdrawalStore(database);
    // It shared a transfer, which cost less.
    const feeTaken = gas_fee - 100;
    const accepted = [{ ...row, gasFeeMicroUsdc: feeTaken, acceptedSeq: seq }];
    await store.takeEvents({ after: null, to: { seq, index: 1 }, accepted, nowMs: 1 });
    const txSignature = new Uint8Array(64).fill(5);
    for (const kind of ['signed', 'paid', 'settled'] as const) {
      await store.advance({ withdrawalId, fact: { kind, txSignature }, nowMs: 2 });
    }
    const one = await reader.get('/v1/builder/payouts/to-wallet');
    expect(one.body).toMatchObject({ status: 'completed', tx_main: toBase58(txSignature) });
    expect(one.body).toMatchObject({ gas_fee: feeTaken, net_amount: 5 * USD - feeTaken });
    const missing = await reader.get('/v1/builder/payouts/to-nobody');
    expect(codeOf(missing)).toEqual([404, 'PAYOUT_NOT_FOUND']);
  });

  it('is of the own revenue, and no more', async () => {
    const much = await pay({ reference: 'much', amount: EARNED, user: alice });
    expect(codeOf(much)).toEqual([422, 'INSUFFICIENT_REVENUE']);
    expect(much.body.error.details).toEqual({
      required: EARNED,
      available: EARNED - 7 * USD,
      shortfall: 7 * USD,
    });
    const stranger = await world.client(signer, { scopes: ['payout'] });
    const none = await pay({ reference: 'to-wallet', amount: USD, user: alice }, stranger);
    expect(codeOf(none)).toEqual([422, 'INSUFFICIENT_REVENUE']);
    const theirs = await stranger.get('/v1/builder/payouts/to-wallet');
    expect(codeOf(theirs)).toEqual([404, 'PAYOUT_NOT_FOUND']);
    expect((await stranger.get('/v1/builder/payouts')).body).toMatchObject({
      available: 0,
      payouts: [],
    });
  });

  it('needs the scope, and the envelope', async () => {
    const body = { reference: 'mine', amount: USD, user: alice };
    expect(codeOf(await pay(body, reader))).toEqual([403, 'SCOPE_MISSING']);
    const first = await world.firstOf(signer, builderId);
    expect(codeOf(await pay(body, first))).toEqual([403, 'SCOPE_MISSING']);
    expect((await payer.postWithKey('/v1/builder/payout', body)).status).toBe(401);
  });

  it.each([
    [{ reference: 'x', amount: USD }, 'recipient_main'],
    [{ reference: 'x', amount: USD, recipient_main: WALLET, user: WALLET }, 'recipient_main'],
    [{ reference: 'a b', amount: USD, user: WALLET }, 'reference'],
    [{ reference: '', amount: USD, user: WALLET }, 'reference'],
    [{ reference: 'x'.repeat(65), amount: USD, user: WALLET }, 'reference'],
    [{ reference: 'x', amount: 0, user: WALLET }, 'amount'],
    [{ reference: 'x', amount: 1.5, user: WALLET }, 'amount'],
    [{ reference: 'x', amount: USD, recipient_ext: 'nobody' }, 'recipient_ext'],
  ])('is refused as %j', async (body, field) => {
    const { status, body: answer } = await pay(body);
    expect([status, answer.error.details.field]).toEqual([400, field]);
  });

  it('is not possible without funding apps', async () => {
    const bare = await world.startSigner();
    const client = await world.client(bare, { scopes: ['payout'] });
    const body = { reference: 'bare', amount: USD, user: alice };
    expect(codeOf(await pay(body, client))).toEqual([503, 'FUNDING_NOT_CONFIGURED']);
  });
});
