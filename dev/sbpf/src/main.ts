import { rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BuildError } from './build-error';
import { compile } from './compile';
import { link } from './link';

const USAGE = 'usage: node dev/sbpf/build.mjs <source.c> <program.so> [-DNAME=VALUE ...]';

/**
 * Builds a program and writes it; a file that is there stays as it was when the build fails.
 * @param args source, target, definitions
 * @param toolFolder where this tool's `include` lies
 * @returns the exit code
 */
export async function main(args: readonly string[], toolFolder: string): Promise<number> {
  const defines = args.filter((argument) => /^-D\w+(=.*)?$/s.test(argument));
  const [source, target, ...rest] = args.filter((argument) => !defines.includes(argument));
  if (source === undefined || target === undefined || rest.length > 0) {
    console.error(USAGE);
    return 2;
  }
  try {
    const includeFolder = fileURLToPath(new URL('include', toolFolder));
    const program = link(await compile({ source, includeFolder, defines }));
    await writeFile(`${target}.${process.pid}`, program);
    await rename(`${target}.${process.pid}`, target);
    console.log(`${target}: ${program.length} bytes`);
    return 0;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(`${source}: ${error.message}`);
    return 1;
  }
}
