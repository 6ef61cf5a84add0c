/** node test/bundle-for-browser.mjs FILE: prints `{imports, code}` of the file with everything it needs. */
import { rolldown } from 'rolldown';

const bundler = await rolldown({ input: process.argv[2], platform: 'browser', treeshake: true });
const { output } = await bundler.generate({ format: 'esm', codeSplitting: false });
const [{ imports, dynamicImports, code }] = output;
console.log(JSON.stringify({ imports: [...imports, ...dynamicImports], code }));
