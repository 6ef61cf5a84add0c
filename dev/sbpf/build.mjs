/**
 * Builds a program for the Solana virtual machine from C: node dev/sbpf/build.mjs <source.c> <program.so> [-DNAME=VALUE ...]
 *
 * The tool itself is TypeScript (src), bundled here each time, so that there is nothing to build first.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const HERE = new URL('.', import.meta.url);
const ROOT = fileURLToPath(new URL('../..', HERE));
const bundles = new URL('../../dist/dev/sbpf/', HERE);
const bundle = fileURLToPath(new URL(`main.${process.pid}.mjs`, bundles));

async function load() {
  const bundler = await rolldown({
    input: fileURLToPath(new URL('src/main.ts', HERE)),
    cwd: ROOT,
    platform: 'node',
    tsconfig: 'tsconfig.base.json',
    treeshake: { moduleSideEffects: false },
    external: /^(?:node:|(?:@(?!bellwether\/)[\w.-]+\/)?[a-z\d][\w.-]*(?:\/|$))/,
  });
  await mkdir(bundles, { recursive: true });
  try {
    await bundler.write({ file: bundle, format: 'esm', codeSplitting: false });
    return await import(pathToFileURL(bundle).href);
  } finally {
    await rm(bundle, { force: true });
  }
}

const { main } = await load();
process.exitCode = await main(process.argv.slice(2), HERE.href);
