/**
 * `npm start` as a whole, on separate exchanges beside the suite's: two runs coexist. What counts is
 * what a run leaves behind: files for the next start, and no process.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';
import { book, events, expectOk, orders } from '../../e2e/src/answers';
import { Builder } from '../../e2e/src/builder';
import { eventually } from '../../e2e/src/eventually';
import { Exchange } from '../../e2e/src/exchange';
import { isAlive, partNames, pidOf } from '../../e2e/src/processes';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { DEMO_RULES } from '../../local-exchange/src/demo/seed-demo';
import { tradeAsShown } from '../src/first-trade';
import { USDC, balanceOf, fundedUser, newMarket, submit } from '../../e2e/src/scenario';

/** The time limit. */
const STOP_MS = 10_000;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EMPTY = ['--empty', '--slot-ms', '50', '--blocks', 'on-demand'];
const run = promisify(execFile);
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await removeUnlessKept(folder);
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-run-'));
  folders.push(folder);
  return folder;
}

const pidsOf = (dataDir: string) => partNames.map((part) => pidOf(dataDir, part));

async function endWithin(
  started: { end(signal: 'SIGTERM' | 'SIGINT'): Promise<unknown> },
  signal: 'SIGTERM' | 'SIGINT',
) {
  const startedMs = performance.now();
  const ended = await started.end(signal);
  return { ended, tookMs: performance.now() - startedMs };
}

const CHAINS = ['ext', 'main'] as const;
const usdcOf = (exchange: Exchange, owner: string) =>
  Promise.all(CHAINS.map((chain) => new LocalChainRpc(exchange, chain).usdcOf(owner)));

async function expectToStopOnSigint(dataDir: string, started: StartedExchange): Promise<void> {
  const pids = pidsOf(dataDir);
  const { ended, tookMs } = await endWithin(started, 'SIGINT');
  expect(ended).toEqual({ code: 0, signal: null });
  expect(tookMs).toBeLessThan(STOP_MS);
  expect(pids.filter(isAlive)).toEqual([]);
}

describe('npm start', () => {
  /** The run that continued after kill -9: the next test kills it again instead of starting another. */
  let killed: { readonly dataDir: string; readonly run: StartedExchange } | undefined;

  it('runs the first trade as its page shows it and the demo, stops on SIGTERM, continues where it stopped, and stops on SIGINT', async () => {
    const dataDir = await newFolder();
    const port = await freePorts();
    const command = ['npm', 'start', '--silent', '--'] as const;
    const flags = ['--slot-ms', '50']; // the tour waits for both chains
    const first = await startExchange({ dataDir, port, command, flags });
    expect(new Exchange(dataDir).file).toMatchObject({
      gateway_url: `http://127.0.0.1:${port}`,
      signer_url: `http://127.0.0.1:${port + 1}`,
      ext_rpc_url: `http://127.0.0.1:${port + 10}`,
      main_rpc_url: `http://127.0.0.1:${port + 20}`,
    });
    expect(first.output()).toMatch(new RegExp(`^ready.*http://127\\.0\\.0\\.1:${port}`, 'm'));
    const exchange = new Exchange(dataDir);
    expect((await stat(join(dataDir, 'exchange.json'))).mode & 0o777).toBe(0o600);
    for (const url of [exchange.file.gateway_url, exchange.file.signer_url]) {
      expect(first.output()).toContain(`${url}/docs`);
      expect((await fetch(`${url}/docs`)).status).toBe(200);
    }
    expect((await exchange.gateway.resolutionRules()).rules).toEqual(DEMO_RULES);
    const seeded = expectOk(events, await exchange.get('/v1/events')).events;
    expect(new Set(seeded.map(({ outcomes }) => outcomes.length))).toEqual(new Set([1, 5]));
    for (const { market_id } of seeded.flatMap(({ outcomes }) => outcomes)) {
      const { yes } = expectOk(book, await exchange.get(`/v1/markets/${market_id}/book`));
      expect([yes.bids.length, yes.asks.length]).toEqual([5, 5]);
    }
    for (const { shown, given } of await tradeAsShown(dataDir)) expect(given).toMatchObject(shown);
    const demo = await run('npm', ['run', 'demo', '--silent', '--', '--data', dataDir], {
      cwd: ROOT,
    });
    expect(demo.stdout).toContain('Everything was right to the micro-USDC');
    const builder = new Builder(exchange.file.signer_url, exchange.file);
    const user = await fundedUser(exchange, builder);
    const market_id = seeded[0]?.outcomes[0]?.market_id ?? '';
    const terms = {
      market_id,
      side: 'buy',
      outcome: 'yes',
      price: 100,
      size: 100,
      order_type: 'gtc',
    } as const;
    const placed = await submit(builder, user, { ...terms, nonce: 1 });
    const pids = pidsOf(dataDir);
    const { tookMs } = await endWithin(first, 'SIGTERM');
    expect(tookMs).toBeLessThan(STOP_MS);
    expect(pids.filter(isAlive)).toEqual([]);
    const hasStopped = (output: string) => /^stopping\nstopped$/m.test(output);
    expect(await eventually(() => Promise.resolve(first.output()), hasStopped)).toMatch(/stopped/);

    const second = await startExchange({ dataDir, port, command, flags });
    const continued = new Exchange(dataDir);
    expect(continued.file).toEqual(exchange.file);
    const still = expectOk(events, await continued.get('/v1/events')).events;
    expect(still.map(({ event_id }) => event_id)).toEqual(seeded.map(({ event_id }) => event_id));
    expect((await balanceOf(continued, user)).locked).toBe(100 * 100 * 100);
    const open = expectOk(orders, await continued.get(`/v1/orders/${user}?status=open`)).orders;
    expect(open.map(({ order_id }) => order_id)).toEqual([placed.order_id]);
    await expectToStopOnSigint(dataDir, second);
  });

  it('continues after kill -9 of the whole run, and refuses a folder in use', async () => {
    const dataDir = await newFolder();
    const port = await freePorts();
    const first = await startExchange({ dataDir, port, flags: EMPTY });
    const exchange = new Exchange(dataDir);
    const builder = new Builder(exchange.file.signer_url, exchange.file);
    const user = await fundedUser(exchange, builder, 7 * USDC);
    await newMarket(exchange);
    for (const chain of CHAINS) await new LocalChainRpc(exchange, chain).mint(user, 5 * USDC);
    await expect(startExchange({ dataDir, port: await freePorts() })).rejects.toThrow(
      /another run \(process \d+\) uses this data folder/,
    );

    const orphans = pidsOf(dataDir);
    await first.end('SIGKILL');
    const second = await startExchange({ dataDir, port, flags: EMPTY });
    expect(orphans.filter(isAlive)).toEqual([]);
    expect((await balanceOf(new Exchange(dataDir), user)).total).toBe(7 * USDC);
    expect(await usdcOf(new Exchange(dataDir), user)).toEqual([5 * USDC, 5 * USDC]);
    killed = { dataDir, run: second };
  });

  it('takes its processes along when it is killed with -9 and nobody starts it again', async () => {
    const { dataDir, run: last } = killed!;
    const pids = pidsOf(dataDir);
    await last.end('SIGKILL');
    await eventually(
      () => Promise.resolve(pids.filter(isAlive)),
      (alive) => alive.length === 0,
    );
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('keeps secrets out of its logs', async () => {
    const [dataDir = ''] = folders;
    const { admin_key, secret, api_key } = new Exchange(dataDir).file;
    const seed = await readFile(join(dataDir, 'chains/seed.hex'), 'utf8');
    const { stdout } = await run('sh', ['-c', 'cat "$0"/*', join(dataDir, 'logs')], {
      maxBuffer: 1 << 28,
    });
    const secrets: unknown = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
    for (const one of [
      admin_key,
      secret,
      api_key,
      seed.trim(),
      ...Object.values(Object(secrets)),
    ]) {
      expect(stdout).not.toContain(one);
    }
  });
});
