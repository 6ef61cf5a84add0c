/** The documents of the running gateway. tools/documents checks their content. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '@bellwether/runtime';
import type { OpenApiDocument } from '@bellwether/runtime';
import { readDocument, requireCommitted } from '../../../tools/documents/src/committed-document';
import { brokenAnchors, isForeign, readPage } from '../../../tools/documents/src/read-page';
import { ADMIN_KEY, GatewayUnderTest } from './gateway-under-test';

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

describe('a gateway without the admin role', () => {
  it('tells of no administration, and has none, whatever the key', async () => {
    const other = await gateway.startAnother({ hasAdmin: false });
    const response = await fetch(`${other.url}/openapi.json`);
    const reported = (await response.json()) as OpenApiDocument;
    const text = JSON.stringify(reported);
    expect(text.match(/\/admin|X-Admin-Key|administration|Audit/g)).toBeNull();
    expect(reported.tags.map(({ name }) => name)).not.toContain('Administration');

    const whole = operationsOf(readDocument('gateway.openapi') as OpenApiDocument);
    const admin = whole.filter(({ path }) => path.startsWith('/admin/'));
    expect(admin.length).toBeGreaterThan(20);
    const answers = admin.map(async ({ method, path }) => {
      const headers = { 'x-admin-key': ADMIN_KEY };
      const answer = await fetch(`${other.url}${path}`, { method: method.toUpperCase(), headers });
      const { error } = (await answer.json()) as { error: { code: string } };
      return `${answer.status} ${error.code}`;
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['404 NOT_FOUND']));
    const elsewhere = whole.filter(({ path }) => !path.startsWith('/admin/'));
    expect(operationsOf(reported).map(({ path }) => path)).toEqual(
      elsewhere.map(({ path }) => path),
    );
    await other.running.stop();
  });
});
