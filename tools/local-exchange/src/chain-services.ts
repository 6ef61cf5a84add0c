/** The process of what stands beside the chains: the bridge's guardians and the swap. */
import { loadNetworkSeed, networkKeys, startNetworkServices } from '@bellwether/local-chain';
import { readSettings, servicesSettings } from './chains/process-settings';
import { runUntilSignal } from './chains/run-until-signal';

/** A slot: guardians sign what is final, and that comes a slot at a time. */
const POLL_MS = 400;

const { dataDir, ...settings } = readSettings(servicesSettings, process.argv);
await runUntilSignal(async () => {
  const keys = await networkKeys(loadNetworkSeed(dataDir));
  return startNetworkServices({ ...settings, keys, pollMs: POLL_MS });
});
