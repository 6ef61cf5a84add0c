import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromHex, toBase58 } from '@bellwether/codec';
import { MAX_OUTCOMES_PER_EVENT } from '@bellwether/exchange';
import { ExchangeApi } from '../../local-exchange/src/demo/exchange-api';
import { readBuilderCredentials } from '../../local-exchange/src/exchange-file';
import type { BuilderCredentials } from '../../local-exchange/src/exchange-file';
import { asObject, listOf, numberOf, textOf } from '../../local-exchange/src/json-client';
import type { JsonObject } from '../../local-exchange/src/json-client';
import type { Parts } from './cpu-meter';
import type { NatsPlace } from './peer/start-peer';

/** Below 2^53 for all users together, and more than their fees in a day of measuring. */
const MONEY_MICRO_USDC = 1_000_000_000_000;
const DAY_SECONDS = 86_400;
const NATS_LISTENS = /Listening for client connections on 127\.0\.0\.1:(\d+)/;
const HISTORY_PATIENCE_MS = 120_000;
const POLL_MS = 20;

/** A running local exchange, found by its data folder as any program finds it. */
export class ExchangeUnderTest {
  readonly gatewayUrl: string;
  readonly signerUrl: string;
  readonly builder: BuilderCredentials;
  readonly nats: NatsPlace;
  private readonly dataDir: string;
  private readonly api: ExchangeApi;

  constructor(dataDir: string) {
    const file = join(dataDir, 'exchange.json');
    const exchange = readObject(file);
    const builder = readBuilderCredentials(file);
    if (builder === null) throw new Error(`${file} names no builder`);
    this.dataDir = dataDir;
    this.builder = builder;
    this.gatewayUrl = textOf(exchange, 'gateway_url');
    this.signerUrl = textOf(exchange, 'signer_url');
    const urls = { gateway: this.gatewayUrl, signer: this.signerUrl };
    this.api = new ExchangeApi(urls, textOf(exchange, 'admin_key'));
    this.nats = natsOf(dataDir);
  }

  /** Active for a day, so that no expiry adds a command of its own. @returns the market ids */
  async openMarkets(question: string, count: number): Promise<Uint8Array[]> {
    const markets: Uint8Array[] = [];
    while (markets.length < count) {
      const outcomes = Math.min(count - markets.length, MAX_OUTCOMES_PER_EVENT);
      markets.push(...(await this.openEvent(question, outcomes)));
    }
    return markets;
  }

  private async openEvent(question: string, outcomes: number): Promise<Uint8Array[]> {
    const answer = await this.api.admin('/admin/events', {
      question,
      category: { name: 'benchmark', sub: 'orders' },
      expiry: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
      outcomes: Array.from({ length: outcomes }, (_, index) => ({ label: `desk ${index}` })),
    });
    return listOf(answer, 'outcomes').map((outcome) => bytesOf(textOf(outcome, 'market_id')));
  }

  async credit(user: Uint8Array): Promise<void> {
    const name = toBase58(user);
    await this.api.admin('/admin/credit', {
      user: name,
      amount: MONEY_MICRO_USDC,
      reference: name,
    });
  }

  /** The builder's user of that name: its key is the signer's. @returns the public key in base58 */
  async delegatedUser(userId: string): Promise<string> {
    const keys = await this.api.asBuilder(this.builder, '/v1/keys', { user_id: userId });
    return textOf(keys, 'public_key');
  }

  /** Commands carried out so far. */
  async seq(): Promise<number> {
    return numberOf(await this.api.read('/v1/status'), 'seq');
  }

  /** Assets less liabilities, in micro-USDC. */
  async insolvency(): Promise<number> {
    return numberOf(await this.api.read('/v1/solvency'), 'difference');
  }

  /** Waits until history has taken in everything: its work belongs to the load that made it. @returns seconds */
  async historyCaughtUp(): Promise<number> {
    const startedMs = performance.now();
    while (performance.now() - startedMs < HISTORY_PATIENCE_MS) {
      const status = await this.api.read('/v1/status');
      const { lag } = asObject(status['history'], 'history');
      if (lag === 0) return (performance.now() - startedMs) / 1_000;
      await sleep(POLL_MS);
    }
    throw new Error(`history is not up to date after ${HISTORY_PATIENCE_MS} ms`);
  }

  /** The processes of the exchange, for the CPU they use. */
  parts(): Parts {
    const app = (name: string) => [pidIn(join(this.dataDir, 'run', `${name}.json`))];
    return {
      gateway: app('gateway'),
      signer: app('signer'),
      engine: app('matching-engine'),
      'nats-server': [pidIn(join(this.dataDir, 'nats', 'process.json'))],
      projector: app('projector'),
      PostgreSQL: [pidIn(join(this.dataDir, 'postgres', 'process.json'))],
    };
  }
}

/** The local exchange tells nobody where its nats-server is: the server's own log and the secrets do. */
function natsOf(dataDir: string): NatsPlace {
  const log = readFileSync(join(dataDir, 'logs', 'nats-server.log'), 'utf8');
  const port = NATS_LISTENS.exec(log)?.[1];
  if (port === undefined) throw new Error(`the log of nats-server in ${dataDir} names no port`);
  const token = textOf(readObject(join(dataDir, 'secrets.json')), 'natsToken');
  return { url: `nats://127.0.0.1:${port}`, token };
}

const readObject = (file: string): JsonObject =>
  asObject(JSON.parse(readFileSync(file, 'utf8')), file);

const pidIn = (file: string): number => numberOf(readObject(file), 'pid');

function bytesOf(marketId: string): Uint8Array {
  const bytes = fromHex(marketId, 32);
  if (bytes === undefined) throw new Error(`${marketId} is no market id`);
  return bytes;
}
