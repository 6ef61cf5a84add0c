/** What is answered without waiting for a deposit: addresses, wallets, prices, tiers, switches, test money. */
import type { FundingHandlers } from '@bellwether/bus';
import type { ListenerParts } from '../parts';
import { AddressService } from './address-service';
import { FaucetService } from './faucet-service';
import { OperatorService } from './operator-service';
import { TierService } from './tier-service';

export function serviceHandlers(parts: ListenerParts): FundingHandlers {
  const addresses = new AddressService(parts);
  const tiers = new TierService(parts);
  const faucet = new FaucetService(parts);
  const operators = new OperatorService(parts);
  return {
    address: ({ user }) => addresses.address(user),
    proxy: ({ user }) => addresses.proxy(user),
    gas_price: () => Promise.resolve(operators.gasPrice()),
    tier: (request, { requestId }) => tiers.set(request, requestId),
    refresh_tier: ({ user }) => tiers.refresh(user),
    faucet: (request) => faucet.give(request),
    bridge_executor: ({ enabled }) => operators.setExecutor(enabled),
    daily_cap: ({ microUsdc }) => operators.setDailyCap(microUsdc),
    step_over: (request) => operators.stepOver(request),
    release: ({ depositId }) => operators.release(depositId),
    reject: ({ depositId }) => operators.reject(depositId),
  };
}
