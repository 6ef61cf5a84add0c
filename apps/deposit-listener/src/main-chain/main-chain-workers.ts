/** Wires the workers of the main chain. */
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../parts';
import { BackTestCredits } from './back-test-credits';
import { BuyLamports } from './buy-lamports';
import { ChargeFailedPayouts } from './charge-failed-payouts';
import { CreditGas } from './credit-gas';
import { CreditProxies } from './credit-proxies';
import { SendToEngine } from './send-to-engine';

export function mainChainWorkers(parts: ListenerParts): readonly Worker[] {
  const { stores, chains, treasury, faucets, network } = parts;
  const main = chains.main;
  const gas = new CreditGas({ ...parts, ...stores, main });
  const workers: Worker[] = [
    new CreditProxies({ ...parts, ...stores, main }),
    new SendToEngine({ ...parts, ...stores, gas }),
    new ChargeFailedPayouts({ ...parts, ...stores }),
  ];
  if (network !== 'test' || treasury === undefined) return workers;
  const paying = { ...parts, ...stores, main, treasury, faucet: faucets?.main };
  return [...workers, new BuyLamports(paying), new BackTestCredits(paying)];
}
