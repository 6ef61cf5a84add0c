import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BuilderClient, KeyPair, Trader } from '@bellwether/client';
import type { BeforeSend, FaucetRequest, PublicClient } from '@bellwether/client';
import { readExchangeFile } from '../../local-exchange/src/exchange-file';
import type { ExchangeFile } from '../../local-exchange/src/exchange-file';

const POLL_MS = 200;
/** An exchange alone on a machine takes twenty seconds; a busy one may take longer. */
const TIMEOUT_MS = 90_000;

/** A price at which something is offered now. */
export interface Offer {
  readonly question: string;
  readonly marketId: string;
  /** bp of YES. */
  readonly price: number;
}

/** A running local exchange, found by its folder, and what the journeys ask of it. */
export class DemoExchange {
  readonly file: ExchangeFile;
  readonly builder: BuilderClient;
  readonly gateway: PublicClient;

  constructor(dataDir: string) {
    const file = readExchangeFile(join(dataDir, 'exchange.json'));
    const { gateway_url: gatewayUrl, signer_url: signerUrl, api_key: apiKey, secret } = file;
    this.file = file;
    this.builder = new BuilderClient({ gatewayUrl, signerUrl, apiKey, secret });
    this.gateway = this.builder.gateway;
  }

  /** Somebody new with a key of their own. */
  newTrader(beforeSend: BeforeSend): Trader {
    const { gateway_url: gatewayUrl, network } = this.file;
    return new Trader({ gatewayUrl, network, key: KeyPair.random(), beforeSend });
  }

  /** Test money on chain. @returns the transaction */
  async faucet(gift: FaucetRequest): Promise<string> {
    return (await this.gateway.askFaucet(gift)).answer.tx_signature;
  }

  /** The best offer of YES in the demo market that everybody can see. */
  async bestOffer(): Promise<Offer> {
    const [event] = (await this.gateway.markets({ category: 'weather' })).markets;
    const marketId = event?.outcomes[0]?.market_id;
    if (event === undefined || marketId === undefined) {
      throw new Error('there is no demo market: was it started --empty?');
    }
    const [offer] = (await this.gateway.book(marketId, { depth: 1 })).yes.asks;
    if (offer === undefined) throw new Error('nobody offers YES in the demo market any more');
    return { question: event.question, marketId, price: offer.price };
  }

  /** Asks until the answer satisfies. @throws Error with the last answer */
  async until<T>(what: string, ask: () => Promise<T>, is: (answer: T) => boolean): Promise<T> {
    const deadlineMs = performance.now() + TIMEOUT_MS;
    for (;;) {
      const answer = await ask();
      if (is(answer)) return answer;
      if (performance.now() > deadlineMs) {
        throw new Error(`${what}: not after ${TIMEOUT_MS / 1_000} s: ${JSON.stringify(answer)}`);
      }
      await sleep(POLL_MS);
    }
  }
}
