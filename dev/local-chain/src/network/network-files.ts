import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkDescription } from './network-description';
import { keyFileBytes, ofEachRole } from './network-keys';
import type { NetworkKeys, NetworkRole } from './network-keys';

/** The description, in the network's folder. */
export const NETWORK_FILE = 'network.json';

/** Writes each role's key (0600) to `<dataDir>/keys`. @returns where they are */
export function writeKeyFiles(
  dataDir: string,
  seed: Uint8Array,
  keys: NetworkKeys,
): Record<NetworkRole, string> {
  const folder = join(dataDir, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return ofEachRole((role) => {
    const file = join(folder, `${role}.json`);
    writePrivateFile(file, keyFileBytes(seed, { role, address: keys.signers[role].address }));
    return file;
  });
}

/** Writes it where other programs find it, in one step. */
export function writeNetworkDescription(file: string, description: NetworkDescription): void {
  writePrivateFile(file, description);
}

function writePrivateFile(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
