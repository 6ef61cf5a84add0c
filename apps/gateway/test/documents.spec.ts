import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { GatewayUnderTest } from './gateway-under-test';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.stop());

describe('the documents of the gateway', () => {
  it('x', async () => {
    const answer = await fetch(`${gateway.url}/openapi.json`);
    const t = await answer.text();
    writeFileSync('/tmp/gateway.json', t);
    writeFileSync('/tmp/gateway.html', await (await fetch(`${gateway.url}/docs`)).text());
    writeFileSync('/tmp/style.css', await (await fetch(`${gateway.url}/docs/style.css`)).text());
    writeFileSync('/tmp/gateway.log', gateway.log.filter((l) => l.includes('rror')).join(''));
    expect(answer.status).toBe(200);
  });
});
