/** What the adapter reads, of real addresses. With a running exchange: dev/e2e/test/source-example.spec.ts. */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readAt, untilDone } from '../src/json-address';

const AT = 1_795_305_600;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers one after the other, the last one for ever. */
const inTurn = (
  ...answers: readonly (readonly [status: number, body: string])[]
): RequestListener => {
  let turn = 0;
  return (_request, response) => {
    const [status, body] = answers[Math.min(turn++, answers.length - 1)]!;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
};

const address = (url: string) => ({ url, value: 'data.price', time: 'data.time' });
const priced = (price: unknown, time = AT): string => JSON.stringify({ data: { price, time } });

describe('an address', () => {
  it('is asked for its time, and gives the number as it is written', async () => {
    let asked = '';
    const url = await serve((request, response) => {
      asked = request.url ?? '';
      response.end(priced('1.40'));
    });
    const reading = await readAt(address(`${url}/?at={at}`), AT);
    expect([asked, reading]).toEqual([`/?at=${AT}`, { value: '1.40', text: priced('1.40') }]);
  });

  it.each([
    ['of another time', 200, priced(1.4, AT - 1)],
    ['that is away', 503, priced(1.4)],
    ['without the number', 200, JSON.stringify({ data: { time: AT } })],
    ['of no JSON', 200, '<html>'],
    ['too long', 200, priced('1'.repeat(70_000))],
  ])('%s has none', async (_title, status, body) => {
    const url = await serve(inTurn([status, body]));
    await expect(readAt(address(url), AT)).rejects.toThrow(Error);
  });

  it('that is late is read until it has the number', async () => {
    const url = await serve(inTurn([503, '{}'], [200, priced(1.2, AT - 60)], [200, priced(1.4)]));
    const failures: unknown[] = [];
    const retrying = { pauseMs: 1, onFailure: (error: unknown) => void failures.push(error) };
    const { value } = await untilDone(() => readAt(address(url), AT), retrying);
    expect([value, failures.length]).toEqual(['1.4', 2]);
  });
});
