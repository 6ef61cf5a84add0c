/** The unmodified clients of others that our stand-ins must satisfy, each a package of its own in dev/chain-clients. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '@bellwether/local-services';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** @returns the folder whose node_modules hold the client, as its lock file says */
export const installChainClient = (name: 'web3' | 'wormhole' | 'jupiter'): Promise<string> =>
  installPackages(join(ROOT, 'dev/chain-clients', name), 'chain-clients');
