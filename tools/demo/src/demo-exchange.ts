import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExchangeApi } from '../../local-exchange/src/demo/exchange-api';
import { readBuilderCredentials } from '../../local-exchange/src/exchange-file';
import type { BuilderCredentials } from '../../local-exchange/src/exchange-file';
import {
  asObject,
  listOf,
  numberOf,
  requestJson,
  textOf,
} from '../../local-exchange/src/json-client';
import type { JsonObject } from '../../local-exchange/src/json-client';

const POLL_MS = 200;
/** An exchange alone on a machine takes twenty seconds; a busy one may take longer. */
const PATIENCE_MS = 90_000;

/** A price at which something is offered now. */
export interface Offer {
  readonly question: string;
  readonly marketId: string;
  /** bp of YES. */
  readonly price: number;
}

/** A running local exchange, found by its folder, and what the journeys ask of it. */
export class DemoExchange {
  readonly builder: BuilderCredentials;
  readonly extRpcUrl: string;
  readonly usdcOfExt: string;
  readonly usdcOfMain: string;
  readonly mainRpcUrl: string;
  private readonly gatewayUrl: string;
  private readonly api: ExchangeApi;

  constructor(dataDir: string) {
    const file = join(dataDir, 'exchange.json');
    const exchange = asObject(JSON.parse(readFileSync(file, 'utf8')), file);
    const builder = readBuilderCredentials(file);
    if (builder === null) throw new Error(`${file} names no builder`);
    this.builder = builder;
    this.extRpcUrl = textOf(exchange, 'ext_rpc_url');
    this.mainRpcUrl = textOf(exchange, 'main_rpc_url');
    this.usdcOfExt = textOf(exchange, 'usdc_ext');
    this.usdcOfMain = textOf(exchange, 'usdc_main');
    this.gatewayUrl = textOf(exchange, 'gateway_url');
    const urls = { gateway: this.gatewayUrl, signer: textOf(exchange, 'signer_url') };
    this.api = new ExchangeApi(urls, textOf(exchange, 'admin_key'));
  }

  read(path: string): Promise<JsonObject> {
    return this.api.read(path);
  }

  /** The `data` of an answer that is wrapped. */
  async data(path: string): Promise<JsonObject> {
    return asObject((await this.read(path))['data'], path);
  }

  send(path: string, content: JsonObject): Promise<JsonObject> {
    return requestJson('POST', `${this.gatewayUrl}${path}`, { body: JSON.stringify(content) });
  }

  asBuilder(path: string, content: JsonObject): Promise<JsonObject> {
    return this.api.asBuilder(this.builder, path, content);
  }

  /** Test money on chain. @returns the transaction */
  async faucet(gift: {
    readonly chain: 'ext' | 'main';
    readonly address: string;
    readonly token: 'usdc' | 'native';
    readonly amount: number;
  }): Promise<string> {
    const { data } = await this.send('/v1/faucet', gift);
    return textOf(asObject(data, 'the faucet'), 'tx_signature');
  }

  /** The best offer of YES in the demo market that everybody can see. */
  async bestOffer(): Promise<Offer> {
    const [event] = listOf(await this.read('/v1/markets?category=weather'), 'markets');
    if (event === undefined) throw new Error('there is no demo market: was it started --empty?');
    const [outcome] = listOf(event, 'outcomes');
    const marketId = textOf(asObject(outcome, 'outcomes'), 'market_id');
    const book = await this.read(`/v1/markets/${marketId}/book?depth=1`);
    const [offer] = listOf(asObject(book['yes'], 'yes'), 'asks');
    if (offer === undefined) throw new Error('nobody offers YES in the demo market any more');
    return { question: textOf(event, 'question'), marketId, price: numberOf(offer, 'price') };
  }

  /** Asks until the answer satisfies. @throws Error with the last answer */
  async until<T>(what: string, ask: () => Promise<T>, is: (answer: T) => boolean): Promise<T> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask();
      if (is(answer)) return answer;
      if (performance.now() > deadlineMs) {
        throw new Error(`${what}: not after ${PATIENCE_MS / 1_000} s: ${JSON.stringify(answer)}`);
      }
      await sleep(POLL_MS);
    }
  }
}
