/** Commands of the pages that operators read, to be run as they are written. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.mjs';

/** The shell fences below a heading of a page. @param {string} page @param {string} heading */
export function fencesOf(page, heading) {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const section = text.split(/^(?=#{2,} )/m).find((part) => part.startsWith(`${heading}\n`));
  const fences = [...(section ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, fence = '']) => fence);
  if (fences.length === 0) throw new Error(`${page} has no commands below ${heading}`);
  return fences;
}

/** What each runbook looks at first on one machine, by its page. @returns {[string, string][]} */
export function firstLooks() {
  const folder = join(ROOT, 'docs/runbooks');
  return readdirSync(folder).flatMap((page) => {
    const text = readFileSync(join(folder, page), 'utf8');
    const fence = /On \[one machine\]\S+:\n\n```sh\n(.*?)```/s.exec(text)?.[1];
    return fence === undefined ? [] : [/** @type {[string, string]} */ ([page, fence])];
  });
}

/** A number that a page or a source of this checkout says. @param {string} file @param {RegExp} pattern its first group */
export function numberIn(file, pattern) {
  const found = pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${file} has no ${String(pattern)}`);
  return Number(found.replaceAll('_', ''));
}
