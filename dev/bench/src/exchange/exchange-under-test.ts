import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@bellwether/bus';
import type { Bus, Identity } from '@bellwether/bus';
import { AdminClient, BuilderClient } from '@bellwether/client';
import { fromHex, toBase58 } from '@bellwether/codec';
import { MAX_OUTCOMES_PER_EVENT } from '@bellwether/exchange';
import { readExchangeFile } from '../../../local-exchange/src/exchange-file';
import type { BuilderCredentials } from '../../../local-exchange/src/exchange-file';
import { asObject, numberOf, textOf } from '../../../local-exchange/src/json-object';
import type { JsonObject } from '../../../local-exchange/src/json-object';
import { loadSecrets } from '../../../local-exchange/src/secrets';
import type { Parts } from '../harness/processes';
import { quiet } from '../harness/quiet';

/** Below 2^53 for all users together, and more than their fees in a day of measuring. */
const MONEY_MICRO_USDC = 1_000_000_000_000;
const DAY_SECONDS = 86_400;
const HISTORY_TIMEOUT_MS = 120_000;
const POLL_MS = 20;

/** A running local exchange, found by its data folder as any program finds it. */
export class ExchangeUnderTest {
  readonly gatewayUrl: string;
  readonly signerUrl: string;
  readonly builder: BuilderCredentials;
  private readonly dataDir: string;
  private readonly admin: AdminClient;
  private readonly client: BuilderClient;

  constructor(dataDir: string) {
    const exchange = readExchangeFile(join(dataDir, 'exchange.json'));
    const {
      builder_id,
      api_key,
      secret,
      gateway_url: gatewayUrl,
      signer_url: signerUrl,
    } = exchange;
    this.dataDir = dataDir;
    this.builder = { builder_id, api_key, secret };
    this.gatewayUrl = gatewayUrl;
    this.signerUrl = signerUrl;
    this.admin = new AdminClient({ gatewayUrl, adminKey: exchange.admin_key });
    this.client = new BuilderClient({ gatewayUrl, signerUrl, apiKey: api_key, secret });
  }

  /** Connects to the exchange's nats-server, as an identity that may do what is measured. */
  connect(identity: Identity): Promise<Bus> {
    const { url: servers, nkeySeed } = this.natsOf(identity);
    return connectBus({ servers, nkeySeed, name: identity, log: quiet });
  }

  natsOf(identity: Identity): { readonly url: string; readonly nkeySeed: string } {
    const url = textOf(readObject(join(this.dataDir, 'operator.json')), 'nats_url');
    const nkeySeed = loadSecrets(join(this.dataDir, 'secrets.json'))[`nats.${identity}`];
    return { url, nkeySeed };
  }

  /** Active for a day, so that no expiry adds a command. @returns the market ids */
  async openMarkets(
    question: string,
    count: number,
    outcomesOfOne = MAX_OUTCOMES_PER_EVENT,
  ): Promise<Uint8Array[]> {
    const markets: Uint8Array[] = [];
    while (markets.length < count) {
      const outcomes = Math.min(count - markets.length, outcomesOfOne);
      markets.push(...(await this.openEvent(question, outcomes)));
    }
    return markets;
  }

  private async openEvent(question: string, outcomes: number): Promise<Uint8Array[]> {
    const { answer } = await this.admin.createEvent({
      question,
      category: { name: 'benchmark', sub: 'orders' },
      expiry: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
      outcomes: Array.from({ length: outcomes }, (_, index) => ({ label: `pair ${index}` })),
    });
    return answer.outcomes.map(({ market_id: marketId }) => bytesOf(marketId));
  }

  async credit(user: Uint8Array, amount = MONEY_MICRO_USDC): Promise<void> {
    const name = toBase58(user);
    await this.admin.credit({ user: name, amount, reference: name });
  }

  /** The builder's user of that name, whose key the signer holds. @returns the public key in base58 */
  async delegatedUser(userId: string): Promise<string> {
    return (await this.client.createUserKey({ user_id: userId })).public_key;
  }

  /** Assets less liabilities, in micro-USDC. */
  async insolvency(): Promise<number> {
    return (await this.client.gateway.solvency()).difference;
  }

  /** Waits until history is up to date: its work belongs to the load that caused it. @returns seconds */
  async historyCaughtUp(): Promise<number> {
    const startedMs = performance.now();
    while (performance.now() - startedMs < HISTORY_TIMEOUT_MS) {
      const { history } = await this.client.gateway.status();
      if (history.lag === 0) return (performance.now() - startedMs) / 1_000;
      await sleep(POLL_MS);
    }
    throw new Error(`history is not up to date after ${HISTORY_TIMEOUT_MS} ms`);
  }

  /** The processes of the exchange, whose CPU time is measured. */
  parts(): Parts {
    const app = (name: string) => [this.pidOf(name)];
    return {
      gateway: app('gateway'),
      signer: app('signer'),
      engine: app('matching-engine'),
      'nats-server': [pidIn(join(this.dataDir, 'nats', 'process.json'))],
      projector: app('projector'),
      PostgreSQL: [pidIn(join(this.dataDir, 'postgres', 'process.json'))],
    };
  }

  /** The apps that read events about money, besides the projector. Every order is one. */
  fundingApps(): readonly number[] {
    return ['deposit-listener', 'bridge-relayer', 'withdraw-worker'].map((name) =>
      this.pidOf(name),
    );
  }

  private pidOf(app: string): number {
    return pidIn(join(this.dataDir, 'run', `${app}.json`));
  }
}

const readObject = (file: string): JsonObject =>
  asObject(JSON.parse(readFileSync(file, 'utf8')), file);

const pidIn = (file: string): number => numberOf(readObject(file), 'pid');

function bytesOf(marketId: string): Uint8Array {
  const bytes = fromHex(marketId, 32);
  if (bytes === undefined) throw new Error(`${marketId} is no market id`);
  return bytes;
}
