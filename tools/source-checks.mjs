/** What is looked at in the sources: each check is one passed or failed in the sum. */
import { program, run } from './prepare.mjs';

/** `lint` checks the types too: the compiler is not asked a second time. */
const SOURCE_CHECKS = [
  { name: 'lint and types', path: 'oxlint/bin/oxlint', args: [] },
  { name: 'format', path: 'oxfmt/bin/oxfmt', args: ['--check'] },
  {
    name: 'boundaries',
    path: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: [
      'apps',
      'libs',
      'dev',
      'tools',
      '--config',
      '.dependency-cruiser.cjs',
      '--cache',
      '.cache/dependency-cruiser',
    ],
  },
];

/** Beside each other: the slowest says how long it takes. */
export async function checkSources(counts) {
  const check = async ({ name, path, args }) => {
    const startedMs = performance.now();
    const { ok, output } = await run(process.execPath, [program(path), ...args], { quiet: true });
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    console.log(`${ok ? 'PASS' : 'FAIL'} ${name} (${seconds} s)`);
    if (!ok) console.log(output);
    counts.add(ok);
  };
  console.log(`checking the sources: ${SOURCE_CHECKS.map(({ name }) => name).join(', ')}`);
  await Promise.all(SOURCE_CHECKS.map(check));
}
