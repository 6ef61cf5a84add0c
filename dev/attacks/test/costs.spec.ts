/**
 * The CPU time that each request costs the process that answers it, compared with what it is charged. CPU time does not
 * depend on the load of the machine. With `FIGURES_DIR` all figures are written to `costs.json`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHANNEL_WEIGHTS, messageWeight } from '@bellwether/api';
import { writeFigures } from '@bellwether/local-services';
import { HttpConnection, getRequest } from '../../bench/src/load/http-connection';
import type { HttpReply } from '../../bench/src/load/http-connection';
import { median, quantilesOf } from '../../bench/src/harness/statistics';
import { pidOf } from '../../e2e/src/processes';
import { newEvent } from '../../e2e/src/scenario';
import { attackedExchange } from '../src/attacked-exchange';
import { cpuOf } from '../src/cpu-of';
import { dearRequests } from '../src/dear-requests';
import type { DearRequest } from '../src/dear-requests';
import { OrderLine } from '../src/order-line';
import type { KnownPlaces } from '../src/stranger-requests';

/** Every kind of request is sampled once a round. The median of its samples counts. */
const ROUNDS = 3;
/**
 * A kind that looks too expensive is sampled again this often: by then its code is compiled, and one pause decides
 * nothing.
 */
const MORE_ROUNDS = 21;
const LOOKS_DEAR = 2;
const REQUESTS_A_ROUND = 8;
/** What a connection may use at once: CONNECTION_WORK_BURST, less a reserve. */
const BUDGET = 1_900;
/** The most that a request may cost, as a multiple of its charge. */
const MOST = 3;

/** An attack: this many kinds of request, over this many connections of one address, for this long. */
const DEAREST = 8;
const ATTACKING = 16;
const ATTACK_MS = Number(process.env['ATTACK_SECONDS'] ?? 2) * 1_000;
const HONEST_PACE_MS = 20;

interface Cost {
  readonly name: string;
  readonly weight: number;
  readonly microseconds: number;
  /** Microseconds per unit of weight, divided by those of a plain read. */
  readonly ratio: number;
}

const exchange = attackedExchange();
const urls = { gateway: exchange.file.gateway_url, signer: exchange.file.signer_url };
let known: KnownPlaces;
let dearest: readonly DearRequest[] = [];
beforeAll(async () => {
  const { eventId, marketIds } = await newEvent(exchange);
  known = { eventId, marketId: marketIds[0] ?? '' };
});

let addresses = 0;
/** An address that has sent nothing, so its budget is full. */
const newAddress = (): string => {
  const number = ++addresses;
  return `127.${40 + (number >> 14)}.${(number >> 7) & 127}.${1 + (number & 127)}`;
};

const LEFT = /\r\nratelimit-limit: (\d+)[^]*\r\nratelimit-remaining: (\d+)/i;
/** What the first request of an address was charged, by its answer's headers. */
function chargedOf({ head }: HttpReply): number {
  const [, limit, left] = LEFT.exec(head) ?? [];
  return limit === undefined ? 1 : Number(limit) - Number(left);
}

type Sample = () => Promise<{ readonly weight: number; readonly count: number }>;

/**
 * Each sample is taken beside one of plain reads: what slows both, such as other processes' use of the caches, cancels
 * out in the ratio. The median over the rounds counts.
 */
async function measured(pid: number, samples: ReadonlyMap<string, Sample>, plain: Sample) {
  const cpuOfOne = async (sample: Sample) => {
    const before = cpuOf(pid);
    const { weight, count } = await sample();
    return { weight, cpu: (cpuOf(pid) - before) / count };
  };
  const turns = async (names: readonly string[], rounds: number) => {
    const found = new Map(names.map((name) => [name, [] as Turn[]]));
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const { cpu: unit } = await cpuOfOne(plain);
        const { weight, cpu } = await cpuOfOne(samples.get(name)!);
        found.get(name)!.push({ weight, cpu, ratio: cpu / weight / unit });
      }
    }
    return new Map([...found].map(([name, all]) => [name, costOf(name, all)]));
  };
  const names = [...samples.keys()];
  // The first pass compiles what is compiled on first use.
  await turns(names, 1);
  const costs = await turns(names, ROUNDS);
  const dear = names.filter((name) => costs.get(name)!.ratio > LOOKS_DEAR);
  for (const [name, cost] of await turns(dear, MORE_ROUNDS)) costs.set(name, cost);
  return [...costs.values()].toSorted((one, other) => other.ratio - one.ratio);
}

interface Turn {
  readonly weight: number;
  readonly cpu: number;
  readonly ratio: number;
}

const costOf = (name: string, turns: readonly Turn[]): Cost => ({
  name,
  weight: turns[0]!.weight,
  microseconds: Math.round(median(turns.map(({ cpu }) => cpu)) / 1_000),
  ratio: Number(median(turns.map(({ ratio }) => ratio)).toFixed(2)),
});

const requesting =
  (origin: string, { bytes }: DearRequest): Sample =>
  async () => {
    let connection = await HttpConnection.open(origin, newAddress());
    let weight = 0;
    for (let count = 0; count < REQUESTS_A_ROUND; count++) {
      if (!connection.isOpen) connection = await HttpConnection.open(origin, newAddress());
      const reply = await connection.exchange(bytes);
      if (count === 0) weight = chargedOf(reply);
    }
    connection.close();
    return { weight: Math.max(1, weight), count: REQUESTS_A_ROUND };
  };

const PLAIN = 'GET /v1/markets/{market_id}';

describe('what is charged is what it costs', () => {
  it.each(['gateway', 'signer'] as const)('over every route of the %s', async (app) => {
    const origin = urls[app];
    const requests = await dearRequests(app, origin, known);
    const samples = new Map(requests.map((one) => [one.name, requesting(origin, one)]));
    const plain = app === 'gateway' ? PLAIN : 'GET /v1/builder';
    const costs = await measured(pidOf(exchange.dataDir, app), samples, samples.get(plain)!);
    writeFigures(`costs-${app}`, { plain, most: MOST, costs });
    expect(costs.filter(({ ratio }) => ratio > MOST)).toEqual([]);
    if (app !== 'gateway') return;
    const names = costs.slice(0, DEAREST).map(({ name }) => name);
    dearest = requests.filter(({ name }) => names.includes(name));
  });

  it('over every operation of the socket', async () => {
    const { marketId } = known;
    const user = '2'.repeat(43);
    const nowhere = Array.from({ length: 100 }, (_, at) => `book:${String(at).padStart(64, 'a')}`);
    const saying = (messages: readonly object[], channels: number): Sample => {
      const texts = messages.map((message) => JSON.stringify(message));
      const weight = texts.reduce((sum, text) => sum + messageWeight(text.length), channels);
      // More would be refused, which costs almost nothing.
      const count = Math.max(1, Math.min(REQUESTS_A_ROUND, Math.floor(BUDGET / weight)));
      return async () => {
        const line = await OrderLine.open(urls.gateway, newAddress());
        for (let nth = 0; nth < count; nth++) {
          for (const text of texts) line.socket.send(text);
        }
        line.socket.send('{"op":"ping","id":"last"}');
        await new Promise<void>((resolve) => {
          line.socket.on('message', (data: Buffer) => {
            if (data.toString().includes('"last"')) setTimeout(resolve, 50);
          });
        });
        line.leave();
        // The handshake is charged separately.
        return { weight, count };
      };
    };
    const samples = new Map<string, Sample>();
    const kinds = {
      book: `book:${marketId}`,
      trades: `trades:${marketId}`,
      user: `user:${user}`,
      deposits: `deposits:${user}`,
      markets: 'markets',
      cases: 'cases',
    } as const;
    for (const kind of Object.keys(CHANNEL_WEIGHTS) as (keyof typeof kinds)[]) {
      const channel = kinds[kind];
      const leave = { op: 'unsubscribe', channels: [channel] };
      const weight = CHANNEL_WEIGHTS[kind];
      samples.set(
        `subscribe ${kind}`,
        saying([{ op: 'subscribe', channels: [channel] }, leave], weight),
      );
      const resume = { op: 'resume', channels: [{ channel, seq: 1 }] };
      samples.set(`resume ${kind}`, saying([resume, leave], weight));
    }
    const all = CHANNEL_WEIGHTS.book * nowhere.length;
    samples.set('100 channels of nothing', saying([{ op: 'subscribe', channels: nowhere }], all));
    const resumed = nowhere.map((channel) => ({ channel, seq: 1 }));
    samples.set('resume of 100 of nothing', saying([{ op: 'resume', channels: resumed }], all));
    samples.set('ping', saying([{ op: 'ping' }], 0));
    samples.set('16 kB of nothing', saying([{ op: 'ping', x: 'x'.repeat(16_000) }], 0));
    samples.set('a session that is none', saying([{ op: 'session', token: 'x'.repeat(300) }], 0));
    const bytes = getRequest(`${urls.gateway}/v1/markets/${marketId}`);
    const plain = requesting(urls.gateway, { name: PLAIN, bytes });
    const costs = await measured(pidOf(exchange.dataDir, 'gateway'), samples, plain);
    writeFigures('costs-socket', { plain: PLAIN, most: MOST, costs });
    expect(costs.filter(({ ratio }) => ratio > MOST)).toEqual([]);
  });

  it('so that others are answered beside one address with the dearest of it', async () => {
    const bytes = getRequest(`${urls.gateway}/v1/markets/${known.marketId}`);
    const quiet = await answered(bytes, sleep(ATTACK_MS));
    const attack = attacked(dearest, newAddress());
    const beside = await answered(bytes, attack);
    const statuses = await attack;
    writeFigures('costs-attack', {
      dearest: dearest.map(({ name }) => name),
      statuses,
      quiet: quantilesOf(quiet),
      beside: quantilesOf(beside),
    });
    expect(Object.keys(statuses).filter((status) => status.startsWith('5'))).toEqual([]);
  });
});

/** Milliseconds of each plain read from an honest address, until the attack ends. */
async function answered(bytes: Buffer, other: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void other.finally(() => (isOver = true));
  const connection = await HttpConnection.open(urls.gateway, newAddress());
  const took: number[] = [];
  while (!isOver) {
    const sentMs = performance.now();
    expect((await connection.exchange(bytes)).status).toBe(200);
    took.push(performance.now() - sentMs);
    await sleep(HONEST_PACE_MS);
  }
  connection.close();
  return took;
}

/** Sends as much as its connections carry. @returns how often each status was answered */
async function attacked(requests: readonly DearRequest[], from: string) {
  const untilMs = performance.now() + ATTACK_MS;
  const statuses: Record<string, number> = {};
  const line = async (first: number): Promise<void> => {
    let connection = await HttpConnection.open(urls.gateway, from);
    for (let nth = first; performance.now() < untilMs; nth++) {
      if (!connection.isOpen) connection = await HttpConnection.open(urls.gateway, from);
      const asked = connection.exchange(requests[nth % requests.length]!.bytes);
      const answer = await asked.then(({ status }) => status).catch(() => 'closed');
      statuses[answer] = (statuses[answer] ?? 0) + 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: ATTACKING }, (_, nth) => line(nth)));
  return statuses;
}
