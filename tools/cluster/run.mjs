/** `node tools/cluster/run.mjs …`: see README.md beside this file. */
import { prepareClient, preparePackages } from '../prepare.mjs';
import { runTool } from '../run-bundle.mjs';

await preparePackages();
await prepareClient(); // the database roles' names are in the stores' library, which needs the client
await runTool('tools/cluster');
