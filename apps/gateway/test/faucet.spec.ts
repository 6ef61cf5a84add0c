/** The faucet exists on the test network only, whatever is configured. */
import { describe, expect, it } from 'vitest';
import { ChainNames } from '@bellwether/api';
import type { funding } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import type { In } from '@bellwether/runtime';
import { NetworkOfExchange } from '../src/exchange/network';
import { ChainController } from '../src/funding/chain.controller';
import { FundingRequests } from '../src/funding/funding-requests';
import { GatewayLimits } from '../src/rate-limits/gateway-limits';

const asked: string[] = [];
const given = {
  body: { chain: 'ext', address: new Uint8Array(32), token: 'usdc', amount: 1 },
  request: { id: 'r' },
} as In<typeof funding.askFaucet>;

/** A controller for a network, as the engine reports it. */
function controllerOn(network: 'test' | 'production', hasFunding = true) {
  const query = async () => ({ seq: 1, timestampMs: 0, view: { network } });
  const ask = async (operation: string) => {
    asked.push(operation);
    return { txSignature: new Uint8Array(64) };
  };
  return new ChainController(
    new FundingRequests(hasFunding ? ({ ask } as never) : null),
    new NetworkOfExchange({ query } as unknown as Pick<EngineClient, 'query'>),
    new ChainNames(),
    new GatewayLimits(null),
  );
}

describe('the faucet', () => {
  it.each([true, false])('is no path on the production network (funding: %j)', async (has) => {
    const answer = controllerOn('production', has).faucet(given);
    await expect(answer).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(asked).toEqual([]);
  });

  it('gives on the test network', async () => {
    await controllerOn('test').faucet(given);
    expect(asked).toEqual(['faucet']);
  });
});
