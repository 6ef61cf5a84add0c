/** What the pages say of a start is true, and their links are valid. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whatIsThere } from '../../../dev/local-exchange/src/closing-words';
import { ROOT, trackedFiles } from './tracked-files';

const pages = trackedFiles('*.md').map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

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

describe('the pages', () => {
  /** What a link leads to in the tree: a file, and where it names one a chapter of it. */
  const links = pages.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g), ([, target = '', chapter]) => ({
      link: `${file}: ${target}#${chapter ?? ''}`,
      isElsewhere: /^[a-z]+:/.test(target),
      target: target === '' ? file : join(file, '..', target),
      chapter,
    })).filter(({ isElsewhere }) => !isElsewhere),
  );

  it('link to nothing that is not there', () => {
    const missing = links.filter(({ target }) => !existsSync(join(ROOT, target)));
    expect(missing.map(({ link }) => link)).toEqual([]);
  });

  it('link to chapters that are there', () => {
    const chapters = new Map(
      pages.map(({ file, text }) => [
        file,
        Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => slugOf(heading)),
      ]),
    );
    const missing = links.filter(
      ({ target, chapter }) =>
        chapter !== undefined && !(chapters.get(target)?.includes(chapter) ?? true),
    );
    expect(missing.map(({ link }) => link)).toEqual([]);
  });
});

describe('the decisions', () => {
  const decisions = pages.filter(({ file }) => /^docs\/adr\/\d{4}-/.test(file));

  it('have at most 300 words each', () => {
    const long = decisions.filter(({ text }) => text.split(/\s+/).filter(Boolean).length > 300);
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it('are listed by number, each once', () => {
    const index = readFileSync(join(ROOT, 'docs/adr/README.md'), 'utf8');
    const rows = Array.from(index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\)/gm), ([, number, file]) => [
      number,
      file,
    ]);
    const names = decisions.map(({ file }) => file.split('/').at(-1)!).toSorted();
    expect(rows).toEqual(names.map((name) => [name.slice(0, 4), name]));
  });
});

/** A heading's anchor: lower-case letters, digits and hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z\d _-]/g, '')
    .replaceAll(' ', '-');
