import { asObject, listOf, numberOf, textOf } from '../../local-exchange/src/json-client';
import type { JsonObject } from '../../local-exchange/src/json-client';
import { ChainWallet } from './chain-wallet';
import type { DemoExchange } from './demo-exchange';
import { ExchangeUser } from './exchange-user';
import { followDeposit, followWithdrawal, showBalance } from './follow-money';
import { usdc } from './narration';
import type { Narration } from './narration';

const GIFT_MICRO_USDC = 300_000_000;
const GIFT_LAMPORTS = 1_000_000_000;
const DEPOSIT_MICRO_USDC = 250_000_000;
const CONTRACTS = 10;
const MICRO_USDC_PER_BP = 100;
const WITHDRAWN_MICRO_USDC = 100_000_000;

/** Somebody with USDC on ext and a key of their own: in, a trade, and out again. */
export class OwnKeyJourney {
  private readonly exchange: DemoExchange;
  private readonly narration: Narration;

  constructor(exchange: DemoExchange, narration: Narration) {
    this.exchange = exchange;
    this.narration = narration;
  }

  async run(): Promise<void> {
    const { exchange, narration } = this;
    const user = await ExchangeUser.create();
    const wallet = await ChainWallet.create({
      rpcUrl: exchange.extRpcUrl,
      usdc: exchange.usdcOfExt,
    });
    narration.chapter('A user with a key of their own');
    narration.tell(`user ${user.publicKey}`);
    await this.fill(wallet);
    const credited = await this.deposit(user, wallet);
    const left = await this.trade(user, credited);
    await this.withdraw(user, wallet, left);
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
    narration.tell(`the faucet gives ${usdc(GIFT_MICRO_USDC)} to wallet ${address}`, signature);
    await exchange.until(
      'the gift arrived',
      () => wallet.usdcHeld(),
      (held) => held === GIFT_MICRO_USDC,
    );
  }

  /** @returns what is available then */
  private async deposit(user: ExchangeUser, wallet: ChainWallet): Promise<number> {
    const { exchange, narration } = this;
    narration.chapter('Deposit');
    const bridge = await exchange.data(`/v1/deposit/bridge-address/${user.publicKey}`);
    const to = textOf(bridge, 'address');
    narration.tell(`deposit address on ${textOf(bridge, 'chain')}: ${to}`);
    const signature = await wallet.sendUsdc(to, DEPOSIT_MICRO_USDC);
    narration.tell(`the wallet sends ${usdc(DEPOSIT_MICRO_USDC)}`, signature);
    const sent = { user: user.publicKey, signature, amount: DEPOSIT_MICRO_USDC };
    await followDeposit(sent, exchange, narration);
    const credited = { user: user.publicKey, credited: DEPOSIT_MICRO_USDC };
    return showBalance(credited, exchange, narration);
  }

  /** @returns what is available then */
  private async trade(user: ExchangeUser, available: number): Promise<number> {
    const { exchange, narration } = this;
    const { question, marketId, price } = await exchange.bestOffer();
    narration.chapter('Trade');
    narration.tell(question);
    const order = { market_id: marketId, price, size: CONTRACTS, nonce: 1 };
    const placed = await exchange.send('/v1/orders', await user.buyYes(order));
    const cost = costOf(listOf(placed, 'fills'));
    narration.tell(`buys ${CONTRACTS} YES at ${price / 100} cents: ${textOf(placed, 'status')}`);
    const balance = await exchange.read(`/v1/balance/${user.publicKey}`);
    narration.mustBe('available', numberOf(balance, 'available'), available - cost);
    return available - cost;
  }

  private async withdraw(
    user: ExchangeUser,
    wallet: ChainWallet,
    available: number,
  ): Promise<void> {
    const { exchange, narration } = this;
    narration.chapter('Withdrawal to the wallet on ext');
    const before = await wallet.usdcHeld();
    const body = await user.withdraw({
      amount: WITHDRAWN_MICRO_USDC,
      recipient_ext: wallet.address,
      nonce: 1,
    });
    const accepted = dataOf(await exchange.send('/v1/withdraw', body));
    const again = dataOf(await exchange.send('/v1/withdraw', body));
    if (textOf(again, 'withdrawal_id') !== textOf(accepted, 'withdrawal_id')) {
      throw new Error('the same request again was another withdrawal');
    }
    narration.tell('the same request again: the same withdrawal');
    const held = async () => (await wallet.usdcHeld()) - before;
    await followWithdrawal({ accepted, held }, exchange, narration);
    const balance = await exchange.read(`/v1/balance/${user.publicKey}`);
    const left = available - WITHDRAWN_MICRO_USDC;
    narration.mustBe('available', numberOf(balance, 'available'), left);
    narration.mustBe('withdrawing', numberOf(balance, 'withdrawing'), 0);
  }
}

const dataOf = (answer: JsonObject): JsonObject => asObject(answer['data'], 'data');

/** What the fills took: the price, and the fee beside it. */
const costOf = (fills: readonly JsonObject[]): number =>
  fills
    .map((fill) => {
      const notional = numberOf(fill, 'price') * numberOf(fill, 'quantity') * MICRO_USDC_PER_BP;
      return notional + numberOf(fill, 'taker_fee');
    })
    .reduce((sum, cost) => sum + cost, 0);
