/** The tree's rules that no linter knows. Files ignored by git are not checked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG_FILES } from './long-files';
import { ROOT, trackedFiles } from './tracked-files';

const MAX_LINES = 300;
/** Longer than for sources, as tables of cases grow. */
const MAX_SPEC_LINES = 600;

const files = trackedFiles();
const isText = (file: string) =>
  /\.(tsx?|mjs|cjs|json|md|sql|prisma|ya?ml|html|css|py|toml)$|^\.ci\//.test(file);
const isSource = (file: string) => /\.(tsx?|mjs|cjs)$/.test(file);
/** Generated files are as long as what they are made of. */
const isMeasured = (file: string) =>
  (isSource(file) || file.endsWith('.py')) && !file.includes('/generated/');
/** This file contains the names it forbids. */
const texts = files
  .filter((file) => isText(file) && file !== 'package-lock.json' && !file.startsWith('tools/tidy/'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Each place as `file:line`, so that a failure says where to look. */
function placesOf(pattern: RegExp, among = texts): string[] {
  return among.flatMap(({ file, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ place }) => place),
  );
}

describe('names', () => {
  it('say what is inside', () => {
    const named = /(^|\/)(utils?|helpers?|commons?|shared|misc|core|generic)(\.|\/|$)/i;
    expect(files.filter((file) => named.test(file))).toEqual([]);
  });

  it('of sources and folders are in kebab-case', () => {
    const kebab = /^[a-z\d]+(?:[-.][a-z\d]+)*$/;
    const ours = files.filter((file) => isSource(file) && /^(apps|libs|dev|tools)\//.test(file));
    expect(ours.filter((file) => !file.split('/').every((part) => kebab.test(part)))).toEqual([]);
  });
});

const limitOf = (file: string) =>
  /\/tests?\/|\.spec\.ts$/.test(file) ? MAX_SPEC_LINES : MAX_LINES;

describe('sources', () => {
  it(`have at most ${MAX_LINES} lines (tests ${MAX_SPEC_LINES}), or a reason`, () => {
    const long = texts
      .filter(({ file, text }) => isMeasured(file) && text.split('\n').length - 1 > limitOf(file))
      .map(({ file }) => file);
    expect(long.toSorted()).toEqual(Object.keys(LONG_FILES).toSorted());
  });

  it('are finished', () => {
    expect(placesOf(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });

  it('know no machine and no package host', () => {
    expect(placesOf(/(^|[\s'"`(=])\/(work|home|Users|root)\//)).toEqual([]);
    expect(
      placesOf(/https?:\/\/(registry\.|deb\.debian|[\w.-]*(npmjs|yarnpkg|artifactory|nexus))/),
    ).toEqual([]);
  });

  it('neither skip nor single out a test', () => {
    const specs = texts.filter(({ file }) => file.endsWith('.spec.ts'));
    expect(
      placesOf(/\b(describe|it|test)\.(only|skip|todo|failing)\b|\b[fx](describe|it)\(/, specs),
    ).toEqual([]);
  });
});

describe('projects', () => {
  const folders = [
    ...new Set(files.map((file) => /^(?:apps|libs|dev|tools)\/[^/]+(?=\/)/.exec(file)?.[0])),
  ].filter((folder) => folder !== undefined);
  const projectOf = (folder: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(join(ROOT, folder, 'project.json'), 'utf8'))),
    );

  it.each(
    folders.filter((folder) =>
      files.some((file) => file.startsWith(`${folder}/`) && file.endsWith('.ts')),
    ),
  )('%s has the files and the name of a project', (folder) => {
    expect(files).toContain(`${folder}/tsconfig.json`);
    const { name, tags } = projectOf(folder);
    expect(name).toBe(folder.split('/').at(-1));
    expect(tags).toEqual(expect.arrayContaining([expect.stringMatching(/^type:/)]));
  });

  it.each(folders.filter((folder) => folder.startsWith('libs/')))(
    '%s has an index and a layer',
    (folder) => {
      expect(files).toContain(`${folder}/src/index.ts`);
      expect(projectOf(folder)['tags']).toEqual(
        expect.arrayContaining([expect.stringMatching(/^layer:/)]),
      );
    },
  );

  /** The web pages are no process: the gateway serves them. */
  const isProcess = (folder: string) => folder.startsWith('apps/') && folder !== 'apps/web';

  it.each(folders.filter(isProcess))('%s has the shape of an app', (folder) => {
    for (const file of ['README.md', 'src/main.ts', 'src/config.ts', 'src/app.module.ts']) {
      expect(files).toContain(`${folder}/${file}`);
    }
  });
});
