import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilReady, whatIsMissing } from '../src/readiness';

let answer: { readonly status: number; readonly text: string };
let url: string;
const server = createServer((_request, response) => {
  response.writeHead(answer.status).end(answer.text);
});
beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const never = new Promise<never>(() => undefined);
/** A process of which nothing is seen but what the test says. */
const silent = { pid: 0, exited: never, linesSaid: () => 0 };
const lacking = (...names: readonly string[]) => ({
  status: 503,
  text: JSON.stringify({
    ready: false,
    checks: Object.fromEntries(
      names.map((name, index) => [
        name,
        { ok: false, required: true, duration_ms: Math.random() + index, error: 'TIMEOUT' },
      ]),
    ),
  }),
});

describe('untilReady', () => {
  it('ends when the process is ready', async () => {
    answer = { status: 200, text: '' };
    await expect(untilReady(url, silent)).resolves.toBeUndefined();
  });

  it('gives up on one that does nothing any more, and says what it lacked', async () => {
    answer = lacking('bus');
    await expect(untilReady(url, silent, { stillMs: 200 })).rejects.toThrow(
      /^it did nothing for .*: waiting for bus \(TIMEOUT\)$/,
    );
  });

  it.each(['lines that it writes', 'answers that change'])('waits on for %s', async (sign) => {
    let looks = 0;
    const working = {
      ...silent,
      linesSaid: () => {
        looks++;
        answer = sign.startsWith('answers') ? lacking(`step ${looks}`) : lacking('bus');
        if (looks === 12) answer = { status: 200, text: '' };
        return sign.startsWith('lines') ? looks : 0;
      },
    };
    answer = lacking('bus');
    await untilReady(url, working, { stillMs: 400 });
    expect(looks).toBe(12);
  });

  it('ends with the process', async () => {
    answer = lacking('bus');
    const gone = { ...silent, exited: Promise.resolve({ code: 1, signal: null }) };
    await expect(untilReady(url, gone, { stillMs: Infinity })).rejects.toThrow(
      'it ended while it started',
    );
  });
});

describe('what an app waits for', () => {
  it.each([
    [lacking('bus', 'database').text, 'bus (TIMEOUT), database (TIMEOUT)'],
    [
      JSON.stringify({ checks: { history: { ok: false, required: false }, bus: { ok: false } } }),
      'bus',
    ],
    ['Bad gateway', 'Bad gateway'],
    ['{"ready":false}', '{"ready":false}'],
    ['null', 'null'],
  ])('%s', (text, missing) => {
    expect(whatIsMissing(text)).toBe(missing);
  });
});
