/** The process of one local chain: its blocks, its RPC, its files. */
import { loadNetworkSeed, networkKeys, startNetworkChain } from '@bellwether/local-chain';
import { chainSettings, readSettings } from './chains/process-settings';
import { runUntilSignal } from './chains/run-until-signal';

const { chain, dataDir, ...settings } = readSettings(chainSettings, process.argv);
await runUntilSignal(async () => {
  const keys = await networkKeys(loadNetworkSeed(dataDir));
  return startNetworkChain(chain, { ...settings, dataDir, keys });
});
