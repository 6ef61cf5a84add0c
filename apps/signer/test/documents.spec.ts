/** The documents of the running signer. tools/documents checks their content. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireCommitted } from '../../../tools/documents/src/committed-document';
import { brokenAnchors, isForeign, readPage } from '../../../tools/documents/src/read-page';
import { SignerUnderTest } from './signer-under-test';

let world: SignerUnderTest;
let url = '';
const RENEWING = process.env['RENEW_DOCUMENTS'];
beforeAll(async () => {
  world = await SignerUnderTest.start();
  ({ url } = await world.startSigner());
});
afterAll(() => world.stop());

describe('the documents of the signer', () => {
  const json = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();

  it('are the committed ones', async () => {
    const openApi = await json('/openapi.json');
    expect(() => requireCommitted('signer.openapi', openApi, RENEWING)).not.toThrow();
  });

  it.each(['/docs'])('%s is a page of its own: no script, no other host', async (path) => {
    const page = await readPage(`${url}${path}`);
    expect(page.status).toBe(200);
    expect(page.contentSecurityPolicy).toContain("default-src 'none'");
    expect(page.scripts).toBe(0);
    expect(page.targets.filter(isForeign)).toEqual([]);
    expect(brokenAnchors(page)).toEqual([]);
    const pages = page.targets.filter((one) => !one.startsWith('#'));
    const answers = pages.map((one) => fetch(new URL(one, `${url}${path}`)));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  });
});
