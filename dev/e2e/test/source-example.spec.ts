/** The example of an adapter, and the command of an operator, with a running exchange and an address that is late. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readKey } from '../../../tools/attest/src/key-file';
import { attestMarket } from '../../source-example/src/adapter';
import { suiteExchange } from '../src/exchange';
import { RESULT_RULES, historyCaughtUp, newEvent } from '../src/scenario';

const exchange = suiteExchange();
const { gateway_url: gatewayUrl } = exchange.file;
const ROOT = join(import.meta.dirname, '../../..');
const AT = Math.floor(Date.now() / 1_000) - 60;
const CATEGORY = { name: 'tests', sub: 'results' };
const RULE = { kind: 'value', op: '>=', threshold: 1_000, decimals: 2, at: AT } as const;

let folder = '';
let file = '';
let key = '';
let server: Server;
let asked = 0;

/** As operators call it. */
function attest(...args: readonly string[]) {
  const run = spawnSync(process.execPath, ['tools/attest/run.mjs', ...args], { cwd: ROOT });
  const { status, stdout, stderr } = run;
  return { status, said: String(stdout), complained: String(stderr) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-'));
  file = join(folder, 'index.key');
  key = JSON.parse(attest('--new-key', file).said).public_key;
  const row = { name: `index-${randomUUID().slice(0, 8)}`, url: 'https://example.org/index' };
  await exchange.operator.setSource({ ...row, key, about: 'An index.' });
  await exchange.operator.setResolutionRules({ rules: RESULT_RULES });
  // The number of the time is there when it is asked for the third time.
  server = createServer((_request, response) => {
    const time = ++asked < 3 ? AT - 60 : AT;
    response.end(JSON.stringify({ data: { price: '10.25', time } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const newMarket = async (): Promise<string> => {
  const source = { key, rule: RULE };
  return (await newEvent(exchange, { category: CATEGORY, source })).marketIds[0] ?? '';
};

it('the adapter reads until the number is there, and its word is proposed', async () => {
  const marketId = await newMarket();
  const { port } = server.address() as AddressInfo;
  const failures: unknown[] = [];
  const answer = await attestMarket(marketId, {
    gateway: exchange.gateway,
    key: await readKey(file),
    network: 'test',
    address: { url: `http://127.0.0.1:${port}/?at={at}`, value: 'data.price', time: 'data.time' },
    retrying: { pauseMs: 10, onFailure: (error) => void failures.push(error) },
    nowMs: Date.now,
  });
  expect([answer.status, failures.length]).toEqual(['proposed', 2]);
  await historyCaughtUp(exchange);
  const shown = await exchange.gateway.case(answer.case_id);
  expect([shown.outcome, shown.source]).toEqual(['yes', expect.stringMatching(/^index-/)]);
  expect(shown.note).toMatch(new RegExp(`^10.25 at ${AT}, .* SHA-256 [0-9a-f]{64}$`));
});

it('the command shows the message, hands it in, and says what is wrong', async () => {
  const marketId = await newMarket();
  const where = ['--gateway', gatewayUrl, '--key', file, '--market', marketId];
  const said = [...where, '--statement', '9.99 at the close', '--value', '9.99'];
  const dry = attest(...said, '--dry-run');
  expect(dry.status).toBe(0);
  expect(JSON.parse(dry.said)).toMatchObject({ value: 999, decimals: 2, source: key });
  expect(JSON.parse(dry.said).message).toMatch(/^0b00[0-9a-f]{244}$/);
  expect((await exchange.gateway.market(marketId)).status).toBe('active');
  const sent = attest(...said);
  expect([sent.status, JSON.parse(sent.said).status]).toEqual([0, 'proposed']);
  const wrong = attest(...where, '--statement', 'x', '--value', '9.999');
  expect([wrong.status, wrong.complained]).toEqual([1, expect.stringContaining('more decimals')]);
  const other = attest('--new-key', file);
  expect([other.status, other.complained]).toEqual([1, expect.stringContaining('EEXIST')]);
});
