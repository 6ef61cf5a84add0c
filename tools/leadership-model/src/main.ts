/** `npx tsx`-free: run by vitest's transform in the spec, or as `node tools/leadership-model/run.mjs [depth]`. */
import { explore } from './explore';
import { MISTAKES, RULES } from './rules';

const depth = Number(process.argv[2] ?? 9);
for (const { name, change, finds } of MISTAKES) {
  const startedMs = performance.now();
  const { states, broken, depth: at } = explore({ rules: { ...RULES, ...change }, depth: 20, settlingDepth: 4 });
  console.log(`${name}: ${broken?.violation ?? 'NOTHING'} (${finds}) at depth ${at}, ${states} states, ${Math.round(performance.now() - startedMs)} ms, cpu ${Math.round(process.cpuUsage().user/1000)}`);
  for (const line of broken?.trace ?? []) console.log(`    ${line}`);
}
const startedMs = performance.now();
const found = explore({ rules: RULES, depth, settlingDepth: 5, report: (line) => console.log(line) });
console.log(found, Math.round(performance.now() - startedMs));
