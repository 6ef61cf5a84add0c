/** Money over the chains, from outside: what comes in is credited exactly, what goes out arrives exactly, once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectOk, keypair } from '../src/answers';
import { Builder } from '../src/builder';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import {
  acceptedWithdrawal,
  bridgeAddress,
  dailyCap,
  depositAddress,
  depositStatus,
  gasPrice,
  proxyWallet,
  queues,
  recovery,
  changedTier,
  withdrawals,
} from '../src/funding-answers';
import {
  Books,
  completedWithdrawal,
  creditedDeposit,
  depositOnce,
  faucet,
  fundedSolvencyOf,
  mainFundedUser,
  newDepositor,
  placesOf,
  withdraw,
} from '../src/funding-scenario';
import type { Depositor } from '../src/funding-scenario';
import { LocalChainRpc, chainServicesOf } from '../src/local-chains';
import { USDC, balanceOf, credit, newBuilder } from '../src/scenario';
import { Wallet } from '../src/wallet';
import type { TextForm, WithdrawalBody } from '../src/wallet';

const LAMPORTS = 1_000_000_000;
const exchange = suiteExchange();
const ext = new LocalChainRpc(exchange, 'ext');
const main = new LocalChainRpc(exchange, 'main');
const usdcExt = exchange.file.usdc_ext;
const [, token] = chainServicesOf(exchange).ext.tokens;
const tokenMint = token?.mint ?? '';

const newAddress = async () => (await Wallet.create()).publicKey;
const give = (chain: 'ext' | 'main', name: 'usdc' | 'native', address: string, amount: number) =>
  faucet(exchange, { chain, address, token: name, amount });

/** What an action costs now, in micro-USDC. */
async function gasOf(wanted: string): Promise<number> {
  const { actions } = expectOk(gasPrice, await exchange.get('/v1/gas/price')).data;
  const priced = actions.find(({ action }) => action === wanted);
  if (priced === undefined) throw new Error(`no price of ${wanted}`);
  return priced.gas_micro_usdc;
}

let books: Books;

/** What crediting it costs where nothing of its user is on the chains. */
const { min_usdc_micro: LEAST_USDC } = expectOk(
  bridgeAddress,
  await exchange.get(`/v1/deposit/bridge-address/${await newAddress()}`),
).data;

/** What is sent, where, and what it is worth in micro-USDC at the rates of the test network. */
const SOURCES = [
  {
    name: 'USDC on ext',
    value: 25_000_001,
    send: ({ depositAddress: to }: Depositor) => give('ext', 'usdc', to, 25_000_001),
  },
  {
    name: 'exactly the least USDC on ext',
    value: LEAST_USDC,
    send: ({ depositAddress: to }: Depositor) => give('ext', 'usdc', to, LEAST_USDC),
  },
  {
    name: 'another token on ext, at 0.02 USDC',
    value: 6_000_000,
    send: ({ depositAddress: to }: Depositor) => ext.mintOf(tokenMint, to, 300 * 100_000),
  },
  {
    name: 'native units on ext, at 150 USDC',
    value: 300_000_000,
    send: ({ depositAddress: to }: Depositor) => ext.airdrop(to, 2 * LAMPORTS),
  },
  {
    name: 'USDC on main',
    value: 1_234_567,
    send: ({ proxyWallet: to }: Depositor) => give('main', 'usdc', to, 1_234_567),
  },
  {
    name: 'native units on main, at 150 USDC',
    value: 75_000_000,
    send: ({ proxyWallet: to }: Depositor) => give('main', 'native', to, LAMPORTS / 2),
  },
] as const;

/** What stays where it is, and why. */
const REJECTED = [
  {
    reason: 'below_minimum',
    mint: usdcExt,
    amount: LEAST_USDC - 1,
    send: (to: string) => give('ext', 'usdc', to, LEAST_USDC - 1),
  },
  {
    reason: 'above_tx_cap',
    mint: usdcExt,
    amount: 10_000 * USDC + 1,
    send: (to: string) => give('ext', 'usdc', to, 10_000 * USDC + 1),
  },
] as const;

interface Sent extends Depositor {
  readonly signature: string;
}
const underWay = new Map<string, Promise<Sent>>();
const sentFor = async (name: string): Promise<Sent> => {
  const sent = await underWay.get(name);
  if (sent === undefined) throw new Error(`nothing was sent for ${name}`);
  return sent;
};

/** All at once: what each waits for is mostly the chains. */
beforeAll(async () => {
  books = await Books.open(exchange);
  const begin = (name: string, send: (depositor: Depositor) => Promise<string>) => {
    const sending = newDepositor(exchange).then(async (depositor) => ({
      ...depositor,
      signature: await send(depositor),
    }));
    sending.catch(() => undefined); // thrown where it is awaited
    underWay.set(name, sending);
  };
  for (const { name, send } of SOURCES) begin(name, send);
  for (const { reason, send } of REJECTED)
    begin(reason, ({ depositAddress }) => send(depositAddress));
  await Promise.all(underWay.values());
});

describe('before anything is sent', () => {
  it('says what is watched, and the same address to everybody who asks', async () => {
    const user = await newAddress();
    const status = async () =>
      expectOk(depositStatus, await exchange.get(`/v1/deposit/status/${user}`));
    expect(await status()).toMatchObject({ deposits: [], watched: false });
    const ask = async () =>
      expectOk(bridgeAddress, await exchange.get(`/v1/deposit/bridge-address/${user}`)).data;
    const first = await ask();
    expect(first).toMatchObject({ usdc_token: usdcExt, max_usdc_per_tx_micro: 10_000 * USDC });
    expect((await ask()).address).toBe(first.address);
    expect(await status()).toMatchObject({ deposits: [], watched: true });
    const { scans } = await status();
    await eventually(status, (later) => (later.scans.ext.slot ?? 0) > (scans.ext.slot ?? 0));
  });

  it('tells what a transaction costs, and whose a proxy wallet is', async () => {
    const price = expectOk(gasPrice, await exchange.get('/v1/gas/price')).data;
    expect(price.markup_bps).toBe(1_000);
    expect(price.ext_per_tx_usdc).toBeGreaterThan(0);
    const user = await newAddress();
    expect(expectOk(proxyWallet, await exchange.get(`/v1/proxy/${user}`)).data).toMatchObject({
      main_address: user,
      usdc_balance: 0,
      initialized: false,
    });
  });

  it.each([
    ['an unknown chain', { chain: 'moon' }, 'chain'],
    ['an unknown token', { token: 'gold' }, 'token'],
    ['nothing', { amount: 0 }, 'amount'],
    ['more than there is', { amount: Number.MAX_SAFE_INTEGER }, 'amount'],
    ['no address', { address: 'nowhere' }, 'address'],
  ])('the faucet refuses %s', async (_, wrong, field) => {
    const right = { chain: 'ext', address: await newAddress(), token: 'usdc', amount: 1 };
    const refused = await exchange.post('/v1/faucet', { ...right, ...wrong });
    expect(expectError(refused)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: { field },
    });
  });
});

describe('a deposit', () => {
  it.each(SOURCES)(
    'of $name is credited exactly, less what its transactions cost',
    async ({ name, value }) => {
      const { user, signature } = await sentFor(name);
      const deposit = await creditedDeposit(exchange, { user, signature });
      books.credit(user, deposit.credited_micro_usdc);
      expect(deposit.credited_micro_usdc).toBe(value);
      expect(deposit.amount_micro_usdc).toBe(value);
      expect(deposit.tx_main).not.toBeNull();
      const states = deposit.history.map(({ state }) => state);
      expect([states[0], states.at(-1)]).toEqual(['detected', 'credited']);
      const { available, gas_debt } = await balanceOf(exchange, user);
      expect(deposit.gas_micro_usdc).toBeGreaterThan(0);
      expect(available - gas_debt).toBe(value - deposit.gas_micro_usdc);
      expect(Math.min(available, gas_debt)).toBe(0);
      expect(available).toBe(deposit.credited_after_gas_micro_usdc);
      const items = deposit.gas_items ?? [];
      expect(items.reduce((sum, { micro_usdc }) => sum + micro_usdc, 0)).toBe(
        deposit.gas_micro_usdc,
      );
    },
  );

  it.each(REJECTED)(
    'is rejected: $reason; what was sent stays, and its user gets it back',
    async ({ reason, mint, amount }) => {
      const { user, wallet, signature, depositAddress } = await sentFor(reason);
      const sent = { user, signature };
      const deposit = await depositOnce(exchange, sent, ({ phase }) => phase === 'rejected');
      expect(deposit).toMatchObject({ reason, credited_micro_usdc: 0 });
      expect(await ext.usdcOf(depositAddress)).toBe(amount);
      const recipient_ext = await newAddress();
      const body = await wallet.recover({ mint, recipient_ext, nonce: 1 });
      const answer = await exchange.post('/v1/deposit/recover', body);
      // The cost of its transaction, with the account that it makes, is deducted.
      const sentBack = amount - (await gasOf('recover_new_account'));
      expect(expectOk(recovery, answer).data).toMatchObject({ amount: String(sentBack) });
      await eventually(
        () => ext.usdcOf(recipient_ext),
        (held) => held === sentBack,
      );
      expect(await ext.usdcOf(depositAddress)).toBe(0);
      expect((await balanceOf(exchange, user)).total).toBe(0);
    },
  );
});

describe('a tier', () => {
  it('of its own lets a user deposit more at once', async () => {
    const { user, depositAddress: to } = await sentFor('above_tx_cap');
    const answer = await exchange.admin('POST', '/admin/bridge/user-tier', { user, tier: 1 });
    expect(expectOk(changedTier, answer).data).toMatchObject({
      user,
      tier: 1,
      previous_tier: 0,
      max_usdc_per_tx_micro: 1_000_000 * USDC,
    });
    const bridge = await exchange.get(`/v1/deposit/bridge-address/${user}`);
    expect(expectOk(bridgeAddress, bridge).data.max_usdc_per_tx_micro).toBe(1_000_000 * USDC);
    const amount = 10_000 * USDC + 1;
    const signature = await give('ext', 'usdc', to, amount);
    const deposit = await creditedDeposit(exchange, { user, signature });
    books.credit(user, deposit.credited_micro_usdc);
    expect(deposit.credited_micro_usdc).toBe(amount);
  });
});

describe('an operator', () => {
  const setCap = async (micro_usdc: number) =>
    expectOk(dailyCap, await exchange.admin('PUT', '/admin/bridge/daily-cap', { micro_usdc })).data;
  const setExecutor = (enabled: boolean) =>
    exchange.admin('POST', '/admin/bridge/executor', { enabled });
  const queued = async () => expectOk(queues, await exchange.admin('GET', '/admin/queues')).data;
  const DEFAULT_CAP = 100_000 * USDC;
  const AMOUNT = 10 * USDC;

  afterAll(async () => {
    await setCap(DEFAULT_CAP);
    await setExecutor(true);
  });

  async function sendQueued(reason: string, amount = AMOUNT, depositor?: Depositor) {
    const { user, depositAddress } = depositor ?? (await newDepositor(exchange));
    const sent = { user, amount, signature: await give('ext', 'usdc', depositAddress, amount) };
    const deposit = await depositOnce(exchange, sent, ({ phase }) => phase === 'queued');
    expect(deposit.reason).toBe(reason);
    const { deposits } = await queued();
    expect(deposits.map(({ deposit_id }) => deposit_id)).toContain(deposit.deposit_id);
    return { ...sent, deposit };
  }

  async function isCredited(sent: Awaited<ReturnType<typeof sendQueued>>) {
    const deposit = await creditedDeposit(exchange, sent);
    books.credit(sent.user, deposit.credited_micro_usdc);
    expect(deposit.credited_micro_usdc).toBe(sent.amount);
  }

  const release = (id: string) => exchange.admin('POST', `/admin/queues/${id}/release`, {});

  it('switches the bridge off and on: what waited goes on by itself', async () => {
    await setExecutor(false);
    const sent = await sendQueued('bridge_off');
    expect((await queued()).bridge_executor).toBe(false);
    await setExecutor(true);
    await isCredited(sent);
  });

  it("lets a deposit past the day's cap, decides over what is larger than a day, and raises the cap for the others", async () => {
    const { used } = await setCap(DEFAULT_CAP);
    const cap = used + AMOUNT - 1;
    await setCap(cap);
    const [released, waiting, large] = await Promise.all([
      sendQueued('daily_cap'),
      sendQueued('daily_cap'),
      sendQueued('operator_review', cap + 1, await sentFor('above_tx_cap')),
    ]);
    expect(released.deposit.retry_at).toBe(Math.ceil(Date.now() / 86_400_000) * 86_400);
    expect(large.deposit.retry_at).toBeNull();
    for (const { deposit } of [released, large, released]) {
      expect((await release(deposit.deposit_id)).status).toBe(200);
    }
    await Promise.all([released, large].map(isCredited));
    await setCap(DEFAULT_CAP);
    await isCredited(waiting);
    const { user, signature } = await sentFor(SOURCES[0].name);
    const passed = await creditedDeposit(exchange, { user, signature });
    expect(expectError(await release(passed.deposit_id)).code).toBe('DEPOSIT_NOT_QUEUED');
  });
});

describe('a withdrawal', () => {
  const FUNDS = 50 * USDC;
  const AMOUNT = 20 * USDC + 7;

  /** A user with money, and what was asked for with nonce 1. */
  async function begin(
    route: 'recipient_ext' | 'recipient_main' | 'default',
    form: 'message' | TextForm,
  ) {
    const depositor = await mainFundedUser(exchange, FUNDS);
    books.credit(depositor.user, FUNDS);
    const before = (await balanceOf(exchange, depositor.user)).available;
    const recipient = route === 'default' ? depositor.depositAddress : await newAddress();
    const to = route === 'default' ? {} : { [route]: recipient };
    const terms = { amount: AMOUNT, nonce: 1, ...to };
    const accepted =
      form === 'message'
        ? await withdraw(exchange, depositor.wallet, terms)
        : await withdrawByText(depositor.wallet, terms, form);
    expect(accepted).toMatchObject({ amount: AMOUNT, recipient, nonce: 1 });
    expect(accepted.net_amount).toBe(AMOUNT - accepted.gas_fee);
    expect(await balanceOf(exchange, depositor.user)).toMatchObject({ available: before - AMOUNT });
    return { ...depositor, before, recipient, terms, accepted };
  }

  /** As a wallet signs it. The same signature under any other text moves nothing. */
  async function withdrawByText(wallet: Wallet, terms: WithdrawalBody, form: TextForm) {
    const signed = await wallet.withdrawByText(terms, form);
    const altered = [
      signed.text.replace('Nonce: 1', 'Nonce: 2'),
      signed.text.replace(/Amount: \d/, 'Amount: 3'),
      signed.text.replace(/Recipient: .*/, `Recipient: ${await newAddress()}`),
    ];
    for (const text of altered)
      expect(expectError(await exchange.post('/v1/withdraw', { ...signed, text }))).toMatchObject({
        status: 401,
        code: 'SIGNATURE_INVALID',
      });
    return expectOk(acceptedWithdrawal, await exchange.post('/v1/withdraw', signed), 202).data;
  }
  type Begun = Awaited<ReturnType<typeof begin>>;
  let begun: { readonly ext: Begun; readonly main: Begun; readonly toItself: Begun };

  async function completed({ accepted, user, before }: Begun) {
    const record = await completedWithdrawal(exchange, accepted.withdrawal_id);
    books.payOut(record);
    await eventually(
      () => balanceOf(exchange, user),
      ({ available, withdrawing }) => available === before - AMOUNT && withdrawing === 0,
    );
    return record.history.map(({ state }) => state);
  }

  beforeAll(async () => {
    const [ext, main, toItself] = await Promise.all([
      begin('recipient_ext', 'message'),
      begin('recipient_main', 'envelope'),
      begin('default', 'raw'),
    ]);
    begun = { ext, main, toItself };
  });

  it('to a wallet on ext arrives to the micro-USDC, once, however often it is asked for', async () => {
    const { wallet, user, recipient, terms, accepted } = begun.ext;
    const again = await exchange.post('/v1/withdraw', await wallet.withdraw(terms));
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
    expect(expectOk(acceptedWithdrawal, again, 202).data).toEqual(accepted);
    const byText = await exchange.post('/v1/withdraw', await wallet.withdrawByText(terms, 'raw'));
    expect(expectOk(acceptedWithdrawal, byText, 202).data).toEqual(accepted);
    const other = await wallet.withdraw({ ...terms, amount: AMOUNT + 1 });
    expect(expectError(await exchange.post('/v1/withdraw', other))).toMatchObject({
      status: 409,
      code: 'NONCE_REUSED',
    });
    const states = await completed(begun.ext);
    expect(states).toEqual(['pending', 'debited', 'burned', 'attested', 'completed']);
    expect(await ext.usdcOf(recipient)).toBe(accepted.net_amount);
    const list = expectOk(withdrawals, await exchange.get(`/v1/withdrawals/${user}`));
    expect(list.withdrawals).toMatchObject([{ withdrawal_id: accepted.withdrawal_id }]);
    expect(list.withdrawals[0]?.vaa).not.toBeNull();
  });

  it('to a wallet on main, by a text in the envelope, arrives there', async () => {
    expect(await completed(begun.main)).toEqual(['pending', 'debited', 'completed']);
    const { recipient, accepted } = begun.main;
    expect(await main.usdcOf(recipient)).toBe(accepted.net_amount);
  });

  it("without a recipient, by a text, goes to the user's deposit address, is no deposit, and a text sends it on from there", async () => {
    const { wallet, user, recipient, accepted } = begun.toItself;
    await completed(begun.toItself);
    expect(await ext.usdcOf(recipient)).toBe(accepted.net_amount);
    const recipient_ext = await newAddress();
    const signed = await wallet.recoverByText(
      { mint: usdcExt, recipient_ext, nonce: 1 },
      'envelope',
    );
    const text = signed.text.replace(recipient_ext, await newAddress());
    expect(
      expectError(await exchange.post('/v1/deposit/recover', { ...signed, text })),
    ).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
    expectOk(recovery, await exchange.post('/v1/deposit/recover', signed));
    const sentOn = accepted.net_amount - (await gasOf('recover_new_account'));
    await eventually(
      () => ext.usdcOf(recipient_ext),
      (held) => held === sentOn,
    );
    const status = await exchange.get(`/v1/deposit/status/${user}`);
    expect(expectOk(depositStatus, status).deposits).toHaveLength(1);
  });

  it('of a builder needs the scope, and stays within the outflow of the day', async () => {
    const { builder, client } = await newBuilder(exchange);
    const scopes = ['trade', 'withdraw'];
    const { answer: key } = await client.createKey({ scopes, daily_outflow_micro_usdc: AMOUNT });
    const payer = new Builder(exchange.file.signer_url, key);
    const keys = await builder.post('/v1/keys', { user_id: randomUUID() });
    const { public_key: user } = expectOk(keypair, keys);
    const asked = await builder.post('/v1/deposit/address', { user, chain: 'main' });
    const { address } = expectOk(depositAddress, asked);
    expect(address).toBe((await placesOf(exchange, user)).proxyWallet);
    const signature = await give('main', 'usdc', address, FUNDS);
    await creditedDeposit(exchange, { user, signature });
    books.credit(user, FUNDS);
    const recipient_main = await newAddress();
    const terms = { user, amount: AMOUNT, recipient_main, nonce: 1 };
    expect(expectError(await builder.post('/v1/withdraw', terms))).toMatchObject({
      status: 403,
      code: 'SCOPE_MISSING',
    });
    const answer = await payer.post('/v1/withdraw', terms);
    const accepted = expectOk(acceptedWithdrawal, answer, 202).data;
    const more = await payer.post('/v1/withdraw', { ...terms, amount: USDC, nonce: 2 });
    expect(expectError(more).code).toBe('OUTFLOW_CAP_EXCEEDED');
    const record = await completedWithdrawal(exchange, accepted.withdrawal_id);
    books.payOut(record);
    expect(await main.usdcOf(recipient_main)).toBe(accepted.net_amount);
    const ended = await exchange.operator.withdrawals({ status: 'completed', limit: 20 });
    expect(ended.withdrawals.find(({ user: of }) => of === user)).toEqual(record);
    const open = await exchange.operator.withdrawals({ limit: 20 });
    expect(open.withdrawals.filter(({ user: of }) => of === user)).toEqual([]);
  });

  it('waits while an operator has paused them', async () => {
    const wallet = await Wallet.create();
    await credit(exchange, wallet.publicKey, 1);
    books.giveTestMoney(wallet.publicKey, 1);
    const body = await wallet.withdraw({ amount: 20 * USDC, nonce: 1 });
    expect((await exchange.admin('POST', '/admin/withdrawals/pause', {})).status).toBe(200);
    const refused = await exchange.post('/v1/withdraw', body);
    expect((await exchange.admin('POST', '/admin/withdrawals/resume', {})).status).toBe(200);
    expect(expectError(refused)).toMatchObject({ status: 503, code: 'WITHDRAWALS_PAUSED' });
    const resumed = await exchange.post('/v1/withdraw', body);
    expect(expectError(resumed).code).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('in the end', () => {
  it('the books say what came, what went and what it cost', async () => {
    const { grown, expected } = await books.compare();
    expect(grown).toEqual(expected);
    expect((await fundedSolvencyOf(exchange)).difference).toBe(0);
  });
});
