/** Collects the licence texts of the packages inside a bundle, as their licences require. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = '-'.repeat(80);

/** @param folders of packages @returns one text: each package's name and version, then its licence files */
export async function licencesOf(folders) {
  const texts = await Promise.all(folders.map(licenceOf));
  return `Packages of others in this bundle, and their licences.\n\n${texts.join('\n')}`;
}

async function licenceOf(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const names = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
  const whole = texts.length > 0 ? texts.map((text) => text.trim()) : [credit(manifest)];
  return [RULE, title, RULE, '', ...whole, ''].join('\n');
}

/** For a package without a licence text: its author and source. */
function credit({ author, contributors = [], repository, homepage }) {
  const makers = [author, ...contributors].filter(Boolean).map((one) => one.name ?? one);
  const place = repository?.url ?? repository ?? homepage ?? '';
  return [...makers, place].filter((line) => line !== '').join('\n');
}
