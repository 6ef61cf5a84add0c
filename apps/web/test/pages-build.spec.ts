/** The built pages: small, each asset under its hash, nothing inline. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPages } from '../../../tools/build-pages.mjs';
import type { PagesManifest } from '../../../tools/build-pages.mjs';

/** Over the line, packed with brotli: all that a first visit fetches, and what a market's page adds. */
const FIRST_PAGE_BYTES = 60_000;
const MARKET_PAGE_BYTES = 35_000;

let folder: string;
let manifest: PagesManifest;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  manifest = await buildPages(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bytesOf = (paths: readonly string[]): number =>
  manifest.files
    .filter(({ path }) => paths.includes(path))
    .reduce((sum, { bytes }) => sum + bytes.br, 0);
const named = (...names: readonly string[]): string[] =>
  manifest.files
    .map(({ path }) => path)
    .filter((path) =>
      names.some((name) => path.startsWith(`assets/${name}-`) && path.endsWith('.js')),
    );

describe('the pages', () => {
  it('of traders are small when they are first opened', () => {
    const [trade] = manifest.documents.filter(({ name }) => name === 'trade');
    const bytes = bytesOf([trade?.file ?? '', ...(trade?.first ?? [])]);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(FIRST_PAGE_BYTES);
  });

  it('of a market add little', async () => {
    const first = manifest.documents.find(({ name }) => name === 'trade')?.first ?? [];
    const files = await importedBy(named('market', 'chart'));
    const bytes = bytesOf(files.filter((file) => !first.includes(file)));
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MARKET_PAGE_BYTES);
  });

  it('have no script or style of their own in a document', async () => {
    for (const { file } of manifest.documents) {
      const html = await readFile(join(folder, file), 'utf8');
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style| style=| on[a-z]+=/);
    }
  });

  it('have each asset under its hash, and list the licences of what is inside', async () => {
    const assets = manifest.files.filter(({ path }) => path.startsWith('assets/'));
    expect(assets.filter(({ path }) => !/-[\w-]{8,}\.(?:js|css|svg)$/.test(path))).toEqual([]);
    const licences = await readFile(join(folder, 'licences.txt'), 'utf8');
    for (const name of ['preact', '@preact/signals', 'uplot', 'uqr', '@noble/curves']) {
      expect(licences).toContain(`\n${name} `);
    }
  });
});

/** The files, and all that they load before they run. */
async function importedBy(files: readonly string[]): Promise<string[]> {
  const seen = new Set(files);
  for (const file of seen) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      seen.add(`assets/${name}`);
    }
  }
  return [...seen];
}
