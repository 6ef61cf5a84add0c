import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { types } from 'node:util';
import { BuildError } from './build-error';
import { findClang, runClang } from './find-clang';

/** Flags that make a build the same bytes everywhere, and restrict C to what the machine can execute. */
const FLAGS = [
  '-target',
  'bpf',
  '-mcpu=v2', // what sBPF v0 grew from: no 32-bit jumps, no signed division
  '-O2', // without it the back end neither inlines nor keeps to the stack
  '-std=c11',
  '-ffreestanding',
  '-fno-builtin', // or loops become calls of a memcpy that does not exist
  '-fno-jump-tables',
  '-nostdinc',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wno-main',
];

export interface Compilation {
  readonly source: string;
  readonly includeFolder: string;
  /** `-DNAME=VALUE` each. */
  readonly defines: readonly string[];
}

/** @returns the object's bytes @throws BuildError with what clang says */
export async function compile({ source, includeFolder, defines }: Compilation): Promise<Buffer> {
  const clang = await findClang();
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-sbpf-'));
  try {
    const object = join(folder, 'program.o');
    const includes = ['-I', includeFolder, '-I', dirname(source)];
    await runClang(clang, [...FLAGS, ...defines, ...includes, '-c', source, '-o', object]);
    return await readFile(object);
  } catch (error) {
    if (types.isNativeError(error) && 'stderr' in error) throw new BuildError(String(error.stderr));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
