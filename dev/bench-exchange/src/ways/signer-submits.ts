import { createHmac } from 'node:crypto';
import { parsePublicKey } from '@bellwether/codec';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { postRequest } from '../http-connection';
import { TradingDesk } from '../trading-desk';
import { driveHttp, readAnswers } from './http-run';
import { orderBody } from './order-body';
import type { Run, Way } from './way';

const PATH = '/v1/submit';
const BUILDER_FEE_BPS = 10;

/** `POST /v1/submit` of the signer: the full envelope, a builder's fee, and a key that the signer derives and signs with. */
export class SignerSubmits implements Way {
  readonly name = 'POST /v1/submit';
  readonly lanes = [64, 1];

  private constructor(
    private readonly exchange: ExchangeUnderTest,
    private readonly desks: readonly TradingDesk[],
  ) {}

  static async open(exchange: ExchangeUnderTest, lanes: number): Promise<SignerSubmits> {
    const markets = await exchange.openMarkets('Which desk of the signer is the fastest?', lanes);
    const desks: TradingDesk[] = [];
    for (const [desk, marketId] of markets.entries()) {
      const users = [
        await delegated(exchange, desk, 0),
        await delegated(exchange, desk, 1),
      ] as const;
      desks.push(new TradingDesk(marketId, users));
    }
    return new SignerSubmits(exchange, desks);
  }

  /** The envelopes are made when they are sent: they are good for 30 seconds. */
  async run(lanes: number, each: number): Promise<Run> {
    const orders = this.desks.slice(0, lanes).map((desk) => desk.next(each));
    const url = `${this.exchange.signerUrl}${PATH}`;
    const requests = orders.map((lane) =>
      lane
        .map(({ terms }) => JSON.stringify({ ...orderBody(terms), fee_bps: BUILDER_FEE_BPS }))
        .map((body) => postRequest({ url, body, headers: this.envelope(body) })),
    );
    const load = await driveHttp(this.exchange.signerUrl, requests);
    return { load, placed: readAnswers(orders, load) };
  }

  private envelope(body: string): Record<string, string> {
    const { api_key, secret } = this.exchange.builder;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`${timestamp}POST${PATH}${body}`)
      .digest('hex');
    return { 'X-Api-Key': api_key, 'X-Timestamp': timestamp, 'X-Signature': signature };
  }
}

async function delegated(exchange: ExchangeUnderTest, desk: number, trader: number) {
  const user = parsePublicKey(await exchange.delegatedUser(`desk ${desk}, trader ${trader}`));
  if (user === undefined) throw new Error('the signer gave a key that is none');
  await exchange.credit(user);
  return user;
}
