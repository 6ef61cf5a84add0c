/**
 * Users who try to make the exchange pay for them: accounts at their recipients, which they close for the rent;
 * deposits smaller than the cost of their credit; recoveries of nothing. What the exchange's own keys lose on the
 * chains is never more than the users are charged.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectOk } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import { recovery } from '../../e2e/src/funding-answers';
import {
  completedWithdrawal,
  creditedDeposit,
  depositOnce,
  faucet,
  mainFundedUser,
  newDepositor,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { LocalChainRpc, chainServicesOf } from '../../e2e/src/local-chains';
import { USDC, balanceOf } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { DryMarket, depositLamports, restedOrSwapped } from '../src/dry-market';
import type { JunkDeposit } from '../src/dry-market';
import { chainsOf } from '../src/on-chain';
import { OperatorWallets } from '../src/operator-wallets';

const exchange = attackedExchange();
const ROUNDS = Number(process.env['ATTACK_RECIPIENTS'] ?? 1);
/** A native unit, its price, and the name of its token. */
const UNIT_LAMPORTS = 1_000_000_000;
const UNIT_VALUE = 150 * USDC;
const LAMPORTS_MINT = '1'.repeat(32);
/** The pause before a swap is tried again: longer than a query takes. */
const REST_SECONDS = 5;
/** 0.20 USDC of the second token: less than the smallest deposit. */
const TOO_FEW_TOKENS = 1_000_000;
/** The smallest deposit over the bridge: it costs more. */
const SMALL_DEPOSIT = USDC;

let wallets: OperatorWallets;
let user: Depositor;
beforeAll(async () => {
  wallets = await OperatorWallets.of(exchange);
  user = await mainFundedUser(exchange, 200 * USDC);
  // The first transfer over the bridge creates accounts of the exchange's own, once.
  await payOut({ recipient_ext: (await Wallet.create()).publicKey }, 1);
  await smallDeposit(await newDepositor(exchange));
});

type Recipient = { readonly recipient_main: string } | { readonly recipient_ext: string };

/** @returns what the user was charged for it, once it is paid */
async function payOut(recipient: Recipient, nonce: number): Promise<number> {
  const asked = { amount: 20 * USDC, ...recipient, nonce };
  const { withdrawal_id } = await withdraw(exchange, user.wallet, asked);
  const { gas_fee } = await completedWithdrawal(exchange, withdrawal_id);
  return gas_fee;
}

async function smallDeposit({ user: to, depositAddress: address }: Depositor): Promise<void> {
  const gift = { chain: 'ext', token: 'usdc', amount: SMALL_DEPOSIT, address } as const;
  await creditedDeposit(exchange, { user: to, signature: await faucet(exchange, gift) });
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

  it('on the smallest deposit over the bridge: it is charged or owed, or rent that comes back', async () => {
    const small = await newDepositor(exchange);
    const spent = await wallets.spentBy(() => smallDeposit(small));
    const { available, gas_debt } = await eventually(
      () => balanceOf(exchange, small.user),
      ({ available: left, gas_debt: debt }) => left < SMALL_DEPOSIT && debt > 0,
    );
    const rent = await wallets.rentOf([small]);
    expect(rent).toBeGreaterThan(0);
    expect(SMALL_DEPOSIT - available + gas_debt + rent).toBeGreaterThanOrEqual(spent);
  });
});

describe('a recovery', () => {
  it('of a token on nobody’s list makes no account, and costs whoever asks what it takes', async () => {
    const ext = new LocalChainRpc(exchange, 'ext');
    const mint = chainServicesOf(exchange).ext.tokens[1]!.mint;
    const owner = await mainFundedUser(exchange, 20 * USDC);
    // It comes before the deposit, which is reported when it is final: so this account is final by then.
    const { publicKey: withAccount } = await Wallet.create();
    await ext.mintOf(mint, withAccount, 1);
    const signature = await ext.mintOf(mint, owner.depositAddress, TOO_FEW_TOKENS);
    const sent = { user: owner.user, signature };
    const found = await depositOnce(exchange, sent, ({ phase }) => phase === 'rejected');
    expect(found).toMatchObject({ reason: 'below_minimum' });
    const ask = async (recipient_ext: string, nonce: number) =>
      exchange.post(
        '/v1/deposit/recover',
        await owner.wallet.recover({ mint, recipient_ext, nonce }),
      );

    const { publicKey: withoutAccount } = await Wallet.create();
    const nothing = await wallets.spentBy(async () => {
      const refused = expectError(await ask(withoutAccount, 1));
      expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    });
    expect(nothing).toBe(0);

    const left = async () => {
      const { available, gas_debt } = await balanceOf(exchange, owner.user);
      return available - gas_debt;
    };
    const before = await left();
    const spent = await wallets.spentBy(async () => {
      expectOk(recovery, await ask(withAccount, 2));
      await eventually(
        () => ext.heldOf(mint, withAccount),
        (held) => held === TOO_FEW_TOKENS + 1,
      );
    });
    const after = await eventually(left, (now) => now < before);
    expect(spent).toBeGreaterThan(0);
    expect(before - after).toBeGreaterThanOrEqual(spent);
  });

  it('while gas is owed is refused and signs nothing, and what is owed is paid with the deposit', async () => {
    const junk: JunkDeposit[] = [];
    const spent = await wallets.spentBy(async () => {
      const market = await DryMarket.with(exchange, UNIT_VALUE + UNIT_VALUE / 2);
      try {
        junk.push(...(await depositLamports(exchange, 2, UNIT_LAMPORTS)));
        const records = await restedOrSwapped(exchange, junk, REST_SECONDS);
        const debtor = junk[records.findIndex(({ tx_swap }) => tx_swap === null)]!;
        const { publicKey: recipient_ext } = await Wallet.create();
        for (const mint of [LAMPORTS_MINT, chainsOf(exchange).ext.usdc]) {
          const body = await debtor.depositor.wallet.recover({ mint, recipient_ext, nonce: 1 });
          const answer = expectError(await exchange.post('/v1/deposit/recover', body));
          expect(answer).toMatchObject({ status: 409, code: 'GAS_DEBT_UNPAID' });
        }
      } finally {
        await market.fill();
        for (const one of junk) await creditedDeposit(exchange, one);
      }
    });
    const left = async () => {
      const balances = junk.map(({ user: who }) => balanceOf(exchange, who));
      return (await Promise.all(balances)).reduce((sum, { available }) => sum + available, 0);
    };
    const rent = await wallets.rentOf(junk.map(({ depositor }) => depositor));
    await eventually(left, (available) => 2 * UNIT_VALUE - available + rent >= spent);
  });

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
