import type { Chain, Signer } from '@bellwether/chain';
import type { FundingChain } from '@bellwether/funding';
import type { Metrics, Worker } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { KEY_LAMPORTS_PAUSE_MS } from './limits';

/** A key of an app that pays on a chain. */
export interface PayingKey {
  readonly chain: FundingChain;
  readonly signer: Pick<Signer, 'address'>;
}

/** Watches what the keys of an app have left to pay with: without lamports nothing moves on that chain. */
export function watchKeyLamports(
  {
    chains,
    metrics,
  }: {
    readonly chains: Readonly<Record<FundingChain, Pick<Chain, 'readAccount'>>>;
    readonly metrics: Metrics;
  },
  keys: readonly PayingKey[],
): Worker {
  const lamports = new Gauge({
    name: 'bellwether_funding_key_lamports',
    help: 'Lamports left on a key that pays for transactions and rent, by chain and address.',
    labelNames: ['chain', 'address'],
    registers: [metrics.registry],
  });
  return {
    name: 'key-lamports',
    pauseMs: KEY_LAMPORTS_PAUSE_MS,
    async tick() {
      for (const { chain, signer } of keys) {
        const account = await chains[chain].readAccount(signer.address);
        lamports.set({ chain, address: signer.address }, Number(account?.lamports ?? 0n));
      }
      return 0;
    },
  };
}
