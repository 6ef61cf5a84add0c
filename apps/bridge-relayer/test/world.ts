/** The relayer's parts in a real world. */
import { FundingTestbed, TARIFF, silent } from '@bellwether/funding-testbed';
import type { NodeUrls } from '@bellwether/funding-testbed';
import { WithdrawalStore } from '@bellwether/persistence';
import { Metrics } from '@bellwether/runtime';
import { assembleRelayer } from '../src/app.module';
import type { RelayerParts } from '../src/parts';

export class World extends FundingTestbed {
  static async start(): Promise<World> {
    return new World(await World.startServers('relayer'));
  }

  /** The rows of withdrawals as the withdraw-worker writes them. */
  withdrawals(databaseUrl: string): WithdrawalStore {
    return new WithdrawalStore(this.as('withdraw-worker', databaseUrl));
  }

  /** What a relayer works with, without its process. */
  async parts(
    databaseUrl: string,
    options: { readonly rpcUrls?: NodeUrls; readonly now?: () => number } = {},
  ): Promise<RelayerParts> {
    const config = { network: 'test' as const, key: this.keyOf('relayer'), tariff: TARIFF };
    return assembleRelayer(config, {
      ...(await this.clients()),
      database: this.as('bridge-relayer', databaseUrl),
      chainsFile: this.chainsFile(options.rpcUrls),
      log: silent,
      metrics: new Metrics({ service: 'bridge-relayer' }),
      now: options.now ?? Date.now,
    });
  }
}
