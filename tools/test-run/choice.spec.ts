import { describe, expect, it } from 'vitest';
import { soonest, specsNamed } from './choice.mjs';
import { ALONE } from './projects.mjs';

const spec = (file: string, seconds: number, hasFailed = false) => ({
  file,
  project: file.split('/')[1]!,
  seconds,
  hasFailed,
});
const QUICK = Array.from({ length: 8 }, (_, at) => spec(`libs/bus/quick-${at}.spec.ts`, at / 10));
const EXCHANGES = [
  spec('dev/e2e/test/builder-flow.spec.ts', 9),
  spec('dev/e2e/test/catalogue.spec.ts', 1),
  spec('dev/trials/test/maker.spec.ts', 60),
];

describe('what is tested first', () => {
  it('is without the slowest specs and whole exchanges, and says so', () => {
    const slow = [spec('apps/gateway/slow.spec.ts', 3), spec('apps/signer/slower.spec.ts', 90)];
    const { files, text } = soonest([...slow, ...QUICK, ...EXCHANGES]);
    expect(files).toEqual([...QUICK.map(({ file }) => file), 'dev/e2e/test/builder-flow.spec.ts']);
    expect(text.split('\n')).toEqual([
      'testing 9 of 13 specs',
      `left out: 2 of ${ALONE.toSorted().join(', ')}, which start whole exchanges, and 2 that take more than 0.7 seconds`,
      'npm test -- --all runs everything',
    ]);
  });

  it('has what failed last, however long it takes', () => {
    const failed = [
      spec('apps/signer/slower.spec.ts', 90, true),
      spec('dev/trials/test/chaos.spec.ts', 90, true),
    ];
    const { files } = soonest([...QUICK, ...EXCHANGES, ...failed]);
    for (const { file } of failed) expect(files).toContain(file);
  });
});

describe('what is named', () => {
  it('is each spec with that in its path, with its line', () => {
    const [one, ...others] = specsNamed(['test-run/choice.spec:42']);
    expect(one).toMatch(/^\/.*\/tools\/test-run\/choice\.spec\.ts:42$/);
    expect(others).toEqual([]);
    expect(specsNamed(['spec'], ['test-run'])).toEqual(specsNamed([], ['test-run']));
    expect(specsNamed([one!.replace(/:42$/, '')])).toHaveLength(1);
  });

  it('has to be there', () => {
    expect(() => specsNamed(['choice.spec', 'no-such'])).toThrow('no spec has no-such in its path');
    expect(() => specsNamed(['choice'], ['bus'])).toThrow('no spec has choice in its path, in bus');
    expect(() => specsNamed([], ['buss'])).toThrow(/^there is no project buss: there are api, /);
  });
});
