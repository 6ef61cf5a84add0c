/** What the pages say of a start is true, and their links are valid. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { whatIsThere } from '../../../dev/local-exchange/src/closing-words';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'docs/FIRST-TRADE.md',
  'docs/PREREQUISITES.md',
  'docs/VERSIONS.md',
  'clients/python/README.md',
  'dev/local-exchange/README.md',
  'libs/client/README.md',
  'tools/vault-admin/README.md',
];

describe('README.md', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');

  it('has its three commands on the first screen', () => {
    const screen = text.split('\n').slice(0, 24).join('\n');
    for (const command of ['npm start', 'npm run demo', 'npm test'])
      expect(screen).toContain(`\n${command} `);
  });

  it('says of the licence what package.json says', () => {
    const { license } = Object(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(text).toContain(`\`${String(license)}\``);
  });
});

describe('dev/local-exchange/README.md', () => {
  it('shows the last words of a start', () => {
    const urls = {
      gatewayUrl: 'http://127.0.0.1:3000',
      signerUrl: 'http://127.0.0.1:3001',
      consoleUrl: 'http://127.0.0.1:3002',
    };
    expect(readFileSync(join(ROOT, 'dev/local-exchange/README.md'), 'utf8')).toContain(
      whatIsThere(urls, { dataDir: '/srv/bellwether/.local', isEmpty: false }),
    );
  });
});

describe.each(PAGES)('%s', (page) => {
  it('links to nothing that is not there', () => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const targets = Array.from(text.matchAll(/\]\(([^)#\s]+)/g), ([, target]) => target!);
    const inside = targets.filter((target) => !/^[a-z]+:/.test(target));
    const missing = inside.filter((target) => !existsSync(join(ROOT, page, '..', target)));
    expect(missing).toEqual([]);
  });

  it('links to chapters that are there', () => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const chapters = Array.from(text.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g), ([, file, name]) => ({
      file: file!,
      name: name!,
    })).filter(({ file }) => !/^[a-z]+:/.test(file));
    const missing = chapters.filter(({ file, name }) => {
      const target = file === '' ? join(ROOT, page) : join(ROOT, page, '..', file);
      const headings = Array.from(readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm), ([, one]) =>
        slugOf(one!),
      );
      return !headings.includes(name);
    });
    expect(missing).toEqual([]);
  });
});

/** A heading's anchor: lower-case letters, digits and hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z\d _-]/g, '')
    .replaceAll(' ', '-');
