/**
 * What users have works: deposits and withdrawals in the transactions that unmodified `@solana/web3.js`,
 * `@solana/spl-token` and Wormhole's SDK make, in the shapes that wallets, companies and exchanges give them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { associatedTokenAddress, parseAddress } from '@bellwether/chain';
import { expectOk } from '../src/answers';
import { ChainWallet } from '../src/chain-wallet';
import type { Payment, PaymentShape } from '../src/chain-wallet';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { depositStatus, withdrawal } from '../src/funding-answers';
import {
  Books,
  completedWithdrawal,
  creditedDeposit,
  fundedSolvencyOf,
  mainFundedUser,
  newDepositor,
  withdraw,
} from '../src/funding-scenario';
import { LocalChainRpc } from '../src/local-chains';
import { whileFrozen } from '../src/processes';
import { USDC, balanceOf } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
const ext = new LocalChainRpc(exchange, 'ext');
const main = new LocalChainRpc(exchange, 'main');
const newAddress = async () => (await Wallet.create()).publicKey;
const usdcAccountOf = (owner: string) =>
  associatedTokenAddress(parseAddress(owner)!, parseAddress(ext.usdc)!);

interface DepositShape {
  readonly name: string;
  /** For each user, the payments. */
  readonly users: readonly (readonly number[])[];
  readonly shape: PaymentShape | 'bridge';
  readonly chain?: 'ext' | 'main';
  /** In micro-USDC, if it is not what was sent. */
  readonly value?: number;
}

const DEPOSITS: readonly DepositShape[] = [
  { name: 'transfer, to an account that is there', shape: 'transfer', users: [[20_000_001]] },
  {
    name: 'transferChecked, with the account made in the same transaction',
    shape: 'transferChecked',
    users: [[20_000_002]],
  },
  { name: 'a version 0 transaction', shape: 'version0', users: [[20_000_003]] },
  {
    name: 'a version 0 transaction with the account in a lookup table',
    shape: 'lookupTable',
    users: [[20_000_004]],
  },
  { name: 'a price, a limit and a memo, as phones add', shape: 'phone', users: [[20_000_005]] },
  { name: 'a transfer by a delegate', shape: 'delegate', users: [[20_000_006]] },
  { name: 'a multisig of 2 of 3', shape: 'multisig', users: [[20_000_007]] },
  {
    name: 'two transfers to an address in one transaction',
    shape: 'transferChecked',
    users: [[8_000_001, 12_000_007]],
  },
  {
    name: 'one transaction that pays three users',
    shape: 'transferChecked',
    users: [[20_000_009], [21_000_010], [22_000_011]],
  },
  { name: 'a durable nonce', shape: 'durableNonce', users: [[20_000_012]] },
  { name: 'native units', shape: 'lamports', users: [[140_000_000]], value: 21 * USDC },
  {
    name: 'the bridge, which pays from inside, and a transfer in the same transaction',
    shape: 'bridge',
    users: [[12_000_013, 8_000_001]],
  },
  {
    name: 'USDC on main, with the account made in the same transaction',
    shape: 'transferChecked',
    chain: 'main',
    users: [[20_000_014]],
  },
];

interface Sent {
  readonly users: readonly string[];
  readonly signature: string;
}
const sent = new Map<string, Promise<Sent>>();
let books: Books;
let payer: ChainWallet;
let stranger: ChainWallet;

async function pay({ shape, chain = 'ext' }: DepositShape, payments: Payment[]): Promise<string> {
  if (shape !== 'bridge') return payer.pay(chain, shape, payments);
  await payer.pay('ext', 'accounts', payments);
  const [{ to, amount }, ...others] = payments as [Payment, ...Payment[]];
  // Alone it would wait ten minutes, as it may be a withdrawal whose row was lost.
  return payer.bridgeToExt({ to: await usdcAccountOf(to), amount }, others);
}

async function send(deposit: DepositShape): Promise<Sent> {
  const depositors = await Promise.all(deposit.users.map(() => newDepositor(exchange)));
  const payments = depositors.flatMap(({ depositAddress, proxyWallet }, at) =>
    deposit.users[at]!.map((amount) => ({
      to: deposit.chain === 'main' ? proxyWallet : depositAddress,
      amount,
    })),
  );
  const signature = await pay(deposit, payments);
  return { users: depositors.map(({ user }) => user), signature };
}

/** All at once: what each waits for is mostly the chains. */
beforeAll(async () => {
  books = await Books.open(exchange);
  payer = await ChainWallet.start(exchange);
  stranger = await ChainWallet.start(exchange);
  for (const chain of [ext, main]) await chain.mint(payer.address, 1_000 * USDC);
  for (const deposit of DEPOSITS) {
    const sending = send(deposit);
    sending.catch(() => undefined); // thrown where it is awaited
    sent.set(deposit.name, sending);
  }
});

afterAll(() => Promise.all([payer.stop(), stranger.stop()]));

const depositsOf = async (user: string) =>
  expectOk(depositStatus, await exchange.get(`/v1/deposit/status/${user}`)).deposits;

describe('a deposit by', () => {
  it.each(DEPOSITS)('$name is credited exactly, once', async ({ name, users: paid, value }) => {
    const { users, signature } = (await sent.get(name))!;
    for (const [at, user] of users.entries()) {
      const worth = value ?? paid[at]!.reduce((sum, amount) => sum + amount, 0);
      const deposit = await creditedDeposit(exchange, { user, signature });
      books.credit(user, deposit.credited_micro_usdc);
      expect(deposit).toMatchObject({ amount_micro_usdc: worth, credited_micro_usdc: worth });
      expect(await depositsOf(user)).toHaveLength(1);
      const { available, gas_debt } = await balanceOf(exchange, user);
      expect(available - gas_debt).toBe(worth - deposit.gas_micro_usdc);
    }
  });
});

describe('a withdrawal', () => {
  const FUNDS = 50 * USDC;
  const AMOUNT = 20 * USDC + 7;

  async function begin(recipient: { recipient_ext: string } | { recipient_main: string }) {
    const { wallet, user } = await mainFundedUser(exchange, FUNDS);
    books.credit(user, FUNDS);
    return withdraw(exchange, wallet, { amount: AMOUNT, nonce: 1, ...recipient });
  }

  async function completed(withdrawalId: string) {
    const record = await completedWithdrawal(exchange, withdrawalId);
    books.payOut(record);
    return record;
  }

  /** What the SDK reads in the transaction that burns it, when it is final. */
  async function messageOf(withdrawalId: string) {
    const record = await eventually(
      async () => expectOk(withdrawal, await exchange.get(`/v1/withdraw/${withdrawalId}`)).data,
      ({ history }) => history.some(({ state }) => state === 'burned'),
    );
    return stranger.messageOf('main', record.tx_main ?? '');
  }

  /** As anybody may: the account first, which the bridge does not make. */
  async function redeemed(recipient: string, vaaBytes: string): Promise<string> {
    await stranger.pay('ext', 'accounts', [{ to: recipient, amount: 0 }]);
    return stranger.redeem('ext', vaaBytes);
  }

  it('to ext is paid by a stranger, with the redeem of the SDK, while the relayer stands still', async () => {
    const recipient = await newAddress();
    const { withdrawal_id, net_amount, message, signature } = await whileFrozen(
      exchange.dataDir,
      'bridge-relayer',
      async () => {
        const accepted = await begin({ recipient_ext: recipient });
        const read = await messageOf(accepted.withdrawal_id);
        return { ...accepted, message: read, signature: await redeemed(recipient, read.vaaBytes) };
      },
    );
    expect(await ext.usdcOf(recipient)).toBe(net_amount);
    const record = await completed(withdrawal_id);
    expect(record.tx_ext).toBe(signature);
    expect(message).toMatchObject({
      sequence: record.sequence,
      token: { chain: 'Solana', address: ext.usdc },
      amount: String(net_amount),
      to: { chain: 'Solana', address: await usdcAccountOf(recipient) },
    });
    expect(await ext.usdcOf(recipient)).toBe(net_amount);
  });

  it('to ext is paid once, by whoever is first: a stranger beside the relayer', async () => {
    const recipient = await newAddress();
    const { withdrawal_id, net_amount } = await begin({ recipient_ext: recipient });
    const { vaaBytes } = await messageOf(withdrawal_id);
    const signature = await redeemed(recipient, vaaBytes).catch(() => null);
    const record = await completed(withdrawal_id);
    expect(record.tx_ext).toBe(signature ?? record.tx_ext);
    expect(await ext.usdcOf(recipient)).toBe(net_amount);
  });

  it('to main is there to be spent with spl-token', async () => {
    const accepted = await begin({ recipient_main: stranger.address });
    const { net_amount } = await completed(accepted.withdrawal_id);
    expect(await main.usdcOf(stranger.address)).toBe(net_amount);
    const to = await newAddress();
    await stranger.pay('main', 'transferChecked', [{ to, amount: net_amount }]);
    expect(await main.usdcOf(to)).toBe(net_amount);
    expect(await main.usdcOf(stranger.address)).toBe(0);
  });
});

it('in the end the books say what came and what went', async () => {
  const { grown, expected } = await books.compare();
  expect(grown).toEqual(expected);
  expect((await fundedSolvencyOf(exchange)).difference).toBe(0);
});
