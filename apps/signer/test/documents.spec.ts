import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { SignerUnderTest } from './signer-under-test';

let world: SignerUnderTest;
let url = '';
beforeAll(async () => {
  world = await SignerUnderTest.start();
  ({ url } = await world.startSigner());
});
afterAll(() => world.stop());

describe('the documents of the signer', () => {
  it('x', async () => {
    const answer = await fetch(`${url}/openapi.json`);
    const t = await answer.text();
    writeFileSync('/tmp/signer.json', t);
    writeFileSync('/tmp/signer.html', await (await fetch(`${url}/docs`)).text());
    expect(answer.status).toBe(200);
  });
});
