import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sourceOfSuite } from './debian-source';

const run = promisify(execFile);
const APT_TIMEOUT_MS = 120_000;
const APT_FOLDER = '/etc/apt';

/**
 * Downloads the named packages of another Debian suite, without their dependencies, from the machine's own configured
 * mirror, and unpacks them to `<folder>/files`. apt works with lists and a cache inside `folder`; the system's own stay
 * unchanged, and apt checks the archive's signature as usual. Needs no root.
 */
export async function unpackDebianPackages(request: {
  readonly names: readonly string[];
  readonly suite: string;
  readonly folder: string;
}): Promise<void> {
  const { names, suite, folder } = request;
  const source = sourceOfSuite(await configuredSources(), await codename(), suite);
  if (source === null) throw new Error('apt has no entry for the archive of this Debian release');
  const [parts, lists, cache] = ['parts', 'lists', 'cache'].map((part) => join(folder, part));
  await Promise.all(
    [`${parts}`, `${lists}/partial`, `${cache}/archives/partial`].map((path) =>
      mkdir(path, { recursive: true }),
    ),
  );
  await writeFile(join(folder, 'parts', 'suite.sources'), source);
  const settings = [
    `Dir::Etc::SourceParts=${parts}`,
    'Dir::Etc::SourceList=/dev/null',
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
    'APT::Sandbox::User=root', // apt's own user could not enter the private folder
    'Acquire::http::Timeout=20',
    'Acquire::Languages=none',
  ].flatMap((setting) => ['-o', setting]);
  const apt = (...args: string[]) =>
    run('apt-get', [...settings, '-q', ...args], { cwd: folder, timeout: APT_TIMEOUT_MS });
  await apt('update');
  await apt('download', ...names);
  const archives = (await readdir(folder)).filter((entry) => entry.endsWith('.deb'));
  if (archives.length !== names.length)
    throw new Error(`apt downloaded not all of ${names.join()}`);
  for (const archive of archives) {
    await run('dpkg', ['-x', join(folder, archive), join(folder, 'files')]);
  }
}

async function codename(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  if (!/^ID="?debian"?$/m.test(release)) throw new Error('this system is not Debian');
  return /^VERSION_CODENAME="?(\w+)"?$/m.exec(release)?.[1] ?? 'stable';
}

async function configuredSources(): Promise<readonly string[]> {
  const parts = join(APT_FOLDER, 'sources.list.d');
  const names = (await readdir(parts).catch(() => []))
    .filter((name) => /\.(list|sources)$/.test(name))
    .sort();
  const files = [join(APT_FOLDER, 'sources.list'), ...names.map((name) => join(parts, name))];
  return Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
}
