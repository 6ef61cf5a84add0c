import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { CodedError } from '@bellwether/errors';
import type { GatewayConfig } from '../config';
import { Failure } from '../failure';
import { LOAD_RETRY_MS } from '../limits';
import { GATEWAY_CONFIG } from '../tokens';
import { NetworkOfExchange } from './network';

/**
 * The configuration is checked for the network that it names. An exchange of the other network makes that check void,
 * so the process ends.
 */
@Injectable()
export class SameNetwork implements OnApplicationBootstrap, OnApplicationShutdown {
  private isOver = false;

  constructor(
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(Failure) private readonly failure: Failure,
  ) {}

  onApplicationBootstrap(): void {
    void this.check();
  }

  onApplicationShutdown(): void {
    this.isOver = true;
  }

  private async check(): Promise<void> {
    const { network: configured } = this.config;
    while (!this.isOver) {
      try {
        const network = await this.exchange.network();
        if (network !== configured)
          this.failure.fail(new Error(`NETWORK is ${configured}, but the exchange is ${network}`));
        return;
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        await sleep(LOAD_RETRY_MS, undefined, { ref: false });
      }
    }
  }
}
