import { randomUUID } from 'node:crypto';
import { ChainWallet } from './chain-wallet';
import type { DemoExchange } from './demo-exchange';
import { followDeposit, followWithdrawal, showBalance } from './follow-money';
import { usdc } from './narration';
import type { Narration } from './narration';

const DEPOSIT_MICRO_USDC = 40_000_000;
const WITHDRAWN_MICRO_USDC = 15_000_000;

/** A user of a builder, whose key the signer has: USDC on main straight into the proxy wallet, and out on main. */
export class BuilderJourney {
  private readonly exchange: DemoExchange;
  private readonly narration: Narration;

  constructor(exchange: DemoExchange, narration: Narration) {
    this.exchange = exchange;
    this.narration = narration;
  }

  async run(): Promise<void> {
    const { exchange, narration } = this;
    narration.chapter("A builder's user, on main alone");
    const { builder } = exchange;
    const { public_key: user } = await builder.createUserKey({ user_id: `demo-${randomUUID()}` });
    const { address: proxyWallet } = await builder.depositAddress({ user, chain: 'main' });
    narration.report(`user ${user}, proxy wallet ${proxyWallet}`);
    const signature = await exchange.faucet({
      chain: 'main',
      address: proxyWallet,
      token: 'usdc',
      amount: DEPOSIT_MICRO_USDC,
    });
    narration.report(`the faucet sends ${usdc(DEPOSIT_MICRO_USDC)} there`, signature);
    const sent = { user, signature, amount: DEPOSIT_MICRO_USDC, gateway: exchange.gateway };
    await followDeposit(sent, exchange, narration);
    await showBalance({ user, credited: DEPOSIT_MICRO_USDC }, exchange, narration);
    await this.withdraw(user);
  }

  private async withdraw(user: string): Promise<void> {
    const { exchange, narration } = this;
    const wallet = await ChainWallet.create({
      rpcUrl: exchange.file.main_rpc_url,
      usdc: exchange.file.usdc_main,
    });
    narration.report(`withdraws to wallet ${wallet.address}`);
    const { answer: accepted } = await exchange.builder.withdraw(user, {
      amount: WITHDRAWN_MICRO_USDC,
      recipient_main: wallet.address,
    });
    await followWithdrawal({ accepted, held: () => wallet.usdcHeld() }, exchange, narration);
  }
}
