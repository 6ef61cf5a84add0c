import { costMicroUsdc } from '@bellwether/client';
import type { Fill, PreparedRequest, Trader } from '@bellwether/client';
import { ChainWallet } from './chain-wallet';
import type { DemoExchange } from './demo-exchange';
import { followDeposit, followWithdrawal, showBalance } from './follow-money';
import { usdc } from './narration';
import type { Narration } from './narration';

const GIFT_MICRO_USDC = 300_000_000;
const GIFT_LAMPORTS = 1_000_000_000;
const DEPOSIT_MICRO_USDC = 250_000_000;
const CONTRACTS = 10;
const WITHDRAWN_MICRO_USDC = 100_000_000;

/** Somebody with USDC on ext and a key of their own: in, a trade, and out again. */
export class OwnKeyJourney {
  private readonly exchange: DemoExchange;
  private readonly narration: Narration;
  /** Sent requests by nonce, as a careful client stores them. */
  private readonly kept: PreparedRequest[] = [];

  constructor(exchange: DemoExchange, narration: Narration) {
    this.exchange = exchange;
    this.narration = narration;
  }

  async run(): Promise<void> {
    const { exchange, narration } = this;
    const trader = exchange.newTrader((request) => void this.kept.push(request));
    const wallet = await ChainWallet.create({
      rpcUrl: exchange.file.ext_rpc_url,
      usdc: exchange.file.usdc_ext,
    });
    narration.chapter('A user with a key of their own');
    narration.report(`user ${trader.user}`);
    await this.fill(wallet);
    const credited = await this.deposit(trader, wallet);
    const left = await this.trade(trader, credited);
    await this.withdraw(trader, wallet, left);
  }

  private async fill(wallet: ChainWallet): Promise<void> {
    const { exchange, narration } = this;
    const { address } = wallet;
    await exchange.faucet({ chain: 'ext', address, token: 'native', amount: GIFT_LAMPORTS });
    const signature = await exchange.faucet({
      chain: 'ext',
      address,
      token: 'usdc',
      amount: GIFT_MICRO_USDC,
    });
    narration.report(`the faucet gives ${usdc(GIFT_MICRO_USDC)} to wallet ${address}`, signature);
    await exchange.until(
      'the gift arrived',
      () => wallet.usdcHeld(),
      (held) => held === GIFT_MICRO_USDC,
    );
  }

  /** @returns what is available then */
  private async deposit({ user, gateway }: Trader, wallet: ChainWallet): Promise<number> {
    const { exchange, narration } = this;
    narration.chapter('Deposit');
    const { address: to, chain } = await exchange.gateway.depositAddress(user);
    narration.report(`deposit address on ${chain}: ${to}`);
    const signature = await wallet.sendUsdc(to, DEPOSIT_MICRO_USDC);
    narration.report(`the wallet sends ${usdc(DEPOSIT_MICRO_USDC)}`, signature);
    const sent = { user, signature, amount: DEPOSIT_MICRO_USDC, gateway };
    await followDeposit(sent, exchange, narration);
    return showBalance({ user, credited: DEPOSIT_MICRO_USDC }, exchange, narration);
  }

  /** @returns what is available then */
  private async trade(trader: Trader, available: number): Promise<number> {
    const { exchange, narration } = this;
    const { question, marketId, price } = await exchange.bestOffer();
    narration.chapter('Trade');
    narration.report(question);
    const { answer: placed } = await trader.placeOrder({
      market_id: marketId,
      side: 'buy',
      outcome: 'yes',
      price,
      size: CONTRACTS,
      order_type: 'fok',
    });
    const cost = costOf(placed.fills);
    narration.report(`buys ${CONTRACTS} YES at ${price / 100} cents: ${placed.status}`);
    const balance = await trader.balance();
    narration.mustBe('available', balance.available, available - cost);
    return available - cost;
  }

  private async withdraw(trader: Trader, wallet: ChainWallet, available: number): Promise<void> {
    const { exchange, narration } = this;
    narration.chapter('Withdrawal to the wallet on ext');
    const before = await wallet.usdcHeld();
    const { answer: accepted } = await trader.withdraw({
      amount: WITHDRAWN_MICRO_USDC,
      recipient_ext: wallet.address,
    });
    await this.sendAgain(trader, accepted.withdrawal_id);
    const held = async () => (await wallet.usdcHeld()) - before;
    await followWithdrawal({ accepted, held }, exchange, narration);
    const balance = await trader.balance();
    narration.mustBe('available', balance.available, available - WITHDRAWN_MICRO_USDC);
    narration.mustBe('withdrawing', balance.withdrawing, 0);
  }

  /** Sends the stored requests again, as after a crash. @throws Error if that has an effect */
  private async sendAgain(trader: Trader, withdrawalId: string): Promise<void> {
    const request = this.kept.find(({ kind }) => kind === 'withdraw');
    if (request === undefined) throw new Error('no withdrawal was kept');
    const { answer, replayed } = await trader.send(request);
    const isTheSame = 'withdrawal_id' in answer && answer.withdrawal_id === withdrawalId;
    if (!replayed || !isTheSame) throw new Error('the same request again was another withdrawal');
    this.narration.report('the same request again: the same withdrawal');
  }
}

/** The cost of the fills: the price, and the fee. */
const costOf = (fills: readonly Fill[]): number =>
  fills
    .map(({ price, quantity, taker_fee: fee }) => costMicroUsdc(price, quantity) + fee)
    .reduce((sum, cost) => sum + cost, 0);
