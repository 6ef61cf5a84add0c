/** The worker's parts in a real world. */
import { FundingTestbed, TARIFF, silent } from '@bellwether/funding-testbed';
import type { NodeUrls } from '@bellwether/funding-testbed';
import { WatchedAddressStore } from '@bellwether/persistence';
import { Metrics } from '@bellwether/runtime';
import { assembleWorker } from '../src/app.module';
import type { WorkerParts } from '../src/parts';

export class World extends FundingTestbed {
  static async start(): Promise<World> {
    return new World(await World.startServers('worker'));
  }

  /** The watched addresses as the deposit-listener writes them. */
  watched(databaseUrl: string): WatchedAddressStore {
    return new WatchedAddressStore(this.as('deposit-listener', databaseUrl));
  }

  /** What a worker works with, without its process. */
  async parts(
    databaseUrl: string,
    options: {
      readonly rpcUrls?: NodeUrls;
      readonly now?: () => number;
      readonly shareWaitMs?: number;
    } = {},
  ): Promise<WorkerParts> {
    const config = {
      network: 'test' as const,
      shard: 0,
      key: this.keyOf('operator'),
      tariff: TARIFF,
      shareWaitMs: options.shareWaitMs ?? 0,
    };
    return assembleWorker(config, {
      ...(await this.clients()),
      database: this.as('withdraw-worker', databaseUrl),
      chainsFile: this.chainsFile(options.rpcUrls),
      log: silent,
      metrics: new Metrics({ service: 'withdraw-worker' }),
      now: options.now ?? Date.now,
    });
  }
}
