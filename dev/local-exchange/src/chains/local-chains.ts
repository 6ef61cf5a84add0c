import { join } from 'node:path';
import {
  describeNetwork,
  loadNetworkSeed,
  networkKeys,
  writeKeyFiles,
  writeNetworkDescription,
} from '@bellwether/local-chain';
import type { BlockPace, NetworkDescription } from '@bellwether/local-chain';
import { freePort, startManagedProcess } from '@bellwether/local-services';
import type { ServiceDefinition } from '../supervised-service';
import type { ChainSettings, ServicesSettings } from './process-settings';
import { READY_LINE } from './run-until-signal';

/** A chain writes what it has; guardians and swap keep nothing. Fits into the promised 10 seconds of a stop. */
const STOP_TIMEOUT_MS = 3_000;
/** The guardians' shortest pause between two looks at a chain: each look is a request. */
const GUARDIANS_PAUSE_MS = 250;

export interface LocalChainsOptions {
  /** Where the network's seed, keys and chains lie. */
  readonly dataDir: string;
  readonly ports: Readonly<Record<'ext' | 'main', number>>;
  readonly slotMs: number;
  readonly blocks: BlockPace;
  /** Of the checkout: the bundles are in `dist` below it. */
  readonly root: string;
  /** For the records of the processes. */
  readonly runFolder: string;
  /** Of the parent: a child gets nothing else of our environment. */
  readonly path: string | undefined;
  readonly logOf: (name: string) => (line: string) => void;
  /** Prints a line at the terminal. */
  readonly report: (line: string) => void;
}

/** The two chains and their services, as processes: how each is started, and what is printed about it. */
export class LocalChains {
  private readonly options: LocalChainsOptions;
  /** Chosen once, so that a service that is started again is where it was. */
  private ports: { readonly guardians: number; readonly swap: number } | undefined;

  constructor(options: LocalChainsOptions) {
    this.options = options;
    loadNetworkSeed(options.dataDir); // made before the processes ask for it
  }

  chain(chain: 'ext' | 'main'): ServiceDefinition {
    const { dataDir, ports, slotMs, blocks } = this.options;
    const settings: ChainSettings = { chain, dataDir, port: ports[chain], slotMs, blocks };
    return this.service(`${chain}-chain`, 'chain.js', () => Promise.resolve(settings));
  }

  services(): ServiceDefinition {
    return this.service('chain-services', 'chain-services.js', async () => {
      const { guardians, swap } = await this.servicePorts();
      const { dataDir, slotMs } = this.options;
      const rpcUrls = { ext: this.rpcUrl('ext'), main: this.rpcUrl('main') };
      const settings: ServicesSettings = {
        dataDir,
        rpcUrls,
        guardiansPort: guardians,
        swapPort: swap,
        pollMs: Math.max(slotMs, GUARDIANS_PAUSE_MS),
      };
      return settings;
    });
  }

  /** Writes the keys' files and `network.json`. */
  async describe(): Promise<{
    readonly description: NetworkDescription;
    readonly keyFiles: NonNullable<NetworkDescription['keyFiles']>;
  }> {
    const { dataDir } = this.options;
    const seed = loadNetworkSeed(dataDir);
    const keys = await networkKeys(seed);
    const { guardians, swap } = await this.servicePorts();
    const place = (chain: 'ext' | 'main') => ({
      rpcUrl: this.rpcUrl(chain),
      webSocketUrl: this.rpcUrl(chain).replace(/^http/, 'ws'),
    });
    const keyFiles = writeKeyFiles(dataDir, seed, keys);
    const description = await describeNetwork(
      keys,
      {
        ext: place('ext'),
        main: place('main'),
        guardiansUrl: `http://127.0.0.1:${guardians}`,
        swapUrl: `http://127.0.0.1:${swap}`,
      },
      keyFiles,
    );
    writeNetworkDescription(join(dataDir, 'network.json'), description);
    return { description, keyFiles };
  }

  rpcUrl(chain: 'ext' | 'main'): string {
    return `http://127.0.0.1:${this.options.ports[chain]}`;
  }

  private async servicePorts(): Promise<{ readonly guardians: number; readonly swap: number }> {
    this.ports ??= { guardians: await freePort(), swap: await freePort() };
    return this.ports;
  }

  private service(
    name: string,
    bundle: string,
    settings: () => Promise<ChainSettings | ServicesSettings>,
  ): ServiceDefinition {
    const { root, runFolder, path, report } = this.options;
    const log = this.options.logOf(name);
    return {
      name,
      async launch() {
        return startManagedProcess({
          name,
          command: process.execPath,
          args: [
            '--enable-source-maps',
            join(root, 'dist/dev/local-exchange', bundle),
            JSON.stringify(await settings()),
          ],
          recordFile: join(runFolder, `${name}.json`),
          stopTimeoutMs: STOP_TIMEOUT_MS,
          isReady: (line) => line === READY_LINE,
          onSlowStart: (what) => report(`still starting ${name}: ${what}`),
          log,
          env: path === undefined ? {} : { PATH: path },
        });
      },
    };
  }
}
