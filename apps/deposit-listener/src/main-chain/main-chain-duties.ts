/** The duties of the main chain, put together. */
import type { Duty } from '@bellwether/runtime';
import type { ListenerParts } from '../parts';
import { BackTestCredits } from './back-test-credits';
import { BuyLamports } from './buy-lamports';
import { ChargeFailedPayouts } from './charge-failed-payouts';
import { CreditGas } from './credit-gas';
import { CreditProxies } from './credit-proxies';
import { TellEngine } from './tell-engine';

export function mainChainDuties(parts: ListenerParts): readonly Duty[] {
  const { stores, chains, treasury, faucets, network } = parts;
  const main = chains.main;
  const gas = new CreditGas({ ...parts, ...stores, main });
  const duties: Duty[] = [
    new CreditProxies({ ...parts, ...stores, main }),
    new TellEngine({ ...parts, ...stores, gas }),
    new ChargeFailedPayouts({ ...parts, ...stores }),
  ];
  if (network !== 'test' || treasury === undefined) return duties;
  const paying = { ...parts, ...stores, main, treasury, faucet: faucets?.main };
  return [...duties, new BuyLamports(paying), new BackTestCredits(paying)];
}
