/** An adapter: see README.md beside this file. */
import { preparePackages } from '../../tools/prepare.mjs';
import { runTool } from '../../tools/run-bundle.mjs';

await preparePackages();
await runTool('dev/source-example');
