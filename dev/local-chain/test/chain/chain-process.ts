/** A chain in a process of its own, from a bundle, so that it can be killed with -9. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGES = [
  'litesvm',
  'ws',
  '@solana/kit',
  '@solana-program/system',
  '@solana-program/token',
];
const STARTER = `
import { startLocalChain } from './start-local-chain.mjs';
const local = await startLocalChain(JSON.parse(process.argv[2]));
console.log(local.url);
`;

/** Makes the program in `folder`; `startChainProcess` runs it. */
export async function bundleChain(folder: string): Promise<void> {
  const source = join(ROOT, 'dev/local-chain/src/rpc/start-local-chain.ts');
  const bundle = join(folder, 'start-local-chain.mjs');
  const format = ['--format', 'esm', '--platform', 'node'];
  const external = PACKAGES.flatMap((name) => ['-e', name]);
  await run(
    join(ROOT, 'node_modules/.bin/rolldown'),
    [source, '--file', bundle, ...format, '--tsconfig', 'tsconfig.base.json', ...external],
    { cwd: ROOT },
  );
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'starter.mjs'), STARTER);
}

export interface ChainProcess {
  readonly url: string;
  readonly child: ChildProcess;
}

export async function startChainProcess(folder: string, options: object): Promise<ChainProcess> {
  const child = spawn(process.execPath, [join(folder, 'starter.mjs'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url]: string[] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: url!, child };
}

export async function kill({ child }: ChainProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
