/**
 * Users who fill the queue of payouts: one with as many withdrawals as it may have, one with recipients that cannot be
 * paid, which is refused. An honest user behind them is paid without delay, as users are served in turn.
 */
import { beforeAll, expect, it } from 'vitest';
import { expectError, expectOk } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import { acceptedWithdrawal, withdrawal } from '../../e2e/src/funding-answers';
import {
  completedWithdrawal,
  fundedSolvencyOf,
  mainFundedUser,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { USDC } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { chainsOf } from '../src/on-chain';

const exchange = attackedExchange();
const OPEN_WITHDRAWALS = 4;
const AMOUNT = 20 * USDC;
const TIMEOUT_MS = 240_000;

let greedy: Depositor;
let spiteful: Depositor;
let honest: Depositor;
beforeAll(async () => {
  greedy = await mainFundedUser(exchange, 400 * USDC);
  spiteful = await mainFundedUser(exchange, 200 * USDC);
  honest = await mainFundedUser(exchange, 50 * USDC);
});

const ask = async (
  { wallet }: Depositor,
  recipient: { readonly recipient_main: string } | { readonly recipient_ext: string },
  nonce: number,
) => exchange.post('/v1/withdraw', await wallet.withdraw({ amount: AMOUNT, ...recipient, nonce }));

const accepted = (answer: Awaited<ReturnType<typeof ask>>): string =>
  expectOk(acceptedWithdrawal, answer, 202).data.withdrawal_id;

const ended = (id: string) =>
  eventually(
    async () => expectOk(withdrawal, await exchange.get(`/v1/withdraw/${id}`)).data,
    ({ status }) => status === 'completed' || status === 'failed',
    TIMEOUT_MS,
  );

it('whoever withdraws as much as they may, and to whom nobody can pay, keeps nobody else waiting', async () => {
  const nobodysWallet = chainsOf(exchange).main.usdc; // a mint
  const payable: string[] = [];
  for (let times = 0; times <= OPEN_WITHDRAWALS; times++) {
    // The nonce is unused.
    expect(expectError(await ask(spiteful, { recipient_main: nobodysWallet }, 1))).toMatchObject({
      status: 422,
      code: 'RECIPIENT_NOT_A_WALLET',
      details: { field: 'recipient_main', value: nobodysWallet, is: 'exchange_program' },
    });
  }
  const { publicKey: recipient_ext } = await Wallet.create();
  // It sends until one is refused: on a slow machine the first may be paid before the last one is requested.
  let last = await ask(greedy, { recipient_ext }, 1);
  for (let nonce = 2; last.status === 202; nonce++) {
    payable.push(accepted(last));
    last = await ask(greedy, { recipient_ext }, nonce);
  }
  expect(payable.length).toBeGreaterThanOrEqual(OPEN_WITHDRAWALS);
  expect(expectError(last)).toMatchObject({
    status: 422,
    code: 'TOO_MANY_OPEN_WITHDRAWALS',
    details: { limit: OPEN_WITHDRAWALS, open: OPEN_WITHDRAWALS },
  });

  const { publicKey: recipient_main } = await Wallet.create();
  const { withdrawal_id } = await withdraw(exchange, honest.wallet, {
    amount: AMOUNT,
    recipient_main,
    nonce: 1,
  });
  expect((await completedWithdrawal(exchange, withdrawal_id)).status).toBe('completed');

  for (const id of payable) expect((await ended(id)).status).toBe('completed');
  expect(await fundedSolvencyOf(exchange)).toMatchObject({ difference: 0 });
});
