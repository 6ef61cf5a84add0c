import { Controller, Inject } from '@nestjs/common';
import { ChainNames, funding } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { requireOwnerKey } from '../account/owner-key';
import { NetworkOfExchange } from '../exchange/network';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { FundingRequests } from './funding-requests';

/** Requests about the chains: proxy wallets, the cost of a transaction, and test money. */
@Controller()
export class ChainController {
  constructor(
    @Inject(FundingRequests) private readonly funding: FundingRequests,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(ChainNames) private readonly names: ChainNames,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  /** Starts to watch, as a request for a deposit address does: anyone who has the address may send to it. */
  @Endpoint(funding.getProxyWallet)
  proxy({ path: { user }, request }: In<typeof funding.getProxyWallet>) {
    this.funding.requireConfigured();
    requireOwnerKey('user', user);
    return this.funding.ask('proxy', { user }, requestIdOf(request));
  }

  @Endpoint(funding.getGasPrice)
  gasPrice({ request }: In<typeof funding.getGasPrice>) {
    return this.funding.ask('gas_price', {}, requestIdOf(request));
  }

  /** Exists on the test network only. */
  @Endpoint(funding.askFaucet)
  async faucet({ body, request }: In<typeof funding.askFaucet>) {
    if ((await this.exchange.network()) !== 'test') throw new CodedError('NOT_FOUND');
    const asked = { ...body, chain: this.names.chainOf(body.chain) };
    this.limits.chargeFaucet(body.address);
    const { txSignature } = await this.funding.ask('faucet', asked, requestIdOf(request));
    return { ...asked, txSignature, chainName: body.chain };
  }
}
