/**
 * Makes the golden vectors of libs/wormhole with Wormhole's own SDK: node make-vectors.mjs <folder of the vectors>
 * Runs where this package is installed. No code of ours takes part, so that agreement means something.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts, toChainId } from '@wormhole-foundation/sdk-connect';
import { hex } from './hex.mjs';
import { CHAINS, given, instructionsOf, target } from './instruction-vectors.mjs';
import { guardianSet, vaas } from './vaa-vectors.mjs';

const write = (name, value) =>
  writeFileSync(join(process.argv[2], `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);

write('vaas', { guardian_set: guardianSet, vaas });
write('instructions', {
  given: Object.fromEntries(Object.entries(given).map(([name, of]) => [name, of.toBase58()])),
  target_address: hex(target),
  instructions: (await Promise.all(CHAINS.map(instructionsOf))).flat(),
});
write(
  'chains',
  CHAINS.flatMap((chain) =>
    ['Mainnet', 'Testnet'].map((network) => ({
      chain,
      chain_id: toChainId(chain),
      network,
      core: contracts.coreBridge.get(network, chain),
      token_bridge: contracts.tokenBridge.get(network, chain),
    })),
  ),
);
