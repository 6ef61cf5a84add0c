/** The unmodified third-party clients that our fakes must satisfy, each in its own package in dev/chain-clients. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '@bellwether/local-services';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** @returns the folder whose node_modules hold the client, as pinned by its lock file */
export const installChainClient = (name: 'web3' | 'jupiter'): Promise<string> =>
  installPackages(join(ROOT, 'dev/chain-clients', name), 'chain-clients');
