/**
 * Two processes of one key, and two replicas of one builder, that place the same order: at the same moment, and a second
 * apart. Each gets an order of its own, and no answer of the other's: as many orders as receipts.
 */
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { KeyPair } from '@bellwether/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PYTHON, describeInPython, optionsOf } from '../../python-client/src/python';
import { suiteExchange } from '../src/exchange';
import { installSdkIn } from '../src/installed-sdk';
import { USDC, credit, fundedUser, historyCaughtUp, newBuilder, newMarket } from '../src/scenario';

const ROUNDS = Number(process.env['OWN_ANSWERS_ROUNDS'] ?? 10);
const LEAD_MS = 60;
const exchange = suiteExchange();
const PROGRAM = 'place-when-told.mjs';
type Sdk = 'TypeScript' | 'Python';

/** A receipt may be a repeat's: a request whose answer was late is sent again, and finds its own order. */
interface Placed {
  readonly order_id: number;
}

const started = (program: string, args: readonly string[], options: object = {}) =>
  spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });

/** A process of its own, with an SDK as its users have it. */
class Placer {
  private constructor(
    private readonly child: ReturnType<typeof started>,
    private readonly lines: AsyncIterator<string>,
  ) {}

  static async start(sdk: Sdk, said: object): Promise<Placer> {
    const child =
      sdk === 'Python'
        ? started(PYTHON, ['-m', 'tests.place_when_told'], optionsOf())
        : started(process.execPath, [join(folder, PROGRAM)]);
    const input = createInterface({ input: child.stdout });
    const placer = new Placer(child, input[Symbol.asyncIterator]());
    child.stdin.write(`${JSON.stringify(said)}\n`);
    if ((await placer.next()) !== 'ready') throw new Error('it has not started');
    return placer;
  }

  async placeAt(timeMs: number): Promise<Placed> {
    this.child.stdin.write(`${timeMs}\n`);
    return JSON.parse(await this.next()) as Placed;
  }

  end(): void {
    this.child.stdin.end();
  }

  private async next(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error('it has ended');
    return value;
  }
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-own-answers-'));
  await installSdkIn(folder);
  const program = new URL(`../src/${PROGRAM}`, import.meta.url);
  await copyFile(fileURLToPath(program), join(folder, PROGRAM));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Never filled and never open: it only counts. */
async function newOrder() {
  const market_id = await newMarket(exchange);
  const terms = { side: 'buy', outcome: 'yes', price: 100, size: 1, order_type: 'ioc' } as const;
  return { market_id, ...terms };
}

async function newKey() {
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 1_000 * USDC);
  return { user: key.publicKey, as: { seed: key.exportSeed() } };
}

async function newReplica() {
  const { builder } = await newBuilder(exchange);
  const user = await fundedUser(exchange, builder);
  const { signer_url } = exchange.file;
  return { user, as: { user, signer_url, ...builder.credentials } };
}

const PAIRS = [
  ['TypeScript', 'TypeScript'],
  ['Python', 'Python'],
  ['TypeScript', 'Python'],
] as const;
const CASES = PAIRS.flatMap((sdks) =>
  ([newKey, newReplica] as const).flatMap((newUser) =>
    [0, 1_000].map((apartMs) => ({ sdks, newUser, apartMs })),
  ),
);

describeInPython('two that place the same order', () => {
  it.concurrent.each(CASES)(
    'have an order each: $sdks, $newUser.name, $apartMs ms apart',
    async ({ sdks, newUser, apartMs }) => {
      const [{ user, as }, order] = await Promise.all([newUser(), newOrder()]);
      const said = { gateway_url: exchange.file.gateway_url, order, as };
      const placers = await Promise.all(sdks.map((sdk) => Placer.start(sdk, said)));
      const receipts: Placed[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const atMs = Date.now() + LEAD_MS;
        const both = placers.map((one, index) => one.placeAt(atMs + index * apartMs));
        receipts.push(...(await Promise.all(both)));
      }
      for (const placer of placers) placer.end();

      await historyCaughtUp(exchange);
      const orders: number[] = [];
      for await (const { order_id } of exchange.gateway.eachOrder(user)) orders.push(order_id);
      const told = receipts.map(({ order_id }) => order_id).toSorted((a, b) => a - b);
      expect(told).toEqual(orders.toSorted((a, b) => a - b));
      expect(new Set(told).size).toBe(2 * ROUNDS);
    },
    60_000 + 4_000 * ROUNDS,
  );
});
