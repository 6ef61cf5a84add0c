/** The listener's parts in a real world. */
import type { Address } from '@bellwether/chain';
import type { GasTariff } from '@bellwether/funding';
import { FundingTestbed, TARIFF, silent } from '@bellwether/funding-testbed';
import type { NodeUrls } from '@bellwether/funding-testbed';
import { WithdrawalStore } from '@bellwether/persistence';
import { Metrics, Secret } from '@bellwether/runtime';
import type { Logger } from '@bellwether/runtime';
import { assembleListener } from '../src/app.module';
import type { ListenerConfig } from '../src/config';
import type { ListenerParts } from '../src/parts';

const DEPOSIT_MASTER = new Uint8Array(32).fill(0x31);

export class World extends FundingTestbed {
  static async start(): Promise<World> {
    return new World(await World.startServers('listener'));
  }

  /** What a listener works with, without its process: tests run its workers by hand. */
  async parts(
    databaseUrl: string,
    options: {
      readonly rpcUrls?: NodeUrls;
      readonly log?: Logger;
      readonly now?: () => number;
      readonly tariff?: GasTariff;
      readonly shareWaitMs?: number;
    } = {},
  ): Promise<ListenerParts> {
    const { tariff = TARIFF, shareWaitMs = 0 } = options;
    return assembleListener(
      { ...this.config(), tariff, shareWaitMs },
      {
        ...(await this.clients()),
        database: this.as('deposit-listener', databaseUrl),
        chainsFile: this.chainsFile(options.rpcUrls),
        log: options.log ?? silent,
        metrics: new Metrics({ service: 'deposit-listener' }),
        now: options.now ?? Date.now,
      },
    );
  }

  /** The rows of withdrawals as the withdraw-worker writes them. */
  withdrawals(databaseUrl: string): WithdrawalStore {
    return new WithdrawalStore(this.as('withdraw-worker', databaseUrl));
  }

  config(): Pick<
    ListenerConfig,
    | 'network'
    | 'shard'
    | 'keys'
    | 'swapApiKey'
    | 'tariff'
    | 'shareWaitMs'
    | 'dailyCap'
    | 'faucetDay'
    | 'unpaidGasCapMicroUsdc'
  > {
    const keys = {
      listener: this.keyOf('registrar'),
      treasury: this.keyOf('treasury'),
      depositMaster: new Secret(DEPOSIT_MASTER),
    };
    const dailyCap = { userShareBps: 10_000, listedTokens: new Set<Address>() };
    const faucetDay = { usdc: 1_000, native: 1_000 };
    const rest = { swapApiKey: undefined, tariff: TARIFF, shareWaitMs: 0, dailyCap, faucetDay };
    return { network: 'test', shard: 0, keys, unpaidGasCapMicroUsdc: 20_000_000, ...rest };
  }
}
