/** node test/build.mjs FOLDER: the package, as tools/build.mjs makes it, in a place of the test's own. */
import { readFile } from 'node:fs/promises';
import { buildPackage } from '../../../tools/build-package.mjs';

const project = new URL('../project.json', import.meta.url);
const { metadata } = JSON.parse(await readFile(project, 'utf8'));
await buildPackage('libs/client', metadata.package, process.argv[2]);
