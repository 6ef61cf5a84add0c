/** What the running gateway says of itself. Its content is checked in tools/documents. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireCommitted } from '../../../tools/documents/src/committed-document';
import { brokenAnchors, isForeign, readPage } from '../../../tools/documents/src/read-page';
import { GatewayUnderTest } from './gateway-under-test';

let gateway: GatewayUnderTest;
let url = '';
const RENEWING = process.env['RENEW_DOCUMENTS'];
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  ({ url } = gateway);
});
afterAll(() => gateway.stop());

describe('the documents of the gateway', () => {
  const json = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();

  it('are the committed ones', async () => {
    const openApi = await json('/openapi.json');
    const streams = await json('/asyncapi.json');
    expect(() => requireCommitted('gateway.openapi', openApi, RENEWING)).not.toThrow();
    expect(() => requireCommitted('streams.asyncapi', streams, RENEWING)).not.toThrow();
  });

  it.each(['/docs', '/docs/streams'])(
    '%s is a page of its own: no script, no other host',
    async (path) => {
      const page = await readPage(`${url}${path}`);
      expect(page.status).toBe(200);
      expect(page.contentSecurityPolicy).toContain("default-src 'none'");
      expect(page.scripts).toBe(0);
      expect(page.targets.filter(isForeign)).toEqual([]);
      expect(brokenAnchors(page)).toEqual([]);
      const pages = page.targets.filter((one) => !one.startsWith('#'));
      const answers = pages.map((one) => fetch(new URL(one, `${url}${path}`)));
      for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    },
  );
});
