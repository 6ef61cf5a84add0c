/** Chooses the specs that `npm test` runs, and says what it leaves out. */
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { ALONE, PROJECTS, QUICK_SHARE, SOONEST, projectOf, specFiles } from './projects.mjs';

/** @param {import('./history.mjs').History} history @returns {{ files: string[], text: string }} */
export function chooseSpecs(history) {
  return soonest(
    specFiles().map((file) => ({
      file,
      project: projectOf(file),
      seconds: history.secondsOf(file),
      hasFailed: history.hasFailed(file),
    })),
  );
}

/**
 * What failed last, and what finds most faults soonest. A share of the specs and not a number of seconds: so it takes as
 * small a part of the time on every machine.
 */
export function soonest(specs) {
  const ofExchanges = specs.filter(({ project }) => ALONE.includes(project));
  const others = specs.filter(({ project }) => !ALONE.includes(project));
  const times = others.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  const most = times[Math.floor(QUICK_SHARE * times.length)] ?? Infinity;
  const left = [
    ...ofExchanges.filter(({ file, hasFailed }) => !hasFailed && !SOONEST.includes(file)),
    ...others.filter(({ seconds, hasFailed }) => !hasFailed && seconds > most),
  ];
  const files = specs.filter((spec) => !left.includes(spec)).map(({ file }) => file);
  const slow = left.filter((spec) => others.includes(spec)).length;
  const text = [
    `testing ${files.length} of ${specs.length} specs`,
    `left out: ${left.length - slow} of ${ALONE.toSorted().join(', ')}, which start whole exchanges, and ${slow} that take more than ${most} seconds`,
    'npm test -- --all runs everything',
  ].join('\n');
  return { files, text };
}

/** A test's place in its spec, as `:42`. */
export const LINE = /:\d+$/;

/**
 * @param {string[]} names parts of paths of specs; `stream.spec:42` is the test of that line in `stream.spec`. None: all
 * @param {string[]} projects none: all
 * @returns {string[]} whole paths, with the line that was named
 * @throws Error with the name that matches no spec
 */
export function specsNamed(names, projects = []) {
  const unknown = projects.find((name) => !PROJECTS.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no project ${unknown}: there are ${PROJECTS.toSorted().join(', ')}`);
  const files = specFiles().filter(
    (file) => projects.length === 0 || projects.includes(projectOf(file)),
  );
  const ofName = (name) => {
    const part = name.replace(LINE, '');
    const found = files.filter((file) => file.includes(part) || join(ROOT, file) === part);
    if (found.length === 0)
      throw new Error(
        `no spec has ${name} in its path${projects.length > 0 ? `, in ${projects.join(', ')}` : ''}`,
      );
    return found.map((file) => `${join(ROOT, file)}${name.slice(part.length)}`);
  };
  return (names.length === 0 ? [''] : names).flatMap(ofName);
}
