/** The process of what stands beside the chains: the bridge's guardians and the swap. */
import { loadNetworkSeed, networkKeys, startNetworkServices } from '@bellwether/local-chain';
import { readSettings, servicesSettings } from './chains/process-settings';
import { runUntilSignal } from './chains/run-until-signal';

const { dataDir, rpcUrls, ...settings } = readSettings(servicesSettings, process.argv);
await runUntilSignal(async () => {
  const keys = await networkKeys(loadNetworkSeed(dataDir));
  const chains = { ext: { rpcUrl: rpcUrls.ext }, main: { rpcUrl: rpcUrls.main } };
  return startNetworkServices({ ...settings, chains, keys });
});
