/**
 * Users who make the exchange pay for them: accounts at their recipients, that they close to keep the rent; deposits too small
 * for what crediting them takes; recoveries of what is not there. What its own keys lose on the chains is never more than
 * what the user is charged.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import {
  completedWithdrawal,
  creditedDeposit,
  faucet,
  mainFundedUser,
  newDepositor,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { USDC, balanceOf } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { chainsOf } from '../src/on-chain';
import { OperatorWallets } from '../src/operator-wallets';

const exchange = attackedExchange();
const ROUNDS = Number(process.env['ATTACK_RECIPIENTS'] ?? 2);
/** The least that may be deposited over the bridge, with what a deposit takes. */
const SMALL_DEPOSIT = 5 * USDC;

let wallets: OperatorWallets;
let user: Depositor;
beforeAll(async () => {
  wallets = await OperatorWallets.of(exchange);
  user = await mainFundedUser(exchange, 200 * USDC);
  // The first over the bridge makes accounts of the exchange's own, once for all.
  await payOut({ recipient_ext: (await Wallet.create()).publicKey }, 1);
});

type Recipient = { readonly recipient_main: string } | { readonly recipient_ext: string };

/** @returns what the user was charged for it, once it is paid */
async function payOut(recipient: Recipient, nonce: number): Promise<number> {
  const asked = { amount: 20 * USDC, ...recipient, nonce };
  const { withdrawal_id } = await withdraw(exchange, user.wallet, asked);
  const { gas_fee } = await completedWithdrawal(exchange, withdrawal_id);
  return gas_fee;
}

describe('the exchange loses nothing', () => {
  it.each(['recipient_main', 'recipient_ext'] as const)(
    'on withdrawals to a new account each time (%s)',
    async (where) => {
      for (let round = 1; round <= ROUNDS; round++) {
        const { publicKey } = await Wallet.create();
        const recipient =
          where === 'recipient_main' ? { recipient_main: publicKey } : { recipient_ext: publicKey };
        const nonce = (where === 'recipient_main' ? 100 : 200) + round;
        let charged = 0;
        const spent = await wallets.spentBy(async () => {
          charged = await payOut(recipient, nonce);
        });
        expect(spent).toBeGreaterThan(0);
        expect(charged).toBeGreaterThanOrEqual(spent);
      }
    },
  );

  it('on a small deposit over the bridge', async () => {
    const small = await newDepositor(exchange);
    const gift = { chain: 'ext', token: 'usdc', amount: SMALL_DEPOSIT } as const;
    const spent = await wallets.spentBy(async () => {
      const signature = await faucet(exchange, { ...gift, address: small.depositAddress });
      await creditedDeposit(exchange, { user: small.user, signature });
    });
    const { available, gas_debt } = await eventually(
      () => balanceOf(exchange, small.user),
      ({ available: left }) => left < SMALL_DEPOSIT,
    );
    expect(SMALL_DEPOSIT - available + gas_debt).toBeGreaterThanOrEqual(spent);
  });
});

describe('a recovery', () => {
  it('of USDC that is not there is refused, and makes no account', async () => {
    const { publicKey: recipient_ext } = await Wallet.create();
    const mint = chainsOf(exchange).ext.usdc;
    const spent = await wallets.spentBy(async () => {
      const body = await user.wallet.recover({ mint, recipient_ext, nonce: 1 });
      const answer = expectError(await exchange.post('/v1/deposit/recover', body));
      expect(answer).toMatchObject({ status: 422, code: 'NOTHING_TO_RECOVER' });
    });
    expect(spent).toBe(0);
  });

  it('of a token that there is not is refused, and makes no account', async () => {
    const { publicKey: mint } = await Wallet.create();
    const { publicKey: recipient_ext } = await Wallet.create();
    const spent = await wallets.spentBy(async () => {
      const body = await user.wallet.recover({ mint, recipient_ext, nonce: 2 });
      const { status } = expectError(await exchange.post('/v1/deposit/recover', body));
      expect([400, 422]).toContain(status);
    });
    expect(spent).toBe(0);
  });
});
