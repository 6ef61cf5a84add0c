/** Comments of sources name what is there. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentsOf, wrongParams } from './comments';
import { PLAIN_WORDS } from './plain-words';
import { ROOT, trackedFiles } from './tracked-files';

const files = trackedFiles();
const sources = files
  .filter((file) => /\.(tsx?|m[jt]s|cjs|py)$/.test(file) && !/\/generated\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** JSON, YAML and HTML are left out: programs write files of such names. So are names in a package (`@a/b/src/c.ts`). */
const FILE =
  /(?<![\w@.*$/-])(?:\.{1,2}\/)*((?:[\w-][\w.-]*\/)*[\w-][\w.-]*?(?<!\.d)\.(?:tsx?|m[jt]s|cjs|md|py|sql|prisma))\b(?![\w/-])/g;
const names = new Set(files.map((file) => basename(file)));
const isThere = (name: string) =>
  name.includes('/')
    ? files.some((file) => file === name || file.endsWith(`/${name}`))
    : names.has(name);

/** @returns `file:line what` of all that `find` returns for a comment */
const inComments = (find: (text: string) => readonly string[]): readonly string[] =>
  sources.flatMap(({ file, text }) =>
    commentsOf(file, text).flatMap((comment) =>
      find(comment.text).map((what) => `${file}:${comment.line} ${what}`),
    ),
  );

describe('comments', () => {
  it('name files that exist', () => {
    expect(
      inComments((text) =>
        [...text.matchAll(FILE)].map((match) => match[1] ?? '').filter((name) => !isThere(name)),
      ),
    ).toEqual([]);
  });

  it('name decisions that exist', () => {
    const decisions = files.filter((file) => file.startsWith('docs/adr/'));
    expect(
      inComments((text) =>
        [...text.matchAll(/\bADR (\d{4})\b/g)]
          .map((match) => match[1] ?? '')
          .filter((number) => !decisions.some((file) => file.startsWith(`docs/adr/${number}-`))),
      ),
    ).toEqual([]);
  });

  it('explain parameters that exist', () => {
    const explaining = sources.filter(
      ({ file, text }) => !file.endsWith('.py') && text.includes('@param'),
    );
    expect(
      explaining.flatMap(({ file, text }) =>
        wrongParams(file, text).map((line) => `${file}:${line}`),
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(PLAIN_WORDS))('do not say %s but %s', (word) => {
    const pattern = new RegExp(`(?<![\\w\`/-])(?:${word})(?![\\w\`-])`, 'i');
    expect(inComments((text) => (pattern.test(text) ? [text] : []))).toEqual([]);
  });

  it('are read with their line, in each language', () => {
    const text = '/**\n * One\n * two.\n */\nconst a = 1; // three\nconst b = "src/**/*.ts";\n';
    expect(commentsOf('a.ts', text)).toEqual([
      { line: 1, text: 'One two.' },
      { line: 5, text: 'three' },
    ]);
    expect(commentsOf('a.py', 'x = 1\n"""One\ntwo."""  # three\n')).toEqual([
      { line: 2, text: 'One two.' },
      { line: 3, text: 'three' },
    ]);
  });
});
