/** `npm run attest -- …`: see README.md beside this file. */
import { preparePackages } from '../prepare.mjs';
import { runTool } from '../run-bundle.mjs';

await preparePackages();
await runTool('tools/attest');
