/** Users whose money comes and goes over the chains, and the books that must agree with all of it in the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk } from './answers';
import { eventually } from './eventually';
import type { Exchange } from './exchange';
import {
  acceptedWithdrawal,
  bridgeAddress,
  depositStatus,
  fauceted,
  fundedSolvency,
  proxyWallet,
  withdrawal,
} from './funding-answers';
import type { DepositRecord, WithdrawalRecord } from './funding-answers';
import { balanceOf } from './scenario';
import { Wallet } from './wallet';
import type { WithdrawalBody } from './wallet';

/** A deposit on a busy machine, with each of its parts killed on the way. */
const MONEY_TIMEOUT_MS = 240_000;
const RETRY_MS = 200;

/** Somebody who may deposit: their key, and where they send to. */
export interface Depositor {
  readonly wallet: Wallet;
  readonly user: string;
  readonly depositAddress: string;
  readonly proxyWallet: string;
}

export async function newDepositor(exchange: Exchange): Promise<Depositor> {
  const wallet = await Wallet.create();
  return { wallet, ...(await placesOf(exchange, wallet.publicKey)) };
}

/** Where a user sends to; asking starts the watch. */
export async function placesOf(exchange: Exchange, user: string) {
  const bridge = expectOk(
    bridgeAddress,
    await exchange.get(`/v1/deposit/bridge-address/${user}`),
  ).data;
  const { proxy_wallet } = expectOk(proxyWallet, await exchange.get(`/v1/proxy/${user}`)).data;
  return { user, depositAddress: bridge.address, proxyWallet: proxy_wallet };
}

/** Test money on chain, by the gateway's faucet. @returns the transaction */
export async function faucet(
  exchange: Exchange,
  gift: {
    readonly chain: 'ext' | 'main';
    readonly address: string;
    readonly token: 'usdc' | 'native';
    readonly amount: number;
  },
): Promise<string> {
  return expectOk(fauceted, await exchange.post('/v1/faucet', gift)).data.tx_signature;
}

/** The deposit of a transaction, once it satisfies. */
export async function depositOnce(
  exchange: Exchange,
  { user, signature }: { readonly user: string; readonly signature: string },
  satisfies: (deposit: DepositRecord) => boolean,
): Promise<DepositRecord> {
  const found = await eventually(
    async () => {
      const answer = await exchange.get(`/v1/deposit/status/${user}`);
      const { deposits } = expectOk(depositStatus, answer);
      return deposits.find((one) => one.tx_signature === signature);
    },
    (one) => one !== undefined && satisfies(one),
    MONEY_TIMEOUT_MS,
  );
  if (found === undefined) throw new Error('not reached');
  return found;
}

export const creditedDeposit = (
  exchange: Exchange,
  sent: { readonly user: string; readonly signature: string },
): Promise<DepositRecord> =>
  // The credit may be seen before the transfer's completion, which names the transaction.
  depositOnce(exchange, sent, ({ phase, tx_main }) => phase === 'credited' && tx_main !== null);

/** A user with money that came in on main: the quick way. */
export async function mainFundedUser(exchange: Exchange, amount: number): Promise<Depositor> {
  const depositor = await newDepositor(exchange);
  const { user, proxyWallet: address } = depositor;
  const signature = await faucet(exchange, { chain: 'main', address, token: 'usdc', amount });
  await creditedDeposit(exchange, { user, signature });
  return depositor;
}

/** Asks until it is accepted: the same request is safe to send again, whatever died. */
export async function withdraw(
  exchange: Exchange,
  wallet: Wallet,
  terms: WithdrawalBody,
  timeoutMs = MONEY_TIMEOUT_MS,
) {
  const body = await wallet.withdraw(terms);
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await exchange.post('/v1/withdraw', body).catch(() => null);
    const mayComeLater = answer === null || answer.status >= 500 || answer.status === 429;
    if (!mayComeLater) return expectOk(acceptedWithdrawal, answer, 202).data;
    if (performance.now() > deadlineMs) throw new Error(`never accepted: ${String(answer?.body)}`);
    await sleep(RETRY_MS);
  }
}

export const completedWithdrawal = (
  exchange: Exchange,
  withdrawalId: string,
): Promise<WithdrawalRecord> =>
  eventually(
    async () => expectOk(withdrawal, await exchange.get(`/v1/withdraw/${withdrawalId}`)).data,
    ({ status }) => status === 'completed',
    MONEY_TIMEOUT_MS,
  );

export const fundedSolvencyOf = async (exchange: Exchange) =>
  expectOk(fundedSolvency, await exchange.get('/v1/solvency'));

/** Compares deposits, withdrawals and costs with the exchange's own sums: to the micro-USDC. */
export class Books {
  private readonly exchange: Exchange;
  private readonly before: Awaited<ReturnType<typeof fundedSolvencyOf>>;
  private credited = 0;
  private paidOut = 0;
  private withdrawn = 0;
  private testMoney = 0;
  private revenuePaid = 0;
  private gasOfRevenue = 0;
  private readonly users = new Set<string>();

  private constructor(exchange: Exchange, before: Awaited<ReturnType<typeof fundedSolvencyOf>>) {
    this.exchange = exchange;
    this.before = before;
  }

  /** Once nothing that others began is under way. */
  static async open(exchange: Exchange): Promise<Books> {
    const before = await eventually(
      () => fundedSolvencyOf(exchange),
      ({ withdrawing }) => withdrawing === 0,
      MONEY_TIMEOUT_MS,
    );
    return new Books(exchange, before);
  }

  credit(user: string, amount: number): void {
    this.users.add(user);
    this.credited += amount;
  }

  giveTestMoney(user: string, amount: number): void {
    this.users.add(user);
    this.testMoney += amount;
  }

  payOut({ amount, net_amount }: { readonly amount: number; readonly net_amount: number }): void {
    this.withdrawn += amount;
    this.paidOut += net_amount;
  }

  /** Of revenue to a wallet. */
  payRevenue({
    gas_fee,
    net_amount,
  }: {
    readonly gas_fee: number;
    readonly net_amount: number;
  }): void {
    this.revenuePaid += net_amount;
    this.gasOfRevenue += gas_fee;
  }

  /** The growth of the exchange's sums, and the expected growth. */
  async compare() {
    const after = await fundedSolvencyOf(this.exchange);
    const balances = await Promise.all(
      [...this.users].map((user) => balanceOf(this.exchange, user)),
    );
    const held = balances.reduce((sum, { available }) => sum + available, 0);
    const fees = this.withdrawn - this.paidOut;
    const gas = this.credited + this.testMoney - this.withdrawn - held;
    const grown = {
      deposits_credited: after.deposits_credited - this.before.deposits_credited,
      test_credits: after.test_credits - this.before.test_credits,
      payouts: after.payouts - this.before.payouts,
      gas_revenue: after.gas_revenue - this.before.gas_revenue,
      withdrawing: after.withdrawing - this.before.withdrawing,
    };
    const expected = {
      deposits_credited: this.credited,
      test_credits: this.testMoney,
      payouts: this.paidOut + this.revenuePaid,
      gas_revenue: gas + fees + this.gasOfRevenue,
      withdrawing: 0,
    };
    return { grown, expected };
  }
}
