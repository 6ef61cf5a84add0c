/** One user who sends single requests and records the outcomes, while a disk fills up and empties. */
import { BellwetherError, KeyPair, OutcomeUnknownError, Trader } from '@bellwether/client';
import type { Exchange } from '../../e2e/src/exchange';
import { LOAD_FUNDS } from '../../e2e/src/load';
import { credit } from '../../e2e/src/scenario';

/** The outcome of a request as its caller sees it: done, an error code, or unknown. */
export type Learned = 'done' | 'unknown' | (string & Record<never, never>);

/** Longer than the gateway waits for the engine. */
const TIMEOUT_MS = 10_000;
const PRICE = 1_000;
/** One USD at that price: the smallest order that may rest. */
const SIZE = 10;

export class DiskProbe {
  private nonce = 0;
  /** Nonces of the orders sent, by the outcome seen. */
  readonly learned = new Map<number, Learned>();
  private readonly open: number[] = [];

  private constructor(
    private readonly trader: Trader,
    private readonly marketId: string,
  ) {}

  static async start(exchange: Exchange, marketId: string): Promise<DiskProbe> {
    const { gateway_url: gatewayUrl, network } = exchange.file;
    const retry = { maxAttempts: 1, attemptTimeoutMs: TIMEOUT_MS };
    const trader = new Trader({ gatewayUrl, network, key: KeyPair.random(), retry });
    await credit(exchange, trader.user, LOAD_FUNDS);
    return new DiskProbe(trader, marketId);
  }

  get user(): string {
    return this.trader.user;
  }

  async order(): Promise<Learned> {
    const nonce = ++this.nonce;
    const learned = await learnedOf(async () => {
      const terms = { market_id: this.marketId, side: 'buy', outcome: 'yes' } as const;
      const order = { ...terms, price: PRICE, size: SIZE, order_type: 'gtc' } as const;
      const { answer } = await this.trader.send(await this.trader.prepareOrder(order, { nonce }));
      this.open.push(answer.order_id);
    });
    this.learned.set(nonce, learned);
    return learned;
  }

  /** Cancels an order that `order` placed. */
  async cancel(): Promise<Learned> {
    const [order_id] = this.open;
    if (order_id === undefined) throw new Error('no order of the probe is open');
    const learned = await learnedOf(() =>
      this.trader.cancelOrder({ market_id: this.marketId, order_id }),
    );
    if (learned === 'done') this.open.shift();
    return learned;
  }

  read(): Promise<Learned> {
    return learnedOf(() => this.trader.gateway.book(this.marketId));
  }

  /** The mode as the API shows it; the outcome instead if it cannot be read. */
  async mode(): Promise<string> {
    let mode = '';
    const learned = await learnedOf(async () => {
      ({ mode } = await this.trader.gateway.status());
    });
    return learned === 'done' ? mode : learned;
  }
}

async function learnedOf(ask: () => Promise<unknown>): Promise<Learned> {
  try {
    await ask();
    return 'done';
  } catch (error) {
    if (error instanceof BellwetherError) return `${error.status} ${error.code}`;
    if (error instanceof OutcomeUnknownError) return 'unknown';
    throw error;
  }
}
