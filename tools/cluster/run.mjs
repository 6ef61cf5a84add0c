/** `node tools/cluster/run.mjs …`: see README.md beside this file. */
import { prepareClient, preparePackages } from '../prepare.mjs';
import { runTool } from '../run-bundle.mjs';

await preparePackages();
await prepareClient(); // what names the database's roles is beside the stores
await runTool('tools/cluster');
