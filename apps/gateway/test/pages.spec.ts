/** The web pages over HTTP: what is cached, what is compressed, and which paths belong to the API. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPages } from '../../../tools/build-pages.mjs';
import type { PagesManifest } from '../../../tools/build-pages.mjs';
import { Pages } from '../src/pages/pages';
import type { PagesMode } from '../src/pages/pages';

const SETTINGS = {
  network: 'test',
  signer: null,
  chains: { ext: 'ext', main: 'main' },
  features: { funding: true, operators: false },
} as const;

let folder: string;
let manifest: PagesManifest;
let server: FastifyInstance;

function serve(mode: PagesMode): FastifyInstance {
  const pages = new Pages({ mode, signerUrl: null, folder }, async () => SETTINGS);
  const made = fastify();
  made.decorateRequest('routePattern', null);
  made.addHook('onRequest', (request, reply, done) => {
    request.routePattern = request.routeOptions.url ?? null;
    if (!pages.answer(request, reply)) done();
  });
  made.get('/v1/time', () => ({ time: 1 }));
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  manifest = await buildPages(folder);
  server = serve('on');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const HTML = { accept: 'text/html,*/*' };

describe('the pages', () => {
  it.each(['/', '/market/abc', '/portfolio', '/deposit', '/withdraw', '/key'])(
    'answer %s with a document under a strict policy',
    async (path) => {
      const { statusCode, headers, body } = await get(path);
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="page">');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|https?:/);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it('are asked about again by their tag, and not sent twice', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': `W/${String(headers.etag)}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('have assets that are kept for ever, packed as the caller can read', async () => {
    const path = manifest.files.find(({ path: one }) => /trade-.*\.js$/.test(one))?.path ?? '';
    const plain = await get(`/${path}`);
    expect(plain.headers['cache-control']).toContain('immutable');
    const br = await get(`/${path}`, { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    const gzip = await get(`/${path}`, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  });

  it('say that a path leads nowhere to browsers, and leave programs to the interface', async () => {
    expect(await get('/nowhere', HTML)).toMatchObject({ statusCode: 404 });
    expect((await get('/nowhere', HTML)).body).toContain('<div id="page">');
    for (const path of [
      '/nowhere',
      '/v1/nowhere',
      '/assets/nowhere.js',
      '/assets/../manifest.json',
    ]) {
      expect((await get(path)).body).not.toContain('<div id="page">');
    }
    expect((await get('/v1/nowhere', HTML)).body).not.toContain('<div id="page">');
    expect((await get('/v1/time', HTML)).json()).toEqual({ time: 1 });
    expect((await server.inject({ method: 'POST', url: '/' })).statusCode).toBe(404);
  });

  it('learn the network from /config.json, with the version of the files', async () => {
    const { body } = await get('/config.json');
    expect(JSON.parse(body)).toEqual({ version: manifest.version, ...SETTINGS });
  });

  it('show their components to who works on them alone', async () => {
    expect((await get('/_design')).statusCode).toBe(404);
    const other = serve('development');
    expect((await other.inject('/_design')).statusCode).toBe(200);
    await other.close();
  });
});
